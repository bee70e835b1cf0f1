public import Observation
public import UsherCore

/// One customer's seats on a living map: what they chose, what it costs, and the lock and the sale that it becomes.
///
/// Choosing is local and at once; nothing is sent before `lock()`. A seat leaves the selection by itself only when it can
/// no longer be had, and then `lost` and `events` say why. Calls about the lock carry request ids and are repeated until
/// their outcome is known: meanwhile the phase is `resolving`, and nothing is guessed.
///
/// Made by `SeatMap.selection`; several may share a map, as a backend's do. Having it keeps the map in use. Letting go of
/// it, or `close()`, releases a lock that is held, and never one that is being paid or sold. Its properties are observable
/// (`Observation`) from any thread, as the map's are.
public final class SeatSelection: Observable, Sendable {
    /// Whom the seats are for.
    public let holder: String
    let core: SelectionCore
    /// The map is in use as long as the selection is.
    private let use: SeatMap
    private let registrar = ObservationRegistrar()
    private let delivery: ActorDelivery<SelectionProperties>

    init(map: MapCore, holder: String, otherSeats: Int, isolation: (any Actor)?) {
        self.holder = holder
        use = SeatMap(map, nil)
        core = SelectionCore(client: map.client, map: map, holder: holder, otherSeats: otherSeats)
        delivery = ActorDelivery(to: isolation)
        core.attach(self)
        map.add(core)
    }

    deinit {
        core.close()
    }

    /// Leaves: a held lock is released, in the background. One that is being paid or sold stays, also where that is not
    /// known for certain: it is confirmed by whoever knows of the money, or it ends at its deadline. Again: nothing.
    public func close() {
        core.close()
        use.close()
    }

    // MARK: What it is

    /// The chosen seats, in the order of choosing; the locked ones while there is a lock and nothing else was chosen.
    public var selected: [ChosenSeat] { read(\.selected) { $0.seen.seats } }

    /// How many seats are chosen.
    public var count: Int { totals.count }

    /// Count and price of the chosen seats.
    public var totals: SelectionTotals { read(\.totals) { $0.seen.totals } }

    public var phase: SelectionPhase { read(\.phase) { $0.seen.phase } }

    /// The lock as the gateway told it last, also when it is over; nil before the first. Keep its `token` where it
    /// survives the app: with it `SeatMap.selection(holder:token:)` goes on.
    public var lock: SeatLock? { read(\.lock) { $0.seen.lock } }

    public var sale: SeatSale? { read(\.sale) { $0.seen.sale } }

    /// Seats that left the selection without the customer's doing, oldest first, each once; until they are chosen again
    /// or the selection is cleared.
    public var lost: [LostSeat] { read(\.lost) { $0.seen.lost } }

    /// The time left until the lock's deadline, by the gateway's clock; nil when no lock is open. It never goes below
    /// zero, never jumps, and rises only when the lock was renewed. Observers are told when the deadline is another one:
    /// whoever draws it reads it as often as it draws.
    public var remaining: TimeSpan? {
        read(\.remaining) { $0.machine.remaining(now: self.core.client.runtime.now()) }
    }

    /// How to show a seat on this customer's map; nil where the map's own state says all.
    public func mark(of code: String) -> SeatMark? {
        registrar.access(self, keyPath: \.phase)
        registrar.access(self, keyPath: \.selected)
        return core.read { $0.machine.mark(of: code) }
    }

    /// What happens, merged for each consumer.
    public var events: SelectionEvents { SelectionEvents(core: core) }

    // MARK: Observation

    private func read<Value: Sendable>(
        _ property: KeyPath<SeatSelection, Value>, _ body: (borrowing SelectionState) -> Value
    ) -> Value {
        registrar.access(self, keyPath: property)
        return core.read(body)
    }

    /// Notifies whoever tracks these properties, on the actor that made the selection; they stand already.
    func tell(_ changed: SelectionProperties) {
        delivery.tell(changed) { self.notify($0) }
    }

    private func notify(_ changed: SelectionProperties) {
        if changed.contains(.selected) { registrar.withMutation(of: self, keyPath: \.selected) {} }
        if changed.contains(.totals) { registrar.withMutation(of: self, keyPath: \.totals) {} }
        if changed.contains(.phase) { registrar.withMutation(of: self, keyPath: \.phase) {} }
        if changed.contains(.lock) { registrar.withMutation(of: self, keyPath: \.lock) {} }
        if changed.contains(.sale) { registrar.withMutation(of: self, keyPath: \.sale) {} }
        if changed.contains(.lost) { registrar.withMutation(of: self, keyPath: \.lost) {} }
        if changed.contains(.remaining) { registrar.withMutation(of: self, keyPath: \.remaining) {} }
    }
}
