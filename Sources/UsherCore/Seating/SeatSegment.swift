/// Consecutive places that suit a party, within one free stretch. A large hall has ten thousands of them.
struct SeatSegment {
    private let low: Int32
    private let high: Int32
    private let stretchLow: Int32
    private let stretchHigh: Int32
    /// Position in the hall's runs.
    let run: Int32
    /// The largest piece of the party that it can take.
    private let holds: Int32

    init(_ places: Range<Int>, of stretch: Range<Int>, run: Int, capacity: Int) {
        low = Int32(places.lowerBound)
        high = Int32(places.upperBound)
        stretchLow = Int32(stretch.lowerBound)
        stretchHigh = Int32(stretch.upperBound)
        self.run = Int32(run)
        holds = Int32(capacity)
    }

    var places: Range<Int> { Int(low)..<Int(high) }
    var stretch: Range<Int> { Int(stretchLow)..<Int(stretchHigh) }
    var capacity: Int { Int(holds) }
}
