internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// Brings one loop's commands to the ledger, those of a turn together, and the ledger's answers to their calls.
///
/// Guard: `orders` is touched on the loop alone.
final class LoopCourier: AnswerCourier, @unchecked Sendable {
    private let loop: any EventLoop
    private let ledger: any Ledger
    private var orders: [LedgerOrder] = []

    init(_ loop: any EventLoop, _ ledger: any Ledger) {
        self.loop = loop
        self.ledger = ledger
    }

    /// Loop only. `answer` is called there, once. `deadline`, if there is one, goes by the loop's clock.
    func bring(
        _ command: ShowCommand, on show: ShowRef, request: RequestStamp?, deadline: Int64?,
        _ answer: @escaping LedgerAnswer.Awaiting
    ) {
        let due = deadline.map { ledger.now + TimeSpan(nanoseconds: $0 - loop.now) }
        orders.append(LedgerOrder(command, on: show, request: request, deadline: due, by: self, answer))
        // What is posted runs once everything is read that came in this turn.
        if orders.count == 1 { loop.post { [self] in handOver() } }
    }

    private func handOver() {
        ledger.execute(orders)
        orders.removeAll(keepingCapacity: orders.count <= Limits.ordersKept)
    }

    func carry(_ answers: [LedgerAnswer]) {
        loop.post {
            for answer in answers { answer.tell() }
        }
    }
}
