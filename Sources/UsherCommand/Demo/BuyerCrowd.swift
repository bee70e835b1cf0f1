import UsherCore

/// The demo's buyers as a pure machine: each tick some of them act. The same seed and outcomes, the same actions.
struct BuyerCrowd {
    enum Phase: Equatable {
        case holding, paying
    }

    struct Buyer: Equatable {
        var id: Int
        var name: String
        var seats: [Int]
        var phase: Phase
        var actsAt: Int
    }

    private struct Sold {
        var sale: Int
        var seats: [Int]
    }

    private static let names = [
        "ada", "grace", "alan", "edsger", "barbara", "tony", "donald", "frances", "john", "radia", "ken", "margaret",
        "niklaus", "jean", "leslie", "mary",
    ]

    private let hall: Hall
    /// Seat indexes of each run of neighbours.
    private let runs: [[Int]]
    private let partners: [Int: Int]
    private var generator: SeededGenerator
    private var tick = 0
    private var nextID = 0
    private(set) var buyers: [Buyer] = []
    /// What the crowd believes of each seat: when it may be tried again; never for `Int.max`.
    private var busyUntil: [Int]
    private var sold: [Sold] = []
    /// Ticks after which an abandoned lock has expired for sure.
    private let expiryTicks: Int

    /// `house`: codes of seats that are not for sale.
    init(_ hall: Hall, seed: UInt64, expiryTicks: Int, house: [String] = []) {
        self.hall = hall
        self.expiryTicks = expiryTicks
        generator = SeededGenerator(seed: seed)
        busyUntil = hall.seats.map { house.contains($0.code) ? .max : 0 }
        let order = hall.seats.indices.sorted {
            (hall.seats[$0].row, hall.seats[$0].column) < (hall.seats[$1].row, hall.seats[$1].column)
        }
        var runs: [[Int]] = []
        for seat in order {
            if let last = runs.last?.last, hall.seats[last].row == hall.seats[seat].row,
                hall.seats[last].column + 1 == hall.seats[seat].column
            {
                runs[runs.count - 1].append(seat)
            } else {
                runs.append([seat])
            }
        }
        self.runs = runs
        let byCode = Dictionary(hall.seats.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
        partners = Dictionary(
            uniqueKeysWithValues: hall.seats.enumerated().compactMap { index, seat in
                byCode[seat.partner].map { (index, $0) }
            })
    }

    /// The actions of one tick.
    mutating func step() -> [BuyerAction] {
        tick += 1
        var actions = buyers.filter { $0.actsAt <= tick }.map { act($0) }
        let share = Double(sold.reduce(0) { $0 + $1.seats.count }) / Double(max(1, hall.seats.count))
        if Double.random(in: 0..<1, using: &generator) < 0.7 - 0.4 * share, let seats = choose() {
            let buyer = Buyer(
                id: nextID, name: Self.names[nextID % Self.names.count], seats: seats, phase: .holding,
                actsAt: tick + Int.random(in: 6...30, using: &generator))
            nextID += 1
            buyers.append(buyer)
            for seat in seats { busyUntil[seat] = .max }
            actions.append(.lock(buyer: buyer.id, seats: seats))
        }
        // The fuller the hall, the more tickets come back, so that the map never stands still.
        if Double.random(in: 0..<1, using: &generator) < share * share * 0.5, !sold.isEmpty {
            let index = Int.random(in: 0..<sold.count, using: &generator)
            actions.append(.refund(sale: sold[index].sale))
        }
        return actions
    }

    private mutating func act(_ buyer: Buyer) -> BuyerAction {
        if buyer.phase == .paying { return .confirm(buyer: buyer.id) }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<6: return .pay(buyer: buyer.id)
        case 6..<8: return .release(buyer: buyer.id)
        default: return .leave(buyer: buyer.id)
        }
    }

    /// Neighbours that are free as far as the crowd knows, pairs whole; nil if the first looks find none.
    private mutating func choose() -> [Int]? {
        let size = [1, 2, 2, 2, 2, 3, 4, 4].randomElement(using: &generator) ?? 2
        for _ in 0..<8 {
            guard let run = runs.randomElement(using: &generator), run.count >= size else { continue }
            let first = Int.random(in: 0...run.count - size, using: &generator)
            let seats = Array(run[first..<first + size])
            let isFree = seats.allSatisfy { busyUntil[$0] <= tick }
            let isWhole = seats.allSatisfy { seat in partners[seat].map(seats.contains) ?? true }
            let isPlain = seats.allSatisfy { ![.wheelchair, .companion].contains(hall.seats[$0].kind) || size == 2 }
            if isFree, isWhole, isPlain { return seats }
        }
        return nil
    }

    func buyer(_ id: Int) -> Buyer? { buyers.first { $0.id == id } }

    // MARK: Outcomes

    /// Somebody else was faster, or the show said no: the buyer goes, and the seats are left alone for a while.
    mutating func refused(_ id: Int) {
        remove(id, until: tick + expiryTicks)
    }

    /// The buyer took other seats than they asked for.
    mutating func moved(_ id: Int, to seats: [Int]) {
        guard let index = buyers.firstIndex(where: { $0.id == id }) else { return }
        for seat in buyers[index].seats where busyUntil[seat] == .max { busyUntil[seat] = tick }
        buyers[index].seats = seats
        for seat in seats { busyUntil[seat] = .max }
    }

    mutating func paying(_ id: Int) {
        guard let index = buyers.firstIndex(where: { $0.id == id }) else { return }
        buyers[index].phase = .paying
        buyers[index].actsAt = tick + Int.random(in: 4...12, using: &generator)
    }

    mutating func confirmed(_ id: Int, sale: Int) {
        guard let buyer = buyer(id) else { return }
        sold.append(Sold(sale: sale, seats: buyer.seats))
        remove(id, until: .max)
    }

    mutating func released(_ id: Int) { remove(id, until: tick) }

    mutating func left(_ id: Int) { remove(id, until: tick + expiryTicks) }

    mutating func refunded(_ sale: Int) {
        guard let index = sold.firstIndex(where: { $0.sale == sale }) else { return }
        for seat in sold.remove(at: index).seats { busyUntil[seat] = tick }
    }

    private mutating func remove(_ id: Int, until free: Int) {
        guard let index = buyers.firstIndex(where: { $0.id == id }) else { return }
        for seat in buyers.remove(at: index).seats { busyUntil[seat] = free }
    }
}
