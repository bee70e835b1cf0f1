/// Messages that arrived and that nobody took yet, in order. The only message of most requests needs no list.
struct MessageInbox: Sendable {
    private var first: CodedMessage?
    private var more: [CodedMessage] = []
    private var head = 0

    /// Bytes of all of them.
    private(set) var bytes = 0

    var count: Int { (first == nil ? 0 : 1) + more.count - head }
    var isEmpty: Bool { first == nil }

    mutating func append(_ message: CodedMessage) {
        bytes += message.bytes.count
        if first == nil { first = message } else { more.append(message) }
    }

    mutating func take() -> CodedMessage? {
        guard let message = first else { return nil }
        bytes -= message.bytes.count
        first = nil
        guard head < more.count else { return message }
        first = more[head]
        more[head].bytes = []
        head += 1
        if head == more.count {
            more = []
            head = 0
        }
        return message
    }
}
