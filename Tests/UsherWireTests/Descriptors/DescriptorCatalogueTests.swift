import Testing

@testable import UsherWire

@Suite("The built-in descriptors")
struct DescriptorCatalogueTests {
    private let catalogue = DescriptorCatalogue.builtIn

    @Test("every service of the contract is there, with its methods and streams")
    func services() throws {
        #expect(
            catalogue.services.map(\.name) == [
                "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
                "grpc.reflection.v1alpha.ServerReflection", "usher.v1.FocusService", "usher.v1.HallService",
                "usher.v1.LockService", "usher.v1.RoomService", "usher.v1.SeatService", "usher.v1.ShowService",
            ])
        let seats = try #require(catalogue.services.first { $0.name == "usher.v1.SeatService" })
        #expect(seats.methods.map(\.name) == ["GetSeats", "WatchSeats", "SuggestSeats"])
        #expect(seats.methods.map(\.isServerStreaming) == [false, true, false])
        #expect(seats.methods[1].input == "usher.v1.WatchSeatsRequest")
        #expect(seats.methods[1].output == "usher.v1.SeatEvent")
        let reflection = try #require(catalogue.services.first { $0.name == "grpc.reflection.v1.ServerReflection" })
        #expect(reflection.methods[0].isClientStreaming)
    }

    @Test("a file comes first and with all that it imports, each once")
    func filesWithImports() throws {
        let files = try #require(catalogue.files(named: "usher/v1/seat.proto"))
        let names = try files.map { file in
            var reader = WireReader(file[...])
            let first = try #require(try reader.next())
            guard case .bytes(let name) = first.payload else { return "" }
            return String(decoding: name, as: UTF8.self)
        }
        #expect(names.first == "usher/v1/seat.proto")
        #expect(
            names.sorted() == [
                "google/protobuf/duration.proto", "google/protobuf/field_mask.proto",
                "google/protobuf/timestamp.proto", "usher/v1/hall.proto", "usher/v1/seat.proto",
                "usher/v1/seat_state.proto", "usher/v1/show.proto", "usher/v1/stream.proto",
                "usher/v1/suggestion.proto",
            ])
        #expect(catalogue.files(named: "usher/v1/none.proto") == nil)
    }

    @Test(
        "everything that has a name is found",
        arguments: [
            "usher.v1.Hall", "usher.v1.Hall.seats", ".usher.v1.Hall", "usher.v1.SeatState", "usher.v1.SEAT_STATE_SOLD",
            "usher.v1.SeatState.SEAT_STATE_SOLD", "usher.v1.HallService", "usher.v1.HallService.PutHall",
            "usher.v1.SeatEvent.event", "grpc.health.v1.HealthCheckResponse.ServingStatus",
            "google.rpc.ErrorInfo.MetadataEntry", "usher.v1.SeatConflict", "google.protobuf.Timestamp",
        ])
    func symbols(name: String) {
        #expect(catalogue.files(containing: name) != nil)
    }

    @Test("what does not exist is not found", arguments: ["", ".", "usher.v1", "usher.v1.Nothing", "usher.v1.Hall."])
    func unknownSymbols(name: String) {
        #expect(catalogue.files(containing: name) == nil)
    }

    @Test("no message contains itself, so nesting has a bound without a counter")
    func noRecursion() {
        func reaches(_ name: String, _ path: [String]) -> Bool {
            guard !path.contains(name) else { return true }
            guard let message = catalogue.messages[name] else { return false }
            return message.fields.contains { $0.kind == .message && reaches($0.typeName, path + [name]) }
        }
        for name in catalogue.messages.keys { #expect(!reaches(name, []), "\(name) contains itself") }
    }

    @Test("every message of ours that is named in Swift exists")
    func messageNames() {
        for name in [
            Fixtures.hall.typeName, Fixtures.lock.typeName, Fixtures.sale.typeName, Fixtures.show.typeName,
            Fixtures.delta.typeName, LockSeatsRequest.messageName, UpdateShowRequest.messageName,
            StatusMessage.messageName, SeatConflict.messageName, ReflectionResponse.messageName,
            HealthCheckResponse.messageName,
        ] {
            #expect(catalogue.hasMessage(name), "\(name)")
        }
    }
}

extension WireMessage {
    fileprivate var typeName: String { Self.messageName }
}
