import Testing
import UsherCore

/// Every command in every state of a lock.
@Suite struct LockTableTests {
    enum Command: String, CaseIterable {
        case change, renew, begin, end, confirm, confirmOther, release, get

        func on(_ key: LockKey) -> ShowCommand {
            switch self {
            case .change: .changeLock(key, add: ["A2"], remove: [])
            case .renew: .renewLock(key, ttl: .minutes(30))
            case .begin: .beginPayment(key)
            case .end: .endPayment(key)
            case .confirm: .confirmLock(key, orderRef: "o")
            case .confirmOther: .confirmLock(key, orderRef: "other")
            case .release: .releaseLock(key)
            case .get: .getLock(key)
            }
        }
    }

    enum Expected: Equatable {
        /// One record; the lock is then in the state.
        case commit(LockState)
        /// No record; the lock stays in the state.
        case unchanged
        case fixed
        case lost
    }

    static func expected(_ state: LockState, _ command: Command) -> Expected {
        switch (state, command) {
        case (_, .get): .unchanged
        case (.held, .change), (.held, .renew): .commit(.held)
        case (.held, .begin): .commit(.paying)
        case (.held, .end): .unchanged
        case (.paying, .change), (.paying, .renew): .fixed
        case (.paying, .begin): .unchanged
        case (.paying, .end): .commit(.held)
        case (.held, .confirm), (.held, .confirmOther), (.paying, .confirm), (.paying, .confirmOther):
            .commit(.confirmed)
        case (.held, .release), (.paying, .release): .commit(.released)
        case (.confirmed, .confirm): .unchanged
        case (.confirmed, .change), (.confirmed, .renew), (.confirmed, .begin), (.confirmed, .end),
            (.confirmed, .confirmOther), (.confirmed, .release):
            .fixed
        case (.released, .release), (.expired, .release): .unchanged
        case (.released, .confirm), (.released, .confirmOther), (.expired, .confirm), (.expired, .confirmOther):
            .commit(.confirmed)
        case (.released, .change), (.released, .renew), (.released, .begin), (.released, .end),
            (.expired, .change), (.expired, .renew), (.expired, .begin), (.expired, .end):
            .lost
        }
    }

    static func stage(in state: LockState) throws -> (Stage, LockKey) {
        var stage = Stage()
        let key = try stage.lock(["A1"])
        switch state {
        case .held: break
        case .paying: _ = try stage.run(.beginPayment(key)).get()
        case .confirmed: _ = try stage.sell(key)
        case .released: _ = try stage.run(.releaseLock(key)).get()
        case .expired:
            stage.pass(.minutes(15))
            stage.commit(stage.state.expirations(now: stage.now))
        }
        #expect(stage.lock(key).state == state)
        return (stage, key)
    }

    @Test(
        "each command in each state of a lock does what the contract says", arguments: LockState.allCases,
        Command.allCases)
    func table(state: LockState, command: Command) throws {
        var (stage, key) = try Self.stage(in: state)
        let records = stage.log.count
        let before = stage.lock(key)
        let result = stage.run(command.on(key))
        switch Self.expected(state, command) {
        case .commit(let after):
            _ = try result.get()
            #expect(stage.log.count == records + 1)
            #expect(stage.lock(key).state == after)
        case .unchanged:
            _ = try result.get()
            #expect(stage.log.count == records)
            #expect(stage.lock(key) == before)
        case .fixed:
            guard case .failure(.lockFixed) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(stage.log.count == records)
        case .lost:
            #expect(result == .failure(.lockLost([])))
            #expect(stage.log.count == records)
        }
    }

    @Test("a wrong secret knows no lock, in any state", arguments: LockState.allCases, Command.allCases)
    func secret(state: LockState, command: Command) throws {
        var (stage, key) = try Self.stage(in: state)
        let records = stage.log.count
        #expect(
            stage.run(command.on(LockKey(number: key.number, secret: TokenSecret(high: 7, low: 8))))
                == .failure(.lockUnknown))
        #expect(
            stage.run(command.on(LockKey(number: key.number + 1_000, secret: key.secret))) == .failure(.lockUnknown))
        #expect(stage.log.count == records)
    }

    @Test("an overdue lock that nobody expired yet is judged as expired", arguments: Command.allCases)
    func overdue(command: Command) throws {
        var stage = Stage()
        let key = try stage.lock(["A1"])
        stage.pass(.minutes(15))
        let decision = stage.state.decide(command.on(key), now: stage.now)
        switch Self.expected(.expired, command) {
        case .commit:
            guard case .commit(let events, .newSale) = decision else {
                Issue.record("\(decision)")
                return
            }
            #expect(events.first == .expired(lock: key.number))
            #expect(events.count == 2)
        case .unchanged:
            #expect(decision == .commit([.expired(lock: key.number)], reply: .lock(key.number)))
        case .lost:
            #expect(decision == .refuse(.lockLost([])))
        case .fixed:
            Issue.record("not expected of an expired lock")
        }
    }
}
