import UsherRPC

/// Messages of one stream that wait for its window, read piece by piece. Holds references, not copies.
struct OutputQueue {
    private struct Item {
        let bytes: [UInt8]
        /// gRPC's prefix is written by `read`, so that a large message is not copied to get one.
        let prefixed: Bool
        /// What the prefix begins with.
        var flag: UInt8 = 0
        var count: Int { bytes.count + (prefixed ? 5 : 0) }

        func prefix(_ index: Int) -> UInt8 {
            index == 0 ? flag : UInt8(truncatingIfNeeded: bytes.count >> ((4 - index) * 8))
        }
    }

    private var items: [Item] = []
    private var head = 0
    private var offset = 0

    /// Bytes left, prefixes included.
    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    mutating func append(_ message: FramedMessage) {
        append(Item(bytes: message.bytes, prefixed: false))
    }

    /// A message without its prefix.
    mutating func append(_ message: CodedMessage) {
        append(Item(bytes: message.bytes, prefixed: true, flag: message.isCompressed ? 1 : 0))
    }

    /// Bytes that are no message.
    mutating func append(raw bytes: [UInt8]) {
        append(Item(bytes: bytes, prefixed: false))
    }

    private mutating func append(_ item: Item) {
        guard item.count > 0 else { return }
        items.append(item)
        count += item.count
    }

    mutating func removeAll() {
        self = OutputQueue()
    }

    /// Moves up to `capacity` bytes to `out`: how many.
    mutating func read(into out: UnsafeMutablePointer<UInt8>, _ capacity: Int) -> Int {
        var written = 0
        while written < capacity, head < items.count {
            let item = items[head]
            if item.prefixed, offset < 5 {
                out[written] = item.prefix(offset)
                written += 1
                offset += 1
            } else {
                let start = offset - (item.prefixed ? 5 : 0)
                let length = min(capacity - written, item.bytes.count - start)
                item.bytes.withUnsafeBufferPointer { source in
                    if length > 0 { (out + written).update(from: source.baseAddress! + start, count: length) }
                }
                written += length
                offset += length
            }
            if offset == item.count { advance() }
        }
        count -= written
        return written
    }

    private mutating func advance() {
        offset = 0
        head += 1
        if head == items.count {
            // Idle streams keep no storage.
            items = []
            head = 0
        } else if head == 32 {
            items.removeFirst(head)
            head = 0
        }
    }
}
