/// Seat letters of a cabin: how designators are read, and which letter a seat without one has.
enum CabinLetters {
    /// `12A` as row and letter; nil for what is no designator.
    static func split(_ designator: String) -> (row: Int, letter: String)? {
        let digits = designator.prefix { $0.isASCII && $0.isNumber }
        let letter = designator.dropFirst(digits.count)
        guard (1...3).contains(digits.count), let row = Int(digits), (1...2).contains(letter.count),
            letter.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        return (row, letter.uppercased())
    }

    /// The letter that follows; I is skipped, because it looks like 1.
    static func after(_ letter: String) -> String? {
        guard letter.count == 1, let value = letter.unicodeScalars.first?.value, value >= 65, value < 90 else {
            return nil
        }
        let next = value + 1 == 73 ? value + 2 : value + 1
        return Unicode.Scalar(next).map { String(Character($0)) }
    }

    /// Letters of all places of a cabin from left to right, where `known` has those that most rows agree on. A gap of
    /// as many letters as places is filled in order; what stays open is counted on from the left, never a letter twice.
    static func fill(_ known: [String?]) -> [String] {
        var letters = known
        for index in letters.indices where letters[index] == nil {
            let before = index > 0 ? letters[index - 1] : nil
            var next = before.flatMap(after) ?? (index == 0 ? "A" : nil)
            while let candidate = next, known.contains(candidate) { next = after(candidate) }
            letters[index] = next
        }
        return letters.map { $0 ?? "" }
    }
}
