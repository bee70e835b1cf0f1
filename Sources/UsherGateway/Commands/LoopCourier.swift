internal import UsherLedger
internal import UsherRPC

/// Brings the ledger's answers to the calls of one loop.
final class LoopCourier: AnswerCourier {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func carry(_ answers: [LedgerAnswer]) {
        loop.post {
            for answer in answers { answer.tell() }
        }
    }
}
