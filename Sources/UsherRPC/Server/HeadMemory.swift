/// What an earlier request of a loop's clients said: most requests say the same again, and their strings need not be made
/// anew. Holds the fields of one request, so no more than the limits of one. Belongs to one loop.
public final class HeadMemory {
    let paths: KnownPaths
    private(set) var fields = RememberedFields(Metadata())
    private(set) var acceptEncoding = ""
    private var acceptBytes: [UInt8] = []
    /// Requests since then that said something else.
    private var misses = 0

    init(_ paths: KnownPaths) {
        self.paths = paths
    }

    /// A request's head is complete that said something else than is held here. Not each one is taken: where clients differ,
    /// most of their requests would make it anew for nothing.
    public func learn(from head: RequestHead) {
        guard head.isNew, !head.isOversized else { return }
        defer { misses += 1 }
        guard misses % Limits.missesPerLesson == 0 else { return }
        fields = RememberedFields(head.metadata)
        acceptEncoding = head.acceptEncoding ?? ""
        acceptBytes = Array(acceptEncoding.utf8)
    }

    func acceptsEncoding(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        FieldBytes.areEqual(value, acceptBytes)
    }
}
