import Testing
import UsherCore

@testable import UsherCommand

@Suite struct BuyerCrowdTests {
    /// Plays a crowd against a hall where everything goes well.
    private func play(seed: UInt64, ticks: Int) -> (log: [BuyerAction], held: [Int]) {
        var crowd = BuyerCrowd(SampleHall.make(), seed: seed, expiryTicks: 50)
        var log: [BuyerAction] = []
        var held: [Int] = []
        for _ in 0..<ticks {
            for action in crowd.step() {
                log.append(action)
                switch action {
                case .lock(_, let seats):
                    held.append(contentsOf: seats)
                case .pay(let id): crowd.paying(id)
                case .confirm(let id): crowd.confirmed(id, sale: id)
                case .release(let id):
                    let seats = crowd.buyer(id)?.seats ?? []
                    held.removeAll(where: seats.contains)
                    crowd.released(id)
                case .leave(let id):
                    let seats = crowd.buyer(id)?.seats ?? []
                    held.removeAll(where: seats.contains)
                    crowd.left(id)
                case .refund(let sale):
                    crowd.refunded(sale)
                }
            }
        }
        return (log, held)
    }

    @Test("the same seed gives the same buyers, another seed others")
    func deterministic() {
        #expect(play(seed: 7, ticks: 300).log == play(seed: 7, ticks: 300).log)
        #expect(play(seed: 7, ticks: 300).log != play(seed: 8, ticks: 300).log)
    }

    @Test("a buyer who takes other seats has those, and the first ones are free again")
    func moved() throws {
        var crowd = BuyerCrowd(SampleHall.make(), seed: 3, expiryTicks: 50)
        var bought: (id: Int, seats: [Int])?
        while bought == nil {
            for case .lock(let id, let seats) in crowd.step() { bought = (id, seats) }
        }
        let (id, seats) = try #require(bought)
        let others = SampleHall.make().seats.indices.filter { !seats.contains($0) }.suffix(seats.count)
        crowd.moved(id, to: Array(others))
        #expect(crowd.buyer(id)?.seats == Array(others))
    }

    @Test("buyers do all that the demo promises, and the map never stands still", arguments: [1, 2, 3] as [UInt64])
    func lively(seed: UInt64) {
        let log = play(seed: seed, ticks: 4_000).log
        func count(_ matches: (BuyerAction) -> Bool) -> Int { log.count(where: matches) }
        #expect(count { if case .lock = $0 { true } else { false } } > 100)
        #expect(count { if case .pay = $0 { true } else { false } } > 50)
        #expect(count { if case .confirm = $0 { true } else { false } } > 50)
        #expect(count { if case .release = $0 { true } else { false } } > 5)
        #expect(count { if case .leave = $0 { true } else { false } } > 5)
        #expect(count { if case .refund = $0 { true } else { false } } > 20)
        #expect(log.suffix(50).contains { if case .lock = $0 { true } else { false } })
    }

    @Test("nobody asks for seats that the crowd knows to be held", arguments: [1, 2, 3] as [UInt64])
    func disjoint(seed: UInt64) {
        var crowd = BuyerCrowd(SampleHall.make(), seed: seed, expiryTicks: 50)
        var owner = [Int: Int]()
        for _ in 0..<200 {
            for action in crowd.step() {
                switch action {
                case .lock(let id, let seats):
                    for seat in seats {
                        #expect(owner[seat] == nil)
                        owner[seat] = id
                    }
                case .pay(let id): crowd.paying(id)
                case .confirm(let id): crowd.confirmed(id, sale: id)
                case .release(let id):
                    crowd.released(id)
                    owner = owner.filter { $0.value != id }
                case .leave(let id):
                    crowd.left(id)
                    owner = owner.filter { $0.value != id }
                case .refund(let sale):
                    crowd.refunded(sale)
                    owner = owner.filter { $0.value != sale }
                }
            }
        }
        #expect(!owner.isEmpty)
    }
}
