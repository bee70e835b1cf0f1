import CNghttp2
import UsherRPC

/// Going in peace: two GOAWAYs, so that no call that is on its way is lost, and a word to those whose streams stay
/// open.
extension ServerConnection {
    enum Drain {
        case none
        /// The client knows that we are going, and may still open streams.
        case noticed
        /// No more streams.
        case final
    }

    /// Tells the client that we are going; calls in flight finish.
    func startDraining(_ reason: GoingAway) {
        guard state == .open, drain == .none else { return }
        guard isSecured else { return close() }
        drain = .noticed
        drainReason = reason
        // A PING follows once it has left: nghttp2 would send the PING first.
        session.submitShutdownNotice()
        requestFlush()
        setTimer(Limits.drainNotice) { $0.sendFinalGoaway() }
        for stream in Array(session.streams.values) { stream.connectionGoes(reason) }
    }

    /// The client has heard the notice, or had the time for it.
    func sendFinalGoaway() {
        guard state == .open, drain == .noticed else { return }
        drain = .final
        session.submitGoaway(NGHTTP2_NO_ERROR, drainReason.rawValue)
        requestFlush()
        lookLater()
    }

    /// The time is up: ends all calls with `error` and closes.
    func cut(_ error: RPCError) {
        guard state == .open else { return }
        guard isSecured else { return close() }
        // The client need not be asked any more what it has heard.
        drain = .final
        for stream in Array(session.streams.values) { stream.end(error) }
        session.submitGoaway(NGHTTP2_NO_ERROR, drainReason.rawValue)
        flush()
        closeWhenFlushed()
    }
}
