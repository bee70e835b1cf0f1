import Glibc
import UsherCore

/// What callers on any thread leave for the ledger thread. Bounded: a request that finds it full is turned away.
///
/// Guard: `mutex` is held around every access to the fields below it.
final class Mailbox: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrival: UnsafeMutablePointer<pthread_cond_t>
    private var asks: [Ask] = []
    /// Whether one of them is about very many seats.
    private var hasHeavy = false
    /// So many have to be there for the thread to be woken; more than one while it gathers.
    private var wanted = 1
    private var isWoken = false
    private var isFinished = false
    private var isShut = false

    init() {
        mutex = .allocate(capacity: 1)
        // It is held for some nanoseconds at a time: who finds it taken looks again before going to sleep.
        var kind = pthread_mutexattr_t()
        pthread_mutexattr_init(&kind)
        pthread_mutexattr_settype(&kind, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        pthread_mutex_init(mutex, &kind)
        pthread_mutexattr_destroy(&kind)
        arrival = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(arrival, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(arrival)
        arrival.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Turns the request away at once if too much waits or the ledger is closed. What frees resources and what comes
    /// once is taken in any case: `isBounded` false.
    func post(_ ask: Ask, isBounded: Bool = true) {
        pthread_mutex_lock(mutex)
        let error = admit(ask, isBounded: isBounded)
        let isEnough = asks.count >= wanted
        pthread_mutex_unlock(mutex)
        if let error {
            ask.refuse(error)
        } else if isEnough {
            pthread_cond_signal(arrival)
        }
    }

    /// The same for several, in their order: the thread is woken once.
    func post(_ orders: [LedgerOrder]) {
        var error: LedgerError?
        var admitted = 0
        pthread_mutex_lock(mutex)
        for order in orders {
            error = admit(.execute(order), isBounded: true)
            if error != nil { break }
            admitted += 1
        }
        let isEnough = asks.count >= wanted
        pthread_mutex_unlock(mutex)
        if isEnough { pthread_cond_signal(arrival) }
        if let error {
            for order in orders.dropFirst(admitted) { order.answer.answer(.failure(error)) }
        }
    }

    /// With `mutex` held. Why the request is turned away; nil if it is taken.
    private func admit(_ ask: Ask, isBounded: Bool) -> LedgerError? {
        if isShut { return LedgerError(.storeAway, "the ledger is closed") }
        if isBounded, asks.count >= Limits.mailbox {
            return LedgerError(
                .storeAway, "\(Limits.mailbox) requests wait for the ledger already; try again later")
        }
        asks.append(ask)
        if ask.seats >= Limits.manySeats { hasHeavy = true }
        return nil
    }

    /// Has the thread look at the clock.
    func wake() {
        pthread_mutex_lock(mutex)
        isWoken = true
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(arrival)
    }

    /// Nobody holds the ledger any more: the thread shall end.
    func finish() {
        pthread_mutex_lock(mutex)
        isFinished = true
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(arrival)
    }

    /// Swaps everything that waits into `taken`, which must be empty and whose storage is used for the next posts. But
    /// of requests about very many seats only the first ones: the others wait for the next time, so that a few clients'
    /// heavy requests do not hold up everybody else's. Waits itself, at most `wait` (nil: without end), until there is
    /// something. Returns whether the thread shall end.
    func take(_ taken: inout [Ask], wait: TimeSpan?) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if asks.isEmpty, !isWoken, !isFinished {
            if let wait {
                waitForAsks(1, until: Self.clock(in: wait))
            } else {
                while asks.isEmpty, !isWoken, !isFinished { pthread_cond_wait(arrival, mutex) }
            }
        }
        isWoken = false
        if hasHeavy {
            taken = Self.takeShare(of: &asks) { $0.seats }
            // What is left of them is heavy.
            hasHeavy = !asks.isEmpty
        } else {
            swap(&asks, &taken)
        }
        return isFinished
    }

    /// Lets requests come together before they are taken, and returns how many came.
    func gather(_ plan: Gathering.Plan) -> Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let before = asks.count
        waitForAsks(plan.requests, until: Self.clock(in: plan.span))
        return asks.count - before
    }

    /// With `mutex` held.
    private func waitForAsks(_ count: Int, until: timespec) {
        var until = until
        wanted = count
        defer { wanted = 1 }
        while asks.count < count, !isWoken, !isFinished {
            if pthread_cond_timedwait(arrival, mutex, &until) != 0 { return }
        }
    }

    private static func clock(in span: TimeSpan) -> timespec {
        var until = timespec()
        clock_gettime(CLOCK_MONOTONIC, &until)
        let nanoseconds = Int64(until.tv_nsec) + max(0, span.nanoseconds)
        until.tv_sec += Int(nanoseconds / 1_000_000_000)
        until.tv_nsec = Int(nanoseconds % 1_000_000_000)
        return until
    }

    /// Takes what is worked off next: all light items, and of the heavy ones, in their order, as many as fit.
    static func takeShare<Item>(of items: inout [Item], seats: (Item) -> Int) -> [Item] {
        guard items.contains(where: { seats($0) >= Limits.manySeats }) else {
            defer { items = [] }
            return items
        }
        var (taken, rest): ([Item], [Item]) = ([], [])
        var sum = 0
        for item in items {
            let count = seats(item)
            guard count >= Limits.manySeats else {
                taken.append(item)
                continue
            }
            if sum == 0 || rest.isEmpty && sum + count <= Limits.seatsPerTurn {
                taken.append(item)
                sum += count
            } else {
                rest.append(item)
            }
        }
        items = rest
        return taken
    }

    /// How many wait.
    var count: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return asks.count
    }

    /// From here on everything is turned away; what waited is returned.
    func shut() -> [Ask] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        isShut = true
        let taken = asks
        asks = []
        return taken
    }
}
