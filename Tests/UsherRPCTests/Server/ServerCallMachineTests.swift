import Testing

@testable import UsherRPC

@Suite struct ServerCallMachineTests {
    /// What may happen to a call.
    enum Event: Sendable {
        case bytes([UInt8])
        case end
        case take
        case begin
        case finish
        case lose
    }

    /// Plays events and tells the answers in words.
    static func play(
        _ kind: ServerCallMachine.RequestKind, _ events: [Event], encoding: MessageEncoding = .identity
    ) -> [String] {
        var machine = ServerCallMachine(kind, maxRequestBytes: 8, encoding: encoding)
        return events.map { event in
            switch event {
            case .bytes(let bytes): word(bytes.withUnsafeBytes { machine.receive($0) })
            case .end: word(machine.receiveEnd())
            case .take: machine.takeMessage().map { "took \(word($0))" } ?? "nothing there"
            case .begin: machine.beginResponse() ? "headers" : "no headers"
            case .finish: "\(machine.finish())"
            case .lose: machine.lose() ? "lost" : "was over"
            }
        }
    }

    static func word(_ intent: ServerCallMachine.Intent) -> String {
        switch intent {
        case .nothing: "-"
        case .start(let message): "start \(word(message))"
        case .wake: "wake"
        case .fail(let error): "fail \(error.code)"
        }
    }

    static func word(_ message: CodedMessage) -> String { "\(message.isCompressed ? "packed " : "")\(message.bytes)" }

    static let one = FramedMessage([1]).bytes
    static let two = FramedMessage([2]).bytes
    static let big = FramedMessage([UInt8](repeating: 0, count: 9)).bytes

    static let single: [([Event], [String])] = [
        ([.bytes(one), .end], ["-", "start [1]"]),
        ([.bytes(Array(one.prefix(3))), .bytes(Array(one.dropFirst(3))), .end], ["-", "-", "start [1]"]),
        ([.end], ["fail unimplemented"]),
        ([.bytes(one), .bytes(two), .end], ["-", "fail unimplemented", "-"]),
        ([.bytes(one + two), .end], ["fail unimplemented", "-"]),
        ([.bytes(Array(one.dropLast())), .end], ["-", "fail internal"]),
        ([.bytes([0, 0]), .end], ["-", "fail internal"]),
        ([.bytes(one + [0]), .end], ["-", "fail internal"]),
        ([.bytes(big), .bytes(big), .end], ["fail resourceExhausted", "-", "-"]),
        ([.bytes([1, 0, 0, 0, 0])], ["fail internal"]),
        ([.bytes(one), .end, .end], ["-", "start [1]", "-"]),
        ([.bytes(one), .lose, .end, .finish], ["-", "lost", "-", "none"]),
        ([.bytes(one), .finish, .end], ["-", "trailersOnly", "-"]),
    ]

    @Test("a single request starts its handler with exactly one message, at its end", arguments: single)
    func singles(events: [Event], answers: [String]) {
        #expect(Self.play(.single, events) == answers)
    }

    static let stream: [([Event], [String])] = [
        ([.take, .bytes(one), .take, .take], ["nothing there", "wake", "took [1]", "nothing there"]),
        ([.bytes(one + two), .take, .take, .end], ["wake", "took [1]", "took [2]", "wake"]),
        ([.bytes(one + Array(two.prefix(2))), .end, .take], ["wake", "fail internal", "nothing there"]),
        ([.end, .take], ["wake", "nothing there"]),
        ([.bytes(one), .bytes(big), .take], ["wake", "fail resourceExhausted", "nothing there"]),
        ([.bytes(one), .lose, .take, .bytes(two)], ["wake", "lost", "nothing there", "-"]),
        ([.finish, .bytes(one), .take], ["trailersOnly", "-", "nothing there"]),
    ]

    @Test("a streamed request hands its messages over as they come", arguments: stream)
    func streams(events: [Event], answers: [String]) {
        #expect(Self.play(.stream, events) == answers)
    }

    static let packed: [UInt8] = [1, 0, 0, 0, 2, 31, 139]

    static let coded: [(ServerCallMachine.RequestKind, [Event], [String])] = [
        (.single, [.bytes(packed), .end], ["-", "start packed [31, 139]"]),
        (.single, [.bytes(one), .end], ["-", "start [1]"]),
        (.stream, [.bytes(packed + one), .take, .take], ["wake", "took packed [31, 139]", "took [1]"]),
    ]

    @Test("a message of an encoded request is handed over as it came, with its mark", arguments: coded)
    func encoded(kind: ServerCallMachine.RequestKind, events: [Event], answers: [String]) {
        #expect(Self.play(kind, events, encoding: .gzip) == answers)
    }

    static let response: [([Event], [String])] = [
        ([.finish, .finish], ["trailersOnly", "none"]),
        ([.begin, .begin, .finish, .begin], ["headers", "no headers", "trailers", "no headers"]),
        ([.lose, .begin, .finish, .lose], ["lost", "no headers", "none", "was over"]),
        ([.begin, .lose, .finish], ["headers", "lost", "none"]),
        ([.finish, .lose], ["trailersOnly", "was over"]),
    ]

    @Test("headers are sent once, and a call ends once", arguments: response)
    func responses(events: [Event], answers: [String]) {
        #expect(Self.play(.stream, events) == answers)
        #expect(Self.play(.single, events) == answers)
    }

    @Test("an ended call holds no bytes")
    func memory() {
        var machine = ServerCallMachine(.stream, maxRequestBytes: 8)
        _ = (Self.one + Self.two.prefix(4)).withUnsafeBytes { machine.receive($0) }
        #expect(machine.heldBytes == 1 + 4)
        _ = machine.finish()
        #expect(machine.heldBytes == 0)
        _ = Self.one.withUnsafeBytes { machine.receive($0) }
        #expect(machine.heldBytes == 0)
    }
}
