public import UsherRPC

extension Reactor: ClientLoop {
    /// Sleeps by a timer of the loop, which must run. A task that prefers the loop goes on there without any other
    /// thread having woken up.
    public func sleep(nanoseconds: Int64) async {
        let nap = LoopNap()
        let (sum, overflow) = now.addingReportingOverflow(max(0, nanoseconds))
        let deadline = overflow ? Int64.max : sum
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper in
                post { [unowned self] in nap.begin(sleeper, until: deadline, self) }
            }
        } onCancel: {
            post { [unowned self] in nap.end(self) }
        }
    }
}
