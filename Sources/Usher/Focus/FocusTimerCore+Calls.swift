import UsherCore
import UsherWire

/// The talk with the gateway, as the machine wants it: one call at a time.
extension FocusTimerCore {
    func attach(_ client: UsherClient?) {
        client?.timers.add(self)
        let old = note { state, now in
            defer { state.client = state.isClosed ? nil : client }
            state.attachment += 1
            state.machine.detach()
            if client != nil, !state.isClosed { state.machine.attach(now: now) }
            return state.client
        }
        if old !== client { old?.timers.remove(self) }
    }

    func send(_ call: FocusTalk.Call, _ client: UsherClient) {
        let attachment = read { state, _ in state.attachment }
        Task(executorPreference: client.runtime.executor) {
            let sent = self.runtime.deviceTime()
            do throws(UsherError) {
                switch call {
                case .list(let pageToken):
                    let page = try await client.focusPage(of: self.memberID, pageToken: pageToken)
                    self.answered(attachment, client) { machine, context in
                        machine.listed(
                            page.sessions, nextPageToken: page.nextPageToken, serverTime: page.serverTime, sent: sent,
                            received: context.now, using: &context.generator)
                    }
                case .push(let events):
                    let answer = try await client.syncFocus(events, of: self.memberID)
                    self.answered(attachment, client) { machine, context in
                        machine.pushed(
                            answer.sessions, rejected: answer.rejected, sent: sent, received: context.now,
                            using: &context.generator)
                    }
                }
            } catch {
                self.failed(attachment, error, client)
            }
        }
    }

    private func answered(
        _ attachment: Int, _ client: UsherClient,
        _ body: (inout FocusTimerMachine, inout FocusTimerState.Context) -> FocusTalk.Call?
    ) {
        var next: FocusTalk.Call?
        change { machine, context in
            guard self.read({ state, _ in state.attachment }) == attachment else { return }
            next = body(&machine, &context)
            context.error = .some(nil)
        }
        if let next { send(next, client) }
    }

    private func failed(_ attachment: Int, _ error: UsherError, _ client: UsherClient) {
        change { machine, context in
            guard self.read({ state, _ in state.attachment }) == attachment else { return }
            machine.failed(
                retryAfter: error.retryAfter, isFinal: client.isFinal(error), now: context.now,
                using: &context.generator)
            context.error = .some(error)
        }
    }

    // MARK: What the client is told

    func networkChanged() {
        change { machine, context in machine.syncNow(isAsked: false, now: context.now) }
    }

    func suspend(_ isSuspended: Bool) {
        change { machine, context in machine.suspend(isSuspended, now: context.now) }
    }
}

extension UsherClient {
    /// As `listFocus`, with the gateway's time.
    fileprivate func focusPage(of memberID: String, pageToken: String) async throws(UsherError) -> ListFocusResponse {
        let request = ListFocusRequest(memberID: memberID, pageSize: Limits.focusPageSize, pageToken: pageToken)
        return try await call("FocusService/ListFocus", request)
    }
}
