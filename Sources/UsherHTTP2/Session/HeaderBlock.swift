import CNghttp2
import UsherRPC

/// Header fields in the form that nghttp2 takes; it copies them.
enum HeaderBlock {
    static func with<R>(_ fields: [Metadata.Entry], _ body: (UnsafePointer<nghttp2_nv>, Int) -> R) -> R {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count })
        for field in fields {
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(contentsOf: field.value.utf8)
        }
        return bytes.withUnsafeMutableBufferPointer { buffer in
            withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: max(1, fields.count)) { list in
                // An empty buffer has no address, but its fields are empty too and are never read.
                var at = buffer.baseAddress ?? UnsafeMutablePointer(bitPattern: 1)!
                for (index, field) in fields.enumerated() {
                    let name = field.name.utf8.count
                    let value = field.value.utf8.count
                    list[index] = nghttp2_nv(
                        name: at, value: at + name, namelen: name, valuelen: value,
                        flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
                    at += name + value
                }
                return body(UnsafePointer(list.baseAddress!), fields.count)
            }
        }
    }
}
