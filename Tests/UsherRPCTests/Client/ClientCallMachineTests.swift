import Testing

@testable import UsherRPC

@Suite("A call as its client sees it")
struct ClientCallMachineTests {
    private func fields(_ pairs: [(String, String)]) -> Metadata {
        var metadata = Metadata()
        for (name, value) in pairs { metadata.add(name, value) }
        return metadata
    }

    private func open(_ reply: ClientCallMachine.Reply) -> ClientCallMachine {
        var machine = ClientCallMachine(reply: reply, maxReplyBytes: 100)
        machine.receive(
            fields: fields([(":status", "200"), ("content-type", "application/grpc")]), endsStream: false)
        return machine
    }

    private func body(_ machine: inout ClientCallMachine, _ bytes: [UInt8]) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        bytes.withUnsafeBytes { machine.receive(body: $0) { messages.append($0.bytes) } }
        return messages
    }

    @Test("messages come out whole, however the bytes are cut")
    func cuts() {
        let bytes: [UInt8] = [0, 0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 9]
        for cut in 0...bytes.count {
            var machine = open(.many)
            let messages = body(&machine, Array(bytes[..<cut])) + body(&machine, Array(bytes[cut...]))
            #expect(messages == [[7, 8], [], [9]])
            machine.receive(fields: fields([("grpc-status", "0"), ("x-end", "1")]), endsStream: true)
            #expect(machine.end == .ok)
            #expect(machine.trailers["x-end"] == "1")
        }
    }

    @Test("the first end stands, whatever comes after it")
    func oneEnd() {
        var machine = open(.many)
        machine.deadlinePassed()
        let first = machine.end
        machine.cancelled()
        machine.connectionBroke("gone")
        machine.receiveClose(code: 7, expired: false)
        machine.receive(fields: fields([("grpc-status", "0")]), endsStream: true)
        #expect(body(&machine, [0, 0, 0, 0, 0]).isEmpty)
        #expect(machine.end == first)
        #expect(machine.end?.error?.code == .deadlineExceeded)
    }

    @Test("response headers commit a call that fails later; headers that are its end do not")
    func commitment() {
        var begun = open(.one)
        begun.connectionBroke("gone")
        #expect(begun.end?.error?.isCommitted == true)
        var answered = open(.many)
        answered.receive(fields: fields([("grpc-status", "14")]), endsStream: true)
        #expect(answered.end?.error?.isCommitted == true)
        var refused = ClientCallMachine(reply: .one, maxReplyBytes: 100)
        refused.receive(
            fields: fields([(":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "14")]),
            endsStream: true)
        #expect(refused.end?.error?.isCommitted == false)
        var lost = ClientCallMachine(reply: .one, maxReplyBytes: 100)
        lost.connectionBroke("gone")
        #expect(lost.end?.error?.isCommitted == false)
    }

    @Test("CANCEL from the peer after the deadline is the deadline")
    func cancelAtDeadline() {
        var late = open(.one)
        late.receiveClose(code: 8, expired: true)
        #expect(late.end?.error?.code == .deadlineExceeded)
        var early = open(.one)
        early.receiveClose(code: 8, expired: false)
        #expect(early.end?.error?.code == .cancelled)
    }

    @Test("a refusal before the headers may be repeated, one after them may not")
    func refused() {
        var before = ClientCallMachine(reply: .one, maxReplyBytes: 100)
        before.receiveClose(code: 7, expired: false)
        guard case .neverProcessed = before.end else {
            Issue.record("\(String(describing: before.end))")
            return
        }
        var after = open(.one)
        after.receiveClose(code: 7, expired: false)
        guard case .failed(let error) = after.end else {
            Issue.record("\(String(describing: after.end))")
            return
        }
        #expect(error.code == .unavailable)
        #expect(error.isCommitted)
    }

    @Test("every grpc-status is told as it is", arguments: StatusCode.allCases)
    func statuses(code: StatusCode) {
        var machine = ClientCallMachine(reply: .many, maxReplyBytes: 100)
        machine.receive(
            fields: fields([
                (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "\(code.rawValue)"),
                ("grpc-message", "a%20b"), ("x-more", "1"),
            ]), endsStream: true)
        if code == .ok {
            #expect(machine.end == .ok)
        } else {
            #expect(machine.end?.error?.code == code)
            #expect(machine.end?.error?.message == "a b")
            #expect(machine.end?.error?.metadata == fields([("x-more", "1")]))
        }
    }

    @Test("a grpc-status counts whatever the HTTP status beside it")
    func statusBesideHTTP() {
        var machine = ClientCallMachine(reply: .one, maxReplyBytes: 100)
        machine.receive(fields: fields([(":status", "503"), ("grpc-status", "5")]), endsStream: true)
        #expect(machine.end?.error?.code == .notFound)
    }

    @Test("a second block of headers without an end is a fault of the peer")
    func secondHeaders() {
        var machine = open(.many)
        machine.receive(fields: fields([(":status", "200")]), endsStream: false)
        #expect(machine.end?.error?.code == .internal)
    }

    /// A call whose response headers name this encoding.
    private func encoded(_ encoding: String) -> ClientCallMachine {
        var machine = ClientCallMachine(reply: .many, maxReplyBytes: 100)
        machine.receive(
            fields: fields([(":status", "200"), ("content-type", "application/grpc"), ("grpc-encoding", encoding)]),
            endsStream: false)
        return machine
    }

    @Test("an encoding that was not offered is named by the first message that needs it")
    func unknownEncoding() {
        var machine = encoded("snappy")
        #expect(body(&machine, [0, 0, 0, 0, 1, 1]) == [[1]])
        #expect(machine.end == nil)
        #expect(body(&machine, [1, 0, 0, 0, 1, 1]).isEmpty)
        #expect(machine.end?.error?.code == .internal)
        #expect(machine.end?.error?.message.contains("snappy") == true)
    }

    @Test("within gzip each message is handed over with its mark")
    func encoding() {
        var machine = encoded("gzip")
        var messages: [CodedMessage] = []
        let bytes: [UInt8] = [1, 0, 0, 0, 2, 31, 139, 0, 0, 0, 0, 1, 9]
        bytes.withUnsafeBytes { machine.receive(body: $0) { messages.append($0) } }
        #expect(messages == [CodedMessage([31, 139], isCompressed: true), CodedMessage([9])])
        #expect(machine.end == nil)
    }

    @Test("a message marked as compressed without an encoding, or with an unknown flag, is told as what it is")
    func marks() {
        for (encoding, flag) in [("identity", UInt8(1)), ("identity", 2), ("gzip", 2), ("snappy", 2)] {
            var machine = encoded(encoding)
            #expect(body(&machine, [flag, 0, 0, 0, 1, 1]).isEmpty)
            #expect(machine.end?.error?.code == .internal)
            #expect(machine.end?.error?.message.contains("offered") == false)
        }
    }
}
