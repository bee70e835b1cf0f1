/// The wire of one direction, which carries one bit after the other. No I/O, no clock.
struct LinkLine {
    /// When the last bit that was given to it has left.
    private(set) var freeAt = Int64.min

    /// Gives it `count` bytes at `now`: when the last of them leaves, at `rate` bits a second.
    mutating func carry(_ count: Int, now: Int64, rate: Int?) -> Int64 {
        guard let rate else { return now }
        let span = Double(count) * 8 / Double(rate) * 1_000_000_000
        freeAt = max(freeAt, now) + Int64(span)
        return freeAt
    }
}
