/// Whole frames that wait for a connection's next write. Plain memory, so that a delivery appends to it without a look at
/// the connection; its place does not change as long as its session lives.
///
/// Guard: touched on its loop's thread alone.
struct FeedOutlet {
    private(set) var bytes: UnsafeMutableRawBufferPointer = .init(start: nil, count: 0)
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Memory comes from the pool.
    mutating func append(_ frame: UnsafeRawBufferPointer, _ pool: FeedBlocks) {
        if count + frame.count > bytes.count { grow(by: frame.count, pool) }
        (bytes.baseAddress! + count).copyMemory(from: frame.baseAddress!, byteCount: frame.count)
        count += frame.count
    }

    private mutating func grow(by more: Int, _ pool: FeedBlocks) {
        let larger = pool.take(max(count + more, 2 * bytes.count))
        if count > 0 { larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        pool.giveBack(bytes)
        bytes = larger
    }

    /// What waited; the memory goes back to the pool.
    mutating func take(into out: inout [UInt8], _ pool: FeedBlocks) {
        out.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        empty(pool)
    }

    mutating func empty(_ pool: FeedBlocks) {
        count = 0
        pool.giveBack(bytes)
        bytes = .init(start: nil, count: 0)
    }
}
