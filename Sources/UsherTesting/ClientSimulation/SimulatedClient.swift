import UsherCore

/// One device: the real machine of a followed map, an app that is told, and what its network did.
final class SimulatedClient {
    let number: Int
    var machine: SeatWatchMachine
    var generator: SeededGenerator
    var app = SimulatedApplication()
    var book = WatchBook()
    var link = SimulatedLink()
    var streams: [Int: SimulatedStream] = [:]
    /// Those at the device: the present one is the last, the others have left and their last calls are under way.
    var customers: [SimulatedCustomer] = []
    /// Users of the map.
    var users = 0
    /// Nothing reaches the client before this, its own timers included: a closed lid, a busy thread.
    var frozenUntil: Int64 = 0
    /// When the next `timer` is planned for.
    var wakes: Int64?
    /// Its clock, which never steps, less the virtual time.
    let clockOffset: Int64

    init(number: Int, settings: WatchSettings, random: inout SeededGenerator) {
        self.number = number
        machine = SeatWatchMachine(settings)
        generator = SeededGenerator(seed: random.next())
        clockOffset = Int64(random.below(1_000_000)) * 1_000_000_000
    }
}
