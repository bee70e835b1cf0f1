/// Finds what somebody meant.
enum Spelling {
    /// The nearest of `words` within a third of the word's length, or nil.
    static func nearest(_ word: String, among words: [String]) -> String? {
        let reach = max(1, (word.count + 1) / 3)
        return words.map { (word: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= reach || $0.word.hasPrefix(word) && word.count > 1 }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    /// "did you mean …?", or nil.
    static func hint(_ word: String, among words: [String], prefix: String = "") -> String? {
        nearest(word, among: words).map { "did you mean `\(prefix)\($0)`?" }
    }

    /// Insertions, deletions, replacements and swaps of neighbours between two words.
    static func distance(_ from: String, _ to: String) -> Int {
        let a = Array(from.prefix(Limits.spelledWord))
        let b = Array(to.prefix(Limits.spelledWord))
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
        for i in 0...a.count { table[i][0] = i }
        for j in 0...b.count { table[0][j] = j }
        for i in 1...a.count {
            for j in 1...b.count {
                let change = a[i - 1] == b[j - 1] ? 0 : 1
                var best = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + change)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    best = min(best, table[i - 2][j - 2] + 1)
                }
                table[i][j] = best
            }
        }
        return table[a.count][b.count]
    }
}
