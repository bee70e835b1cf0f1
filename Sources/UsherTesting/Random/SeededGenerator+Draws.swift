import UsherCore

extension SeededGenerator {
    /// True once in `count` draws, on average.
    mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    /// A uniform number below `bound` (at least 1).
    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &self)
    }
}
