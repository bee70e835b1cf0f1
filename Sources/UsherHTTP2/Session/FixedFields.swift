import CNghttp2
import UsherRPC

/// Header fields that many answers have in common, laid out once in the form that nghttp2 takes, and told not to be
/// copied: they stay where they are for good.
///
/// Guard: written before anybody else can see it, and never again.
struct FixedFields: @unchecked Sendable {
    let list: UnsafePointer<nghttp2_nv>
    let count: Int

    private init(_ fields: [Metadata.Entry]) {
        let list = UnsafeMutablePointer<nghttp2_nv>.allocate(capacity: fields.count)
        for (index, field) in fields.enumerated() {
            let flags = NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue
            (list + index).initialize(
                to: nghttp2_nv(
                    name: Self.lasting(field.name), value: Self.lasting(field.value), namelen: field.name.utf8.count,
                    valuelen: field.value.utf8.count, flags: UInt8(flags)))
        }
        self.list = UnsafePointer(list)
        count = fields.count
    }

    private static func lasting(_ text: String) -> UnsafeMutablePointer<UInt8> {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, text.utf8.count))
        _ = bytes.initialize(from: text.utf8)
        return bytes.baseAddress!
    }

    /// The head of an answer with messages.
    static let plainHead = FixedFields(ServerStream.plainHead)
    /// The same if they may be compressed.
    static let gzipHead = FixedFields(ServerStream.gzipHead)
    /// The end of a call that went well, and whose handler added nothing.
    static let okTrailers = FixedFields(StatusTrailers.fields(nil))
}
