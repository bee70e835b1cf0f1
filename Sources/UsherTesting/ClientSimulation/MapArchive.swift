import UsherCore

/// The map at every position that the gateway ever was at, in every epoch: what clients are judged by.
struct MapArchive {
    private var epochs: [String: (from: UInt64, maps: [[UInt8]])] = [:]

    mutating func keep(_ ledger: SimulatedLedger) {
        epochs[ledger.epoch] = (ledger.mapsFrom, ledger.maps)
    }

    /// nil where the gateway never was there.
    func map(at position: Position, _ ledger: SimulatedLedger) -> [UInt8]? {
        let (from, maps) =
            position.epoch == ledger.epoch
            ? (ledger.mapsFrom, ledger.maps) : epochs[position.epoch] ?? (0, [])
        guard position.seq >= from, position.seq - from < UInt64(maps.count) else { return nil }
        return maps[Int(position.seq - from)]
    }
}
