/// One device's presence in a room as a pure value: joining, its seat and status, signs of life, rest and return.
///
/// Each input leaves directives behind, which the caller takes by `takeDirectives` and carries out in order; `wakesAt` is
/// its only timer. `now` is nanoseconds of a clock that never steps.
///
/// Calls go out one after the other, in the order of the wishes: of two wishes for one thing that wait, the later alone
/// is sent. What is wished shows at once by `shown(in:)`; nobody else is ever shown other than the room's stream says.
package struct PresenceMachine: Sendable {
    /// A call that waits for its turn, or runs.
    struct Entry: Sendable, Equatable {
        var id: Int
        var call: PresenceCall
        /// Of a leave: the token that it ends.
        var token: String?
        /// The app waits for its end.
        var isWish = true
        /// Its token died once under it.
        var isSecondTry = false
    }

    /// What a resting client has said.
    enum Rest: Sendable, Equatable {
        case none
        /// AWAY is being said; it is waited for until then, or no longer.
        case saying(call: Int, until: Int64?)
        case resting
    }

    package internal(set) var phase = PresencePhase.absent
    package internal(set) var identity: PresenceIdentity?
    /// "" = none.
    package internal(set) var token = ""
    /// How often a device without a stream shows a sign of life.
    package internal(set) var heartbeat = Limits.usualKeepAlive
    /// The room's stream tells numbers and nobody's name: of the own member the answers of calls say all.
    package let isBlind: Bool
    /// Whether a token that died is asked for anew.
    package var rejoins = true
    package internal(set) var isClosed = false

    var lane: [Entry] = []
    var running: (entry: Entry, call: Int, token: String)?
    var seat = OptimisticValue<String>()
    var status = OptimisticValue<MemberStatus>()
    /// While `status` shows FOCUSING: since when.
    var focusSince: Timestamp?
    /// The member as the join told it, until the stream does.
    var granted: (member: RoomMember, at: Int64)?
    /// The member as the stream told it last; nil: not in the room.
    var own: RoomMember?
    /// Where the member sat last, and what they did, for a return.
    package internal(set) var lastSeat = ""
    var lastStatus = MemberStatus.idle

    /// The app said that it is away: no stream must bring it back.
    var isAwayByWish = false
    var isSuspended = false
    var rest = Rest.none
    /// The open stream says who watches, and lives.
    var attends = false
    var isLive = false
    var isPolling = false
    /// The last time that the gateway heard of this device.
    var lastSign: Int64 = 0
    /// After a sign of life that failed.
    var nextSign: Int64?
    var signCall: Int?
    var signToken = ""
    var restToken = ""
    /// The room shows the member as away though nobody said so.
    var awaySince: Int64?
    var lastHeal: Int64?
    /// Of a join that was begun without the app.
    var retryAt: Int64?
    var backoff = Backoff(first: Limits.firstWatchPause, longest: Limits.longestWatchPause)
    var lastDeath: Int64?
    /// A place that is to be given up, after an attempt that came to nothing.
    var farewell: (token: String, attempts: Int, at: Int64?)?

    private var directives: [PresenceDirective] = []
    private var lastID = 0

    package init(isBlind: Bool = false) {
        self.isBlind = isBlind
    }

    package var rests: Bool { isSuspended }

    /// The stream may be closed: whatever was to be said before is said, or waited for no longer.
    package var hasNothingToSay: Bool {
        if case .saying(_, .some) = rest { false } else { true }
    }

    package var hasDirectives: Bool { !directives.isEmpty }

    package mutating func takeDirectives() -> [PresenceDirective] {
        defer { directives = [] }
        return directives
    }

    mutating func give(_ directive: PresenceDirective) { directives.append(directive) }

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    /// What a stream that is opened now says. A device that said that it is away is not brought back by a stream: it
    /// shows its life by calls.
    package var streamToken: String { isAwayByWish ? "" : token }

    /// Whether a stream that was opened with `token` has to give way to another one.
    package func replaces(streamOf token: String) -> Bool {
        !self.token.isEmpty && !isAwayByWish && token != self.token
    }

    // MARK: Wishes

    /// Begins what is wished; the returned wish ends by a directive.
    package mutating func join(_ identity: PresenceIdentity, seat: String, now: Int64) -> Int {
        let id = newID()
        if let known = self.identity, known.memberID != identity.memberID, phase == .present || phase == .joining {
            give(.end(wish: id, .otherMember(known.memberID), call: nil))
            return id
        }
        guard !isClosed else { return end(id) }
        self.identity = identity
        // The gateway gives the same device its token again: it must not be ended afterwards.
        farewell = nil
        if phase != .present { phase = .joining }
        lane.append(Entry(id: id, call: .join(identity, seat: seat)))
        advance(now)
        return id
    }

    /// Goes on with a token that was kept.
    package mutating func attach(_ identity: PresenceIdentity, token: String, seat: String, now: Int64) -> Int {
        let id = newID()
        guard phase != .present, phase != .joining else {
            give(.end(wish: id, .otherMember(self.identity?.memberID ?? ""), call: nil))
            return id
        }
        guard !isClosed else { return end(id) }
        self.identity = identity
        self.token = token
        lastSeat = seat
        farewell = nil
        phase = .joining
        lastSign = now
        lane.append(Entry(id: id, call: .keepAlive))
        advance(now)
        return id
    }

    /// Sits down, or moves. It shows at once unless the room has somebody else there.
    package mutating func takeSeat(_ code: String, now: Int64) -> Int {
        wish(.takeSeat(code), now) { $0.seat.want(code) }
    }

    package mutating func leaveSeat(now: Int64) -> Int {
        wish(.leaveSeat, now) { $0.seat.want("") }
    }

    /// `serverTime` is the gateway's, as far as it is known.
    package mutating func setStatus(_ new: MemberStatus, serverTime: Timestamp?, now: Int64) -> Int {
        wish(.setStatus(new), now) { machine in
            machine.status.want(new)
            machine.focusSince = new == .focusing ? serverTime : nil
            machine.isAwayByWish = new == .away
        }
    }

    private mutating func wish(_ call: PresenceCall, _ now: Int64, _ show: (inout PresenceMachine) -> Void) -> Int {
        let id = newID()
        guard !isClosed else { return end(id) }
        guard phase == .present || phase == .joining else {
            give(.end(wish: id, .absent, call: nil))
            return id
        }
        supersede { $0.isOf(call) }
        if lane.count >= Limits.presenceLane {
            give(.end(wish: id, .superseded, call: nil))
            return id
        }
        lane.append(Entry(id: id, call: call))
        show(&self)
        advance(now)
        return id
    }

    /// Leaves the room. The place is given up here at once, whatever becomes of the call.
    package mutating func leave(now: Int64) -> Int {
        let id = newID()
        guard !isClosed else { return end(id) }
        supersede { _ in true }
        guard !token.isEmpty || running != nil else {
            forget()
            give(.end(wish: id, .done, call: nil))
            return id
        }
        lane.append(Entry(id: id, call: .leave, token: token))
        forget()
        advance(now)
        return id
    }

    private mutating func end(_ id: Int) -> Int {
        give(.end(wish: id, .closed, call: nil))
        return id
    }

    private mutating func supersede(_ which: (PresenceCall) -> Bool) {
        for entry in lane where entry.isWish && which(entry.call) { give(.end(wish: entry.id, .superseded, call: nil)) }
        lane.removeAll { which($0.call) }
    }

    /// The device is in the room no more.
    mutating func forget() {
        token = ""
        identity = nil
        phase = .absent
        granted = nil
        own = nil
        seat.forget()
        status.forget()
        isAwayByWish = false
        awaySince = nil
        lastSeat = ""
        lastStatus = .idle
        retryAt = nil
        nextSign = nil
    }

    /// Sends what is next, if nothing is under way.
    mutating func advance(_ now: Int64) {
        guard running == nil, retryAt == nil, !isClosed, !lane.isEmpty else { return }
        // Wishes about a place wait for the place.
        if token.isEmpty, lane[0].call.needsToken {
            guard let join = lane.firstIndex(where: { !$0.call.needsToken }) else {
                return fail(lane.removeFirst(), now)
            }
            lane.insert(lane.remove(at: join), at: 0)
        }
        let entry = lane.removeFirst()
        if entry.call == .leave, entry.token?.isEmpty ?? true {
            // The join that it was to end came to nothing.
            if entry.isWish { give(.end(wish: entry.id, .done, call: nil)) }
            return advance(now)
        }
        let call = newID()
        let sent = entry.token ?? token
        running = (entry, call, sent)
        switch entry.call {
        case .takeSeat(let code): seat.sent(code)
        case .leaveSeat: seat.sent("")
        case .setStatus(let new): status.sent(new)
        case .join, .keepAlive, .leave: break
        }
        give(.send(id: call, entry.call, token: sent, patience: nil))
    }

    private mutating func fail(_ entry: Entry, _ now: Int64) {
        if entry.isWish { give(.end(wish: entry.id, .absent, call: nil)) }
        failed(entry.call)
        advance(now)
    }

    /// Nothing was changed, or nobody knows: the stream's word counts.
    mutating func failed(_ call: PresenceCall) {
        switch call {
        case .takeSeat, .leaveSeat: seat.failed(isLatest: !lane.contains { $0.call.isOf(call) })
        case .setStatus:
            let isLatest = !lane.contains { $0.call.isOf(call) }
            status.failed(isLatest: isLatest)
            if isLatest, call == .setStatus(.away) { isAwayByWish = false }
        case .join, .keepAlive, .leave: break
        }
    }

    /// The client was closed: nothing is sent any more.
    package mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        for entry in lane where entry.isWish { give(.end(wish: entry.id, .closed, call: nil)) }
        if let entry = running?.entry, entry.isWish { give(.end(wish: entry.id, .closed, call: nil)) }
        lane = []
        running = nil
        retryAt = nil
        farewell = nil
    }
}

extension PresenceCall {
    /// Whether both are about the same thing, so that the later one counts.
    func isOf(_ other: PresenceCall) -> Bool {
        switch (self, other) {
        case (.takeSeat, .takeSeat), (.takeSeat, .leaveSeat), (.leaveSeat, .takeSeat), (.leaveSeat, .leaveSeat): true
        case (.setStatus, .setStatus): true
        default: false
        }
    }

    var needsToken: Bool {
        switch self {
        case .join, .leave: false
        case .takeSeat, .leaveSeat, .setStatus, .keepAlive: true
        }
    }
}
