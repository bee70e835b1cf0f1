/// One followed show or room as a pure value: when its stream or poll is opened, left and tried again, and what its
/// events make of the copy. It never asks for more than one stream or poll at a time. "Map" below is whatever is
/// followed: a show's seats, or a room's members.
///
/// Each input returns what the caller must do, in order; `wakesAt` is its only timer. `now` is nanoseconds of a clock
/// that never steps.
///
/// A crowd that loses its gateway does not come back together: every wait is anything from zero to its ceiling, from
/// the very first on, and what a gateway asks for is the floor under such a wait instead of a common moment.
public struct WatchMachine<Replica: StreamReplica>: Sendable {
    /// What the caller must do.
    public enum Directive: Sendable, Equatable {
        /// Open a stream after the position. `sideVersion` is that of the side value known here; 0: none.
        case openStream(id: Int, Position, sideVersion: UInt64)
        /// Leave the stream; what it still says is dropped.
        case closeStream(id: Int)
        /// Ask once for what came after the position.
        case poll(id: Int, Position)
        case cancelPoll(id: Int)
        case tell(News)
    }

    /// What the map's users may want to know. The map stands in `replica` already.
    public enum News: Sendable, Equatable {
        /// The position moved; this is another now (there may be nothing), each thing told once.
        case changed([Replica.Change])
        /// A snapshot replaced the map; `changes` is what differs from before, everything if there was no map of this
        /// hall revision.
        case replaced(changes: [Replica.Change], newEpoch: Bool, newHall: Bool)
        /// What stands beside the map is another: a show's own fields.
        case side(Replica.Side)
        /// The gateway's clock when it sent what has just arrived.
        case serverTime(Timestamp)
        case state(State)
    }

    public typealias State = WatchState

    /// What is open, or waited for: one thing at most.
    enum Work: Sendable, Equatable {
        case none
        /// `liveSince`: when its first event came. Silent until `deadline`, it is taken for dead.
        case stream(id: Int, liveSince: Int64?, deadline: Int64)
        case poll(id: Int, deadline: Int64)
        case pause(until: Int64)
    }

    struct Polling: Sendable, Equatable {
        var nextPoll: Int64
        var nextStream: Int64
        var lastSucceeded = false
    }

    public let settings: WatchSettings
    /// The map. Before the first event it is the known one, if there was any.
    public internal(set) var replica: Replica
    public internal(set) var state = State.idle
    public internal(set) var counters = WatchCounters()
    /// When an event or a poll's answer came last, old ones and repeats included.
    public internal(set) var lastMessageAt: Int64?
    public private(set) var users = 0
    public private(set) var isSuspended = false
    /// True while the map may be behind: before the first event, and once neither stream nor poll brought anything for a
    /// moment. A stream that is replaced within that moment does not show.
    public private(set) var isStale = true

    var work = Work.none
    var backoff: Backoff
    /// In a row.
    var failures = 0
    /// Nil unless the map is polled.
    var polling: Polling?
    /// When the last gap was found, and whether the map is still to become right after it.
    var lastGap: Int64?
    var gapIsOpen = false
    /// The history that a mid-stream snapshot replaced last: an event of it can only be late.
    var leftEpoch = ""
    private var lingersUntil: Int64?
    private var staleAt: Int64?
    private var lastID = 0

    /// `known` is a map kept from before: what it holds is not told again.
    public init(_ settings: WatchSettings = WatchSettings(), known: Replica = Replica()) {
        self.settings = settings
        replica = known
        backoff = Backoff(first: settings.firstPause, longest: settings.longestPause)
    }

    /// The stream that is open, whether or not it has spoken.
    public var openStream: Int? {
        if case .stream(let id, _, _) = work { id } else { nil }
    }

    /// The stream that is open and has spoken.
    public var liveStream: Int? {
        if case .stream(let id, .some, _) = work { id } else { nil }
    }

    /// When `timePassed` is to be called; nil: no need to. It may come earlier at no harm.
    public var wakesAt: Int64? {
        let due: Int64? =
            switch work {
            case .none: nil
            case .stream(_, _, let deadline), .poll(_, let deadline): deadline
            case .pause(let until): until
            }
        return [due, lingersUntil, staleAt].compactMap(\.self).min()
    }

    // MARK: What the users want

    /// So many use the map now. The first opens the stream; after the last it lingers.
    public mutating func usersChanged(to count: Int, now: Int64) -> [Directive] {
        defer { age(now) }
        precondition(count >= 0, "\(count) users of a map")
        let before = users
        users = count
        guard count > 0 else {
            guard before > 0 else { return [] }
            var directives: [Directive] = []
            if work != .none {
                lingersUntil = Self.time(now, settings.linger)
            } else if !isSuspended {
                move(to: .idle, &directives)
            }
            return directives
        }
        lingersUntil = nil
        // A new user of a map that failed asks again.
        guard count > before, work == .none, !isSuspended else { return [] }
        return start(now)
    }

    /// Closes everything, and keeps the map: the app goes to the background.
    public mutating func suspend() -> [Directive] {
        guard !isSuspended else { return [] }
        isSuspended = true
        lingersUntil = nil
        var directives = leave()
        polling = nil
        isStale = true
        staleAt = nil
        move(to: .suspended, &directives)
        return directives
    }

