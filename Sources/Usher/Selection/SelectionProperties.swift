/// The observable properties of a selection, as a set.
struct SelectionProperties: OptionSet, Sendable {
    let rawValue: UInt8

    static let selected = SelectionProperties(rawValue: 1)
    static let totals = SelectionProperties(rawValue: 2)
    static let phase = SelectionProperties(rawValue: 4)
    static let lock = SelectionProperties(rawValue: 8)
    static let sale = SelectionProperties(rawValue: 16)
    static let lost = SelectionProperties(rawValue: 32)
    static let remaining = SelectionProperties(rawValue: 64)
}
