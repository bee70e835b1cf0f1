/// A first-in, first-out queue of numbers.
struct RecentOrder: Sendable {
    private var numbers: [UInt64] = []
    private var head = 0

    var count: Int { numbers.count - head }

    mutating func append(_ number: UInt64) {
        numbers.append(number)
    }

    mutating func popFirst() -> UInt64? {
        guard head < numbers.count else { return nil }
        let number = numbers[head]
        head += 1
        // Half of the array is behind the head: moving the rest costs no more than what was popped.
        if head * 2 > numbers.count {
            numbers.removeFirst(head)
            head = 0
        }
        return number
    }
}
