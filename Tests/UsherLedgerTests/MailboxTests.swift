import Testing

@testable import UsherLedger

@Suite("The ledger's mailbox") struct MailboxTests {
    @Test("requests about very many seats let the others go first, and lose neither their order nor their turn")
    func heavy() {
        var waiting = [8_000, 999, 8_001, 1, 8_002, 2, 1_000, 0, 100_000, 3]
        #expect(take(&waiting) == [8_000, 999, 8_001, 1, 2, 0, 3])
        waiting.append(4)
        #expect(take(&waiting) == [8_002, 1_000, 4])
        #expect(take(&waiting) == [100_000])
        #expect(waiting.isEmpty)
        #expect(take(&waiting).isEmpty)
    }

    private func take(_ waiting: inout [Int]) -> [Int] {
        Mailbox.takeShare(of: &waiting) { $0 }
    }
}
