/// Makes keys of the bytes that a terminal sends. A sequence may come in pieces; one that nobody knows is passed over
/// whole, so that its letters do not do what the letters' keys do.
struct KeyParser: Sendable {
    private var pending: [UInt8] = []

    /// Bytes of a sequence at most; terminals send fewer.
    private static let longestSequence = 16

    /// The keys that are complete with these bytes. A lone escape is complete when nothing follows in the same read.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while !pending.isEmpty {
            if pending == [0x1B] {
                pending = []
                keys.append(.escape)
            } else if pending[0] == 0x1B, pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") {
                guard takeSequence(&keys) else { break }
            } else {
                if let key = Self.key(pending.removeFirst()) { keys.append(key) }
            }
        }
        return keys
    }

    /// `ESC [ … final` and `ESC O final`; false if the end is still to come.
    private mutating func takeSequence(_ keys: inout [Key]) -> Bool {
        guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            if pending.count > Self.longestSequence { pending = [] }
            return false
        }
        switch pending[end] {
        case UInt8(ascii: "A"): keys.append(.up)
        case UInt8(ascii: "B"): keys.append(.down)
        case UInt8(ascii: "C"): keys.append(.right)
        case UInt8(ascii: "D"): keys.append(.left)
        default: break
        }
        pending.removeFirst(end + 1)
        return true
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0A, 0x0D: .enter
        case 0x1B: .escape
        case 0x20...0x7E: .character(Character(UnicodeScalar(byte)))
        default: nil
        }
    }
}
