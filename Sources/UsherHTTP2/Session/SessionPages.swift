import CSystem
import Synchronization

/// Spans of whole pages, one for each session of a loop, so that a session that rests can give its pages back without
/// touching another's. As many as there were sessions at a time; a free span has no memory behind it.
///
/// Behind a lock, because the last reference to a session may be let go anywhere.
final class SessionPages: Sendable {
    /// A span's bytes: three pages hold what nghttp2 makes with a session.
    static let spanBytes = 12 << 10
    /// Spans mapped at once.
    private static let spansPerSlab = 128

    private struct State {
        var slabs: [UInt] = []
        var free: [UInt] = []
    }

    private let state = Mutex(State())

    deinit {
        for slab in state.withLock({ $0.slabs }) {
            usher_unmap_pages(UnsafeMutableRawPointer(bitPattern: slab), Self.spanBytes * Self.spansPerSlab)
        }
    }

    /// A span of zeroes; nil if the system has none.
    func take() -> UnsafeMutableRawPointer? {
        let address = state.withLock { state -> UInt? in
            if state.free.isEmpty, let slab = usher_map_pages(Self.spanBytes * Self.spansPerSlab) {
                let start = UInt(bitPattern: slab)
                state.slabs.append(start)
                // The lowest goes first.
                state.free = (0..<Self.spansPerSlab).reversed().map { start + UInt($0 * Self.spanBytes) }
            }
            return state.free.popLast()
        }
        return address.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
    }

    /// Nobody uses the span any more.
    func give(_ span: UnsafeMutableRawPointer) {
        // Whoever takes it next is promised zeroes. What cannot be given back is not used again.
        guard usher_discard_pages(span, Self.spanBytes) == 0 else { return }
        let address = UInt(bitPattern: span)
        state.withLock { $0.free.append(address) }
    }
}
