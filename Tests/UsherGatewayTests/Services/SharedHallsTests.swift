import Testing
import UsherCore
import UsherWire

@testable import UsherGateway

struct SharedHallsTests {
    @Test("all who ask for a hall's revision whole share the bytes of one encoding")
    func shared() {
        let halls = SharedHalls()
        let revision = HallRevision(HallServiceTests.hall(2_000))
        #expect(halls.known(revision) == nil)
        let first = halls.whole(revision)
        #expect(first == HallReply(revision.hall).encoded())
        #expect(place(of: first) == place(of: halls.whole(revision)))
        #expect(place(of: first) == place(of: halls.known(revision) ?? []))
    }

    @Test("another revision of the same hall is encoded anew")
    func revisions() {
        let halls = SharedHalls()
        let revisions = [2_000, 2_001].map { HallRevision(HallServiceTests.hall($0)) }
        let replies = revisions.map { halls.whole($0) }
        #expect(replies == revisions.map { HallReply($0.hall).encoded() })
        #expect(replies == revisions.map { halls.known($0) })
    }

    @Test("halls over the bound push the oldest out")
    func bound() throws {
        let halls = SharedHalls()
        let size = HallReply(HallServiceTests.hall(150_000)).encoded().count
        let revisions = (0...Limits.maxSharedHallBytes / size).map {
            HallRevision(HallServiceTests.hall(150_000, id: "h\($0)"))
        }
        for revision in revisions { _ = halls.whole(revision) }
        #expect(halls.known(revisions[0]) == nil)
        #expect(revisions.dropFirst().allSatisfy { halls.known($0) != nil })
    }

    @Test("what the ledger forgot is not kept")
    func forgotten() {
        let halls = SharedHalls()
        weak var forgotten: HallRevision?
        do {
            let revision = HallRevision(HallServiceTests.hall(2_000))
            _ = halls.whole(revision)
            forgotten = revision
        }
        #expect(forgotten == nil)
    }

    private func place(of bytes: [UInt8]) -> UnsafeRawPointer? {
        bytes.withUnsafeBytes { $0.baseAddress }
    }
}
