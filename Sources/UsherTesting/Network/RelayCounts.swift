/// What went through a relay since it was made.
public struct RelayCounts: Sendable, Equatable {
    /// Connections that came, those that were refused included.
    public internal(set) var connectionsOpened = 0
    public internal(set) var connectionsOpen = 0
    public internal(set) var connectionsRefused = 0
    public internal(set) var up = RelayTraffic()
    public internal(set) var down = RelayTraffic()
    /// The last thousand connections in the order of their coming, those that were refused not among them.
    public internal(set) var connections: [RelayConnectionCounts] = []

    subscript(direction: RelayDirection) -> RelayTraffic {
        get { direction == .up ? up : down }
        set { if direction == .up { up = newValue } else { down = newValue } }
    }

    mutating func opened(_ id: Int, at time: Int64) {
        connectionsOpen += 1
        connections.append(RelayConnectionCounts(id: id, openedAt: time))
        if connections.count > Limits.countedConnections { connections.removeFirst() }
    }

    mutating func change(_ id: Int, _ body: (inout RelayConnectionCounts) -> Void) {
        // The newest are asked for most.
        guard let place = connections.lastIndex(where: { $0.id == id }) else { return }
        body(&connections[place])
    }

    mutating func count(
        _ id: Int, _ direction: RelayDirection, _ field: WritableKeyPath<RelayTraffic, Int>, _ bytes: Int
    ) {
        self[direction][keyPath: field] += bytes
        change(id) { $0[direction][keyPath: field] += bytes }
    }
}
