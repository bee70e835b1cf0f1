import UsherRPC

/// Messages in the order of their arrival. Its bound is the stream's window, which the server cannot pass.
struct Inbox {
    private var items: [CodedMessage] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }

    mutating func append(_ message: CodedMessage) {
        items.append(message)
    }

    mutating func popFirst() -> CodedMessage? {
        guard head < items.count else { return nil }
        defer {
            items[head].bytes = []
            head += 1
            if head == items.count {
                items.removeAll(keepingCapacity: items.count < 64)
                head = 0
            }
        }
        return items[head]
    }
}
