import UsherCore
import UsherRPC
import UsherWire

/// What a device asks of its room, and who waits for it.
extension RoomCore {
    /// Begins what is wished, and returns how it ended.
    func perform(
        _ begin: (inout PresenceMachine, _ serverTime: Timestamp?, _ now: Int64) -> Int
    ) async throws(UsherError) -> PresenceOutcome {
        let waiter = CallWaiter<PresenceOutcome>()
        change { state, now in
            guard state.wishes.count < Limits.roomWishes else {
                let error = UsherError(
                    .resourceExhausted, reason: "BUSY", message: "too many tasks wait for one device's calls")
                return state.actions.append(.end(waiter, .init(outcome: .failed, error: error)))
            }
            state.presence.roomChanged(state.machine.replica, since: nil, now: now)
            let wish = begin(&state.presence, state.clock.serverTime(now: now), now)
            state.wishes[wish] = waiter
            state.finish(now)
        }
        let end = try await waiter.end()
        switch end.outcome {
        case .member, .done: return end.outcome
        case .failed: throw end.error ?? UsherError(.unavailable, message: "no answer came")
        case .superseded:
            throw UsherError(.cancelled, reason: "SUPERSEDED", message: "a later wish took the place of this one")
        case .absent:
            throw UsherError(.failedPrecondition, reason: "NOT_JOINED", message: "this device is not in the room")
        case .otherMember(let memberID):
            let text = "this device is in the room as \(memberID): leave first, or use another client"
            throw UsherError(.failedPrecondition, reason: "OTHER_MEMBER", message: text)
        case .closed: throw UsherError(.cancelled, reason: "CLOSED", message: "the client was closed")
        }
    }

    /// The same as long as the client follows the room.
    func deviceID() -> String {
        let new = client.newRequestID()
        return withState { state in
            if state.deviceID.isEmpty { state.deviceID = new }
            return state.deviceID
        }
    }

    func send(_ id: Int, _ call: PresenceCall, _ token: String, _ patience: TimeSpan?) {
        Task(executorPreference: client.runtime.executor) {
            do throws(UsherError) {
                let (result, membership) = try await self.answer(call, token, patience)
                self.answered(id, result, membership, nil)
            } catch {
                self.answered(id, self.result(error), nil, error)
            }
        }
    }

    private func answered(
        _ id: Int, _ result: PresenceResult, _ membership: RoomMembership?, _ error: UsherError?
    ) {
        change { state, now in
            if let error { state.errors[id] = error }
            if let membership, state.presence.identity != nil {
                state.membership = membership
                state.joinedRoom = membership.room
            }
            state.presence.roomChanged(state.machine.replica, since: nil, now: now)
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            state.presence.answered(id, result, now: now, using: &generator)
            state.finish(now)
        }
    }

    private func answer(
        _ call: PresenceCall, _ token: String, _ patience: TimeSpan?
    ) async throws(UsherError) -> (PresenceResult, RoomMembership?) {
        switch call {
        case .join(let identity, let seat):
            let membership = try await client.joinRoom(
                key.roomID, memberID: identity.memberID, nickname: identity.nickname, avatar: identity.avatar,
                seat: seat, deviceID: identity.deviceID)
            let result = PresenceResult.joined(
                token: membership.token, membership.member, heartbeat: membership.heartbeat)
            return (result, membership)
        case .takeSeat(let code): return (.member(try await client.takeSeat(code, token: token)), nil)
        case .leaveSeat: return (.member(try await client.leaveSeat(token: token)), nil)
        case .setStatus(let status):
            let request = SetStatusRequest(token: token, status: status)
            let member: RoomMember = try await client.call(
                "RoomService/SetStatus", request, patience == nil ? .safe : .never, timeout: patience)
            return (.member(member), nil)
        case .keepAlive:
            let _: KeepAliveResponse = try await client.call(
                "RoomService/KeepAlive", KeepAliveRequest(token: token), patience == nil ? .safe : .never,
                timeout: patience)
            return (.done, nil)
        case .leave:
            try await client.leaveRoom(token)
            return (.done, nil)
        }
    }

    private func result(_ error: UsherError) -> PresenceResult {
        if error.isRefusal { return .refused(reason: error.reason) }
        if error.isOutcomeUnknown || !client.isFinal(error) { return .unknown }
        return .refused(reason: error.reason.isEmpty ? error.code.name : error.reason)
    }
}
