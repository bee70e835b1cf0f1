import CNghttp2
import CSystem
import Glibc

/// The memory of one nghttp2 session. Loop only, but for its end.
///
/// With a session nghttp2 makes 25 KB of blocks of which an idle session uses less than 1 KB: a frame buffer, tables with
/// room for hundreds of streams and header fields, and the session itself. The frame buffer is lent by the loop
/// (`FrameScratch`). The others lie in pages of the session's own: while the session rests, all their words that are not
/// zero are kept in a small block, and the pages are given back. Before anybody calls the library again, every word is
/// back in its place, so the library cannot tell. All that is made later is from the heap.
final class SessionMemory {
    /// Smaller blocks are from the heap: they would have no page to themselves.
    private static let leastPaged = 512
    /// In front of each block in the pages: its length. nghttp2 aligns nothing to more.
    private static let header = 16
    private static let words = SessionPages.spanBytes / 8
    private static let maskWords = words / 64

    private let pages: SessionPages
    private let scratch: FrameScratch?
    private var span: UnsafeMutableRawPointer?
    /// The span's bytes that have blocks.
    private var used = 0
    private var isMaking = false
    private var isEnding = false
    /// Blocks of a frame's size that were made with the session.
    private(set) var frameBlocks = 0
    /// While the pages are away: a bit for each of their words, and then the words that are not zero.
    private var kept: [UInt64] = []

    /// Without `scratch` the session has a frame buffer of its own.
    init(_ pages: SessionPages, scratch: FrameScratch?) {
        self.pages = pages
        self.scratch = scratch
        span = pages.take()
    }

    deinit {
        if let span { pages.give(span) }
    }

    /// Calls `body` with the allocator that the session must be made with. The session must not outlive this object.
    func make<R>(_ body: (UnsafeMutablePointer<nghttp2_mem>) -> R) -> R {
        isMaking = true
        defer { isMaking = false }
        var allocator = nghttp2_mem(
            mem_user_data: Unmanaged.passUnretained(self).toOpaque(),
            malloc: { size, owner in SessionMemory.of(owner).allocate(size, zeroed: false) },
            free: { block, owner in SessionMemory.of(owner).release(block) },
            calloc: { count, size, owner in
                let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
                return overflow ? nil : SessionMemory.of(owner).allocate(bytes, zeroed: true)
            },
            realloc: { block, size, owner in SessionMemory.of(owner).reallocate(block, size) })
        return body(&allocator)
    }

    /// Ends the session: on whatever thread, but nobody else may use either.
    func delete(_ session: OpaquePointer) {
        wake()
        isEnding = true
        nghttp2_session_del(session)
    }

    // MARK: Rest

    var isAsleep: Bool { !kept.isEmpty }

    /// Words of the pages that are kept while they are away.
    var keptWords: Int { max(0, kept.count - Self.maskWords) }

    /// Gives the pages back until `wake`. False if they hold too much for that, or cannot be given back.
    func sleep() -> Bool {
        guard let span, !isAsleep else { return isAsleep }
        let source = span.assumingMemoryBound(to: UInt64.self)
        let count = (0..<Self.words).reduce(0) { $0 + (source[$1] == 0 ? 0 : 1) }
        guard count <= Limits.restingWords else { return false }
        var words = [UInt64](repeating: 0, count: Self.maskWords)
        words.reserveCapacity(Self.maskWords + count)
        for place in 0..<Self.words where source[place] != 0 {
            words[place / 64] |= 1 << UInt64(place % 64)
            words.append(source[place])
        }
        guard usher_discard_pages(span, SessionPages.spanBytes) == 0 else { return false }
        kept = words
        return true
    }

    /// Puts everything back where it was.
    func wake() {
        guard isAsleep, let span else { return }
        let target = span.assumingMemoryBound(to: UInt64.self)
        var next = Self.maskWords
        for group in 0..<Self.maskWords {
            var bits = kept[group]
            while bits != 0 {
                target[group * 64 + bits.trailingZeroBitCount] = kept[next]
                next += 1
                bits &= bits - 1
            }
        }
        kept = []
    }

    // MARK: The allocator

    private static func of(_ owner: UnsafeMutableRawPointer?) -> SessionMemory {
        Unmanaged<SessionMemory>.fromOpaque(owner!).takeUnretainedValue()
    }

    private func allocate(_ size: Int, zeroed: Bool) -> UnsafeMutableRawPointer? {
        if isMaking {
            if size >= FrameScratch.leastBytes {
                frameBlocks += 1
                if let scratch, frameBlocks == 1, !zeroed, size <= FrameScratch.bytes { return scratch.start }
            } else if size >= Self.leastPaged, let block = page(size) {
                return block
            }
        }
        return zeroed ? calloc(1, size) : malloc(size)
    }

    /// A block of zeroes in the pages, if it fits.
    private func page(_ size: Int) -> UnsafeMutableRawPointer? {
        let room = Self.header + (size + 15) & ~15
        guard let span, used + room <= SessionPages.spanBytes else { return nil }
        let place = span + used
        used += room
        place.storeBytes(of: size, as: Int.self)
        return place + Self.header
    }

    private func isPaged(_ block: UnsafeMutableRawPointer) -> Bool {
        guard let span else { return false }
        return block >= span && block < span + SessionPages.spanBytes
    }

    private func release(_ block: UnsafeMutableRawPointer?) {
        guard let block else { return }
        if isPaged(block) {
            // A table that grew: what it held shall not be kept through every rest.
            if !isEnding { memset(block, 0, pagedSize(block)) }
        } else if scratch?.start != block {
            free(block)
        }
    }

    private func pagedSize(_ block: UnsafeMutableRawPointer) -> Int {
        (block - Self.header).load(as: Int.self)
    }

    private func reallocate(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        guard let block else { return allocate(size, zeroed: false) }
        let isLent = scratch?.start == block
        guard isLent || isPaged(block) else { return realloc(block, size) }
        guard let moved = malloc(size) else { return nil }
        memcpy(moved, block, min(size, isLent ? FrameScratch.bytes : pagedSize(block)))
        release(block)
        return moved
    }
}

extension SessionMemory {
    /// A server's session with no callbacks, to see how the library at hand works.
    func makeProbe() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
        defer { nghttp2_session_callbacks_del(callbacks) }
        var session: OpaquePointer?
        guard make({ nghttp2_session_server_new3(&session, callbacks, nil, nil, $0) }) == 0 else { return nil }
        return session
    }

    /// True if the first frame of `session` stands in `scratch`.
    func writesFirstFrame(of session: OpaquePointer, into scratch: FrameScratch) -> Bool {
        guard nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil, 0) == 0 else { return false }
        var piece: UnsafePointer<UInt8>?
        guard nghttp2_session_mem_send(session, &piece) > 0, let piece else { return false }
        return scratch.contains(piece)
    }
}
