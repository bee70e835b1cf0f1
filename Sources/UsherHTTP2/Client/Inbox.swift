/// Messages in the order of their arrival. Its bound is the stream's window, which the server cannot pass.
struct Inbox {
    private var items: [[UInt8]] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }

    mutating func append(_ message: [UInt8]) {
        items.append(message)
    }

    mutating func popFirst() -> [UInt8]? {
        guard head < items.count else { return nil }
        defer {
            items[head] = []
            head += 1
            if head == items.count {
                items.removeAll(keepingCapacity: items.count < 64)
                head = 0
            }
        }
        return items[head]
    }
}
