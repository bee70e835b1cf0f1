/// What happens to a focus session. Raw values are the wire's.
public enum FocusEventType: UInt8, Sendable, CaseIterable {
    case start = 1
    case pause = 2
    case resume = 3
    case complete = 4
    case abandon = 5
}
