import Testing
import UsherCore
import UsherRPC

@testable import UsherGateway
@testable import UsherWire

@Suite("Values of enums that nobody knows")
struct UnknownValueTests {
    /// The way to one field of an enum, from a request down.
    private struct EnumPath {
        var name: String
        var fields: [FieldDescriptor]

        /// A message in which that field has the value and nothing else stands.
        func bytes(_ value: UInt64) -> [UInt8] {
            var inner: [UInt8] = []
            for field in fields.reversed() {
                var writer = WireWriter()
                writer.tag(field.number, field.kind.wireType)
                if field.kind == .enum { writer.varint(value) } else { writer.lengthPrefixed(inner) }
                inner = writer.bytes
            }
            return inner
        }
    }

    private let catalogue = DescriptorCatalogue.builtIn

    /// No message of ours holds itself.
    private func enums(in message: String) throws -> [EnumPath] {
        var paths: [EnumPath] = []
        for field in try #require(catalogue.messages[message]).fields {
            let name = field.name + (field.isRepeated ? "[0]" : "")
            if field.kind == .enum { paths.append(EnumPath(name: name, fields: [field])) }
            guard field.kind == .message else { continue }
            for inner in try enums(in: field.typeName) {
                paths.append(EnumPath(name: "\(name).\(inner.name)", fields: [field] + inner.fields))
            }
        }
        return paths
    }

    /// What the call says of the request's fields.
    private func faults(_ stage: Stage, _ path: String, _ method: MethodDescriptor, _ bytes: [UInt8]) async throws
        -> [FieldFault]
    {
        do {
            if case .feed(let body) = try stage.method(path).handler {
                try await body(stage.call(path), bytes, ManualChannel(stage.loop))
                return []
            }
            let reply = try await stage.unary(path, bytes)
            // There the faults are the answer.
            return method.name == "CheckHall" ? try CheckHallResponse(decoding: reply).faults : []
        } catch let error as RPCError {
            return error.faults
        }
    }

    @Test("every request refuses them, by the field's path and with the names that it takes")
    func requests() async throws {
        let stage = Stage()
        var seen: [String] = []
        for service in catalogue.services where service.name.hasPrefix("usher.v1.") {
            for method in service.methods {
                for path in try enums(in: method.input) {
                    let call = "\(service.name)/\(method.name)"
                    seen.append("\(method.name) \(path.name)")
                    // One event of a kind of tomorrow must not keep a day's others from their server: it is rejected
                    // alone, in the reply.
                    if method.name == "SyncFocus" { continue }
                    let type = try #require(path.fields.last).typeName
                    let names = try #require(catalogue.enums[type]).numbers.filter { $0.value != 0 }.keys
                    for value: UInt64 in [99, 256, 1 << 31, UInt64.max] {
                        let told = try await faults(stage, call, method, path.bytes(value))
                        let own = told.filter { $0.field == path.name }
                        #expect(own.count == 1, "\(call) \(path.name) = \(value): \(told)")
                        #expect(names.allSatisfy { own.first?.description.contains($0) == true }, "\(own)")
                    }
                    for value in try #require(catalogue.enums[type]).names.keys where value != 0 {
                        let told = try await faults(stage, call, method, path.bytes(UInt64(value)))
                        #expect(!told.contains { $0.field == path.name }, "\(call) \(path.name) = \(value)")
                    }
                }
            }
        }
        #expect(
            Set(seen) == [
                "PutHall hall.seats[0].kind", "CheckHall hall.seats[0].kind", "CreateShow show.policy.orphan_rule",
                "UpdateShow show.policy.orphan_rule", "SuggestSeats kind", "LockBestSeats kind", "SetStatus status",
                "WatchRoom detail", "SyncFocus events[0].type",
            ])
    }

    @Test("a reply may have them: a newer server is understood as far as may be")
    func replies() throws {
        let policy = EnumPath(
            name: "", fields: [try field("usher.v1.Show", "policy"), try field("usher.v1.Policy", "orphan_rule")])
        #expect(try ShowView(decoding: policy.bytes(99)).show.policy.orphanRule == .avoidable)
        let seat = EnumPath(
            name: "", fields: [try field("usher.v1.Hall", "seats"), try field("usher.v1.Seat", "kind")])
        #expect(try Hall(decoding: seat.bytes(99)).seats.map(\.kind) == [.standard])
    }

    private func field(_ message: String, _ name: String) throws -> FieldDescriptor {
        try #require(catalogue.messages[message]?.field(named: name))
    }
}
