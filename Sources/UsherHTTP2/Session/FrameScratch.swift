/// The memory in which nghttp2 puts frames together, one for all server sessions of a loop.
///
/// Each session would have 16 KB of its own for it, of which two pages are touched. What stands in it matters only
/// between the call of `mem_send` that wrote it and the copy that is made of what the call gave: the next call begins
/// with the length and the place of the rest, which are kept elsewhere, and writes the next frame from its first byte on.
/// Further buffers, for header blocks of more than one frame, are the session's own: only the one that is made with the
/// session is lent.
///
/// So it is safe as long as all that `mem_send` gives is copied before another session of the loop is asked. Once
/// NO_COPY frames are sent, their callback must write the frame's header at once: WOULDBLOCK would leave it here.
/// `Nghttp2MemoryTests` holds the library to this; `isTrusted` looks whether the one at hand works so at all.
final class FrameScratch {
    /// What a session asks for is 16,394 bytes; another version of the library may ask for more.
    static let bytes = 32 << 10
    /// The largest DATA frame: no block that a session makes for anything else is as large.
    static let leastBytes = 16 << 10

    let start = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)

    deinit {
        start.deallocate()
    }

    func contains(_ place: UnsafeRawPointer) -> Bool {
        place >= UnsafeRawPointer(start) && place < UnsafeRawPointer(start + Self.bytes)
    }

    /// True if the library at hand makes exactly one block of a frame's size with a session, and writes its frames there.
    static let isTrusted: Bool = {
        let scratch = FrameScratch()
        let memory = SessionMemory(SessionPages(), scratch: scratch)
        guard let session = memory.makeProbe() else { return false }
        defer { memory.delete(session) }
        return memory.frameBlocks == 1 && memory.writesFirstFrame(of: session, into: scratch)
    }()
}