    /// Goes on from the position at once: after `suspend`, and after a failure.
    public mutating func resume(now: Int64) -> [Directive] {
        defer { age(now) }
        let wasSuspended = isSuspended
        isSuspended = false
        guard users > 0 else {
            var directives: [Directive] = []
            if wasSuspended { move(to: .idle, &directives) }
            return directives
        }
        return work == .none ? start(now) : []
    }

    /// Another network: whatever is open may be dead, and whatever was waited for may be there.
    public mutating func networkChanged(now: Int64) -> [Directive] {
        defer { age(now) }
        guard !isSuspended, users > 0 || work != .none else { return [] }
        return leave() + start(now)
    }

    /// Opens the stream anew because it has to say something else than the one that is open, as who watches; from the
    /// position, and without a word to anybody if that goes well. Nothing if no stream is open: the next one says it.
    public mutating func renew(now: Int64) -> [Directive] {
        defer { age(now) }
        guard case .stream(let id, _, _) = work else { return [] }
        var directives = [Directive.closeStream(id: id)]
        open(now, quietly: true, &directives)
        return directives
    }

    /// Something that the map needs, as its hall, is refused for good.
    public mutating func giveUp(_ failure: StreamFailure, now: Int64) -> [Directive] {
        defer { age(now) }
        guard !isSuspended, state != .idle else { return [] }
        var directives = leave()
        fail(failure, &directives)
        return directives
    }

    /// The time named by `wakesAt` came.
    public mutating func timePassed(now: Int64, using generator: inout some RandomNumberGenerator) -> [Directive] {
        defer { age(now) }
        if let lingersUntil, lingersUntil <= now {
            self.lingersUntil = nil
            polling = nil
            var directives = leave()
            move(to: .idle, &directives)
            return directives
        }
        switch work {
        case .stream(let id, let liveSince, let deadline) where deadline <= now:
            work = .none
            var directives = [Directive.closeStream(id: id)]
            let failure = StreamFailure("nothing was heard from the gateway", cause: .silence)
            streamLost(failure, liveSince: liveSince, now, &generator, &directives)
            return directives
        case .poll(let id, let deadline) where deadline <= now:
            var directives = [Directive.cancelPoll(id: id)]
            pollLost(StreamFailure("nothing was heard from the gateway", cause: .silence), now, &generator, &directives)
            return directives
        case .pause(let until) where until <= now:
            var directives: [Directive] = []
            if let polling, polling.nextStream > now {
                poll(now, &directives)
            } else {
                open(now, &directives)
            }
            return directives
        case .none, .stream, .poll, .pause: return []
        }
    }

    // MARK: Steps

    /// From the beginning: what failed before is forgotten.
    private mutating func start(_ now: Int64) -> [Directive] {
        failures = 0
        backoff.reset()
        polling = nil
        var directives: [Directive] = []
        open(now, &directives)
        return directives
    }

    private mutating func leave() -> [Directive] {
        defer { work = .none }
        switch work {
        case .stream(let id, _, _): return [.closeStream(id: id)]
        case .poll(let id, _): return [.cancelPoll(id: id)]
        case .none, .pause: return []
        }
    }

    mutating func open(_ now: Int64, quietly: Bool = false, _ directives: inout [Directive]) {
        lastID += 1
        counters.streams += 1
        var patience = polling == nil ? settings.openingPatience : settings.probePatience
        if polling == nil {
            for _ in 0..<failures where patience < settings.patience { patience.nanoseconds *= 2 }
            patience = min(patience, max(settings.patience, settings.openingPatience))
        }
        work = .stream(id: lastID, liveSince: nil, deadline: Self.time(now, patience))
        directives.append(
            .openStream(id: lastID, replica.position, sideVersion: replica.sideVersion))
        // One that takes the place of a live one does not show unless it fails.
        if polling == nil, !(quietly && state == .live) { move(to: .connecting(attempt: failures + 1), &directives) }
    }

    private mutating func poll(_ now: Int64, _ directives: inout [Directive]) {
        lastID += 1
        counters.polls += 1
        work = .poll(id: lastID, deadline: Self.time(now, settings.pollPatience))
        directives.append(.poll(id: lastID, replica.position))
    }

    /// Every input ends here: how fresh the map is after it.
    mutating func age(_ now: Int64) {
        if state == .live || polling?.lastSucceeded == true {
            isStale = false
            staleAt = nil
        } else if work == .none {
            isStale = true
            staleAt = nil
        } else if !isStale {
            let due = staleAt ?? Self.time(now, settings.staleAfter)
            isStale = due <= now
            staleAt = isStale ? nil : due
        }
    }

    mutating func move(to next: State, _ directives: inout [Directive]) {
        guard state != next else { return }
        state = next
        directives.append(.tell(.state(next)))
    }

    /// Saturates: an absurd span never traps.
    static func time(_ now: Int64, _ span: TimeSpan) -> Int64 {
        let (sum, overflow) = now.addingReportingOverflow(max(0, span.nanoseconds))
        return overflow ? .max : sum
    }
}
