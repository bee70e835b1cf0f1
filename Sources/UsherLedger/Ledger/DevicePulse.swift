public import UsherCore

/// The open stream of a device: as long as its peer is heard, the device is there. Read from the ledger's thread, at
/// the device's deadlines only.
public protocol DevicePulse: AnyObject, Sendable {
    /// How long nothing was heard of the peer: no data, no answer to a PING.
    var silence: TimeSpan { get }
}
