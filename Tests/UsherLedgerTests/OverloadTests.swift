import Glibc
import Testing
import UsherCore

@testable import UsherLedger

@Suite("Overload")
struct OverloadTests {
    /// Holds the ledger's thread inside the observer until it is let go.
    ///
    /// Guard: semaphores.
    private final class Gate: LedgerObserver, @unchecked Sendable {
        private let entered = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        private let opened = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

        init() {
            sem_init(entered, 0, 0)
            sem_init(opened, 0, 0)
        }

        deinit {
            entered.deallocate()
            opened.deallocate()
        }

        func began(_ show: ShowRef, _ start: FeedStart) {
            sem_post(entered)
            sem_wait(opened)
        }

        func committed(_ show: ShowRef, _ commit: ShowCommit) {}
        func lost(_ show: ShowRef, _ error: LedgerError) {}
        func waitUntilHeld() { sem_wait(entered) }
        func open() { sem_post(opened) }
    }

    @Test("what finds the mailbox full is turned away at once, and nothing else is lost")
    func full() async throws {
        let gate = Gate()
        let ledger = try ShowLedger(.memory, clock: ManualClock(), observer: gate)
        _ = try await ledger.putHall(Rig.hall(), tenant: "t")
        _ = try await ledger.createShow(Rig.show("S", at: 3, clock: ManualClock()), tenant: "t", request: nil).get()
        let show = ShowRef(tenant: "t", showID: "S")
        let extra = 100
        let (answered, away) = try await withThrowingTaskGroup(of: LedgerError.Kind?.self) { group in
            group.addTask {
                _ = try await ledger.follow(show).get()
                return nil
            }
            gate.waitUntilHeld()
            for _ in 0..<Limits.mailbox + extra {
                group.addTask {
                    do throws(LedgerError) {
                        _ = try await ledger.execute(.getShow, on: show, request: nil)
                        return nil
                    } catch {
                        return error.kind
                    }
                }
            }
            var (answered, away) = (0, 0)
            for try await kind in group {
                if kind == nil { answered += 1 } else { away += 1 }
                if away == extra, answered == 0 { gate.open() }
                #expect(kind == nil || kind == .storeAway)
            }
            return (answered, away)
        }
        #expect(answered == Limits.mailbox + 1 && away == extra)
        ledger.unfollow(show)
        await ledger.close()
    }
}
