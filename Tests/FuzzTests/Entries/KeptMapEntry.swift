import UsherCore

@testable import Usher

/// Files of the map cache: what is taken for a kept map or hall comes back from its bytes as the same value, and one
/// that was changed on the disk is refused, unless it was changed to what it was.
enum KeptMapEntry {
    private static let key = MapKey(namespace: "n", showID: "S")
    private static let hallKey = HallKey(namespace: "n", hallID: "H", revision: 1)
    private static let good: (map: [UInt8], hall: [UInt8]) = {
        let hall = Hall(
            hallID: "H", revision: 1, rowCount: 1, columnCount: 2,
            seats: [Seat(code: "1", row: 0, column: 0), Seat(code: "2", row: 0, column: 1)])
        let file = CachedHallFile.encode(hall, of: hallKey)
        let snapshot = SeatSnapshot(
            showID: "S", epoch: "e", seq: 5, hallID: "H", hallRevision: 1, states: [1, 3],
            serverTime: Timestamp(nanoseconds: 1))
        return (CachedMapFile(key: key, snapshot: snapshot, show: nil, hallMark: file.mark).encoded(), file.bytes)
    }()

    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        switch source.byte() {
        case 0: try check(source.remainder())
        case 1:
            let mark = HallMark(ofHall: []).bytes
            let namespace = Array(key.namespace.utf8)
            let snapshot = source.chunk()
            try check(CacheFormat.seal(.map, [namespace, snapshot, source.remainder(), mark]))
        case 2: try check(CacheFormat.seal(.hall, [Array(key.namespace.utf8), source.remainder()]))
        default: try change(&source)
        }
    }

    private static func check(_ bytes: [UInt8]) throws {
        if let file = try? CachedMapFile(decoding: bytes, of: key) {
            try require(file.snapshot.showID == key.showID, "a map of \(file.snapshot.showID)")
            try require((try? CachedMapFile(decoding: file.encoded(), of: key)) == file, "\(file) does not come back")
        }
        if let file = try? CachedHallFile(decoding: bytes, of: hallKey) {
            try require(file.hall.faults().isEmpty, "a hall with faults")
            let again = try? CachedHallFile(decoding: CachedHallFile.encode(file.hall, of: hallKey).bytes, of: hallKey)
            try require(again?.hall == file.hall, "\(file.hall) does not come back")
        }
    }

    /// Damage: bytes overwritten, and the end cut off.
    private static func change(_ source: inout ByteSource) throws {
        var (map, hall) = good
        let cut = source.number(below: 3)
        while !source.isEmpty {
            let place = Int(source.byte())
            let value = source.byte()
            map[place % map.count] = value
            hall[place % hall.count] = value
        }
        map.removeLast(cut)
        hall.removeLast(cut)
        let isMap = (try? CachedMapFile(decoding: map, of: key)) != nil
        let isHall = (try? CachedHallFile(decoding: hall, of: hallKey)) != nil
        try require(isMap == (map == good.map), "a changed map is taken for a kept one: \(map)")
        try require(isHall == (hall == good.hall), "a changed hall is taken for a kept one: \(hall)")
    }
}
