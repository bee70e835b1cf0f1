/// The paths of a server's methods, found by their bytes: a request for one of them needs no string of its own.
struct KnownPaths: Sendable {
    private struct Entry {
        let bytes: [UInt8]
        let path: String
    }

    /// Entries by their hash, a power of two of them, at most half in use. Nothing that clients send is ever entered.
    private var table: [Entry?]

    init(_ paths: [String]) {
        var size = 16
        while size < paths.count * 2 { size *= 2 }
        table = Array(repeating: nil, count: size)
        for path in paths {
            let entry = Entry(bytes: Array(path.utf8), path: path)
            var place = entry.bytes.withUnsafeBufferPointer { Self.hash($0) } & (size - 1)
            while table[place] != nil { place = (place + 1) & (size - 1) }
            table[place] = entry
        }
    }

    subscript(bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var place = Self.hash(bytes) & (table.count - 1)
        while let entry = table[place] {
            if FieldBytes.areEqual(bytes, entry.bytes) { return entry.path }
            place = (place + 1) & (table.count - 1)
        }
        return nil
    }

    /// Of the length and the last bytes, in which paths differ most.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hash = UInt(bytes.count)
        for byte in bytes.suffix(12) { hash = (hash ^ UInt(byte)) &* 0x100_0000_01B3 }
        return Int(bitPattern: hash >> 7)
    }
}
