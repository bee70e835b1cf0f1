public import UsherCore

extension FocusTimer {
    /// Gives the timer a gateway to agree with, in the place of the one before; nil takes it away. What waits is sent
    /// soon.
    public func attach(_ client: UsherClient?) {
        core.attach(client)
    }

    /// Talks to the gateway now. Returns when everything that waited is answered and what other devices did is known;
    /// throws why not, and then it is tried again by itself. FAILED_PRECONDITION without a client.
    ///
    /// Nobody has to call this: the timer does it by itself soon after each event, and every few minutes.
    public func sync() async throws(UsherError) {
        try await core.sync()
    }

    /// Completed focus of `from ..< to` by day, of the sessions that are known here: without any network. Days are those
    /// of `timeZone` (an IANA name, as `Europe/Berlin`), and start when its clocks show `dayStartsAt` after midnight.
    ///
    /// The sum is that of the gateway after a `sync()`, of the last 2,000 sessions. Of a session that another device
    /// paused only the start and the length are known: it counts from its start on, without its pauses, so across a
    /// midnight a part of it may be on the day before the gateway's. `UsherClient.focusStatistics` asks the gateway.
    ///
    /// Throws INVALID_ARGUMENT for a zone that this system does not know.
    public func statistics(
        timeZone: String, from: Timestamp, to: Timestamp, dayStartsAt: TimeSpan = .zero
    ) throws(UsherError) -> FocusStatistics {
        let zone = try ZoneFile.rules(timeZone)
        let stretches = core.read { state, now in
            let time = state.machine.time(now)
            return state.machine.completed(now).flatMap { $0.stretches(at: time) }
        }
        return FocusStatistics(of: stretches, zone: zone, dayStartsAt: dayStartsAt, from: from, to: to)
    }
}

extension FocusTimerCore {
    func result(
        at now: DeviceTime, _ body: (inout FocusTimerMachine, DeviceTime) throws(FocusRefusal) -> FocusSession
    ) -> Result<FocusSession, UsherError> {
        do throws(UsherError) {
            let session = try act(at: now) { (machine, now) throws(UsherError) in
                do throws(FocusRefusal) {
                    return try body(&machine, now)
                } catch {
                    throw UsherError(error)
                }
            }
            return .success(session)
        } catch {
            return .failure(error)
        }
    }
}
