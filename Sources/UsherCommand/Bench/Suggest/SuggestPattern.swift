/// How much of a hall is sold, and where.
struct SuggestPattern {
    enum Kind: Equatable {
        /// Half in random groups, anywhere.
        case scattered
        /// Half in random groups, the best seats first: little is left where the search begins.
        case outwards
        /// Free stretches of up to `longest` seats and sold ones of up to `sold` take turns.
        case stretches(longest: Int, sold: Int)
    }

    var name: String
    var kind: Kind

    static let all = [
        SuggestPattern(name: "scattered", kind: .scattered),
        SuggestPattern(name: "outwards", kind: .outwards),
        SuggestPattern(name: "long", kind: .stretches(longest: 49, sold: 49)),
        SuggestPattern(name: "short", kind: .stretches(longest: 7, sold: 7)),
        SuggestPattern(name: "nearly", kind: .stretches(longest: 3, sold: 397)),
    ]
}
