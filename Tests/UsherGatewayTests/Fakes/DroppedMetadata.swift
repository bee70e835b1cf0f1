import UsherRPC

/// For calls whose metadata nobody looks at.
final class DroppedMetadata: ResponseMetadata {
    func addHeaders(_ metadata: Metadata) {}
    func addTrailers(_ metadata: Metadata) {}
    func compressReply() {}
}
