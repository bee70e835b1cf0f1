import UsherCore
import UsherWire

/// What the file of a map holds: everything but the hall, which is a file of its own.
struct CachedMapFile: Sendable, Equatable {
    var key: MapKey
    var snapshot: SeatSnapshot
    var show: Show?
    /// Of the hall that the map was kept with.
    var hallMark: HallMark

    private static let sections = 4

    func encoded() -> [UInt8] {
        CacheFormat.seal(
            .map,
            [
                Array(key.namespace.utf8), SeatEvent.snapshot(snapshot).encoded(),
                show.map { ShowView(show: $0, seq: snapshot.seq).encoded() } ?? [], hallMark.bytes,
            ])
    }

    /// Reads a file that must be of `key`.
    init(decoding bytes: [UInt8], of key: MapKey) throws(CacheFault) {
        let sections = try CacheFormat.open(.map, bytes, count: Self.sections)
        guard let mark = HallMark(sections[3]) else { throw .damaged }
        let event: SeatEvent
        do throws(WireError) {
            event = try SeatEvent(decoding: sections[1])
            show = sections[2].isEmpty ? nil : try ShowView(decoding: sections[2]).show
        } catch {
            throw .damaged
        }
        guard case .snapshot(let snapshot) = event else { throw .damaged }
        guard sections[0].elementsEqual(key.namespace.utf8), snapshot.showID == key.showID else { throw .ofAnother }
        self.key = key
        self.snapshot = snapshot
        hallMark = mark
    }

    init(key: MapKey, snapshot: SeatSnapshot, show: Show?, hallMark: HallMark) {
        self.key = key
        self.snapshot = snapshot
        self.show = show
        self.hallMark = hallMark
    }

    var hallKey: HallKey {
        HallKey(namespace: key.namespace, hallID: snapshot.hallID, revision: snapshot.hallRevision)
    }
}
