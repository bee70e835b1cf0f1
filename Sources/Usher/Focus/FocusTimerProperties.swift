/// The observable properties of a focus timer, as a set.
struct FocusTimerProperties: OptionSet, Sendable {
    let rawValue: UInt8

    static let session = FocusTimerProperties(rawValue: 1)
    static let unsent = FocusTimerProperties(rawValue: 2)
    static let syncError = FocusTimerProperties(rawValue: 4)
    static let skew = FocusTimerProperties(rawValue: 8)
    static let isSyncing = FocusTimerProperties(rawValue: 16)
}
