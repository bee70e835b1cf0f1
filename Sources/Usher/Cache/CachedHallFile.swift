import UsherCore
import UsherWire

/// What the file of a hall holds.
struct CachedHallFile: Sendable, Equatable {
    var key: HallKey
    var hall: Hall
    var mark: HallMark

    private static let sections = 2

    /// A hall and the bytes of its file.
    static func encode(_ hall: Hall, of key: HallKey) -> (mark: HallMark, bytes: [UInt8]) {
        let content = hall.encoded()
        return (HallMark(ofHall: content), CacheFormat.seal(.hall, [Array(key.namespace.utf8), content]))
    }

    /// Reads a file that must be of `key`. A hall with faults is refused: drawing one could go beyond its rows.
    init(decoding bytes: [UInt8], of key: HallKey) throws(CacheFault) {
        let sections = try CacheFormat.open(.hall, bytes, count: Self.sections)
        do throws(WireError) {
            hall = try Hall(decoding: sections[1])
        } catch {
            throw .damaged
        }
        guard sections[0].elementsEqual(key.namespace.utf8), hall.hallID == key.hallID, hall.revision == key.revision
        else { throw .ofAnother }
        guard hall.faults().isEmpty else { throw .damaged }
        self.key = key
        mark = HallMark(ofHall: sections[1])
    }
}
