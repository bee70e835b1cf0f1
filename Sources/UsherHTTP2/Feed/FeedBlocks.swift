/// Memory for frames that wait for a tick's write: the same blocks serve all connections of a loop, tick after tick. An
/// object, so that handing it on is no access that the runtime checks: that would cost more than the copying of a delta.
///
/// Guard: touched on its loop's thread alone.
final class FeedBlocks {
    private var spare: [UnsafeMutableRawBufferPointer] = []
    private var spareBytes = 0

    deinit {
        for block in spare { block.deallocate() }
    }

    /// A block of at least `count` bytes.
    func take(_ count: Int) -> UnsafeMutableRawBufferPointer {
        if let last = spare.last, last.count >= count {
            spareBytes -= last.count
            return spare.removeLast()
        }
        var size = Limits.feedBlock
        while size < count { size *= 4 }
        return .allocate(byteCount: size, alignment: 16)
    }

    func giveBack(_ block: UnsafeMutableRawBufferPointer) {
        guard !block.isEmpty else { return }
        guard spareBytes + block.count <= Limits.spareFeedBytes else { return block.deallocate() }
        spareBytes += block.count
        spare.append(block)
    }
}
