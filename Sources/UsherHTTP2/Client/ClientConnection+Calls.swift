import UsherRPC

/// The calls on a connection.
extension ClientConnection {
    var hasCalls: Bool { !calls.isEmpty }

    var callCount: Int { calls.count }

    /// How many more calls it takes now.
    var room: Int {
        guard isReady, !isDraining, !isClosed, !isInDoubt else { return 0 }
        return max(0, min(session.allowedStreams, channel.maxStreams) - calls.count)
    }

    func remove(_ stream: Int32) -> ClientCall? {
        guard let call = calls.removeValue(forKey: stream) else { return nil }
        if calls.isEmpty { idleSince = reactor.now }
        return call
    }

    /// Sends a call. False if this connection takes no more.
    func start(_ call: ClientCall, fields: Metadata) -> Bool {
        guard !isClosed, !isDraining else { return false }
        guard let stream = session.submit(fields, body: call.body) else {
            drain()
            return false
        }
        call.stream = stream
        call.connection = self
        call.attempts += 1
        calls[stream] = call
        if calls.count == 1 { armKeepalive() }
        askFlush()
        return true
    }

    /// The call ended here before the peer closed its stream.
    func abandon(_ call: ClientCall) {
        guard remove(call.stream) != nil else { return }
        session.bodies[call.stream] = nil
        session.reset(call.stream, code: StreamReset.cancelCode)
        askFlush()
        callLeft()
    }

    /// There is one call less.
    func callLeft() {
        closeIfDone()
        if !isClosed, !isDraining { channel.roomAppeared(self) }
    }

    /// The call's request has more to send, or its end.
    func requestGrew(_ call: ClientCall) {
        guard !isClosed, session.resume(call.stream) else { return }
        askFlush()
    }

    func giveBack(_ count: Int, to stream: Int32) {
        guard !isClosed else { return }
        session.giveBack(count, to: stream)
        askFlush()
    }
}
