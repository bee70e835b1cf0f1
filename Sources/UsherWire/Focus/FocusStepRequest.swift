public import UsherCore

/// What the four requests that take an open session further have in common.
public protocol FocusStepRequest: WireMessage {
    var sessionID: String { get set }
    /// 0 is the next one.
    var ordinal: UInt32 { get set }
    /// nil is now.
    var at: Timestamp? { get set }

    init(sessionID: String, ordinal: UInt32, at: Timestamp?)
}
