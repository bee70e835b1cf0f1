internal import UsherRPC

/// What streams end with that can go on elsewhere.
extension RPCError {
    static let movingOn = RPCError(.unavailable, "The connection is going; open the stream again from your position.")
    static let goingAway = RPCError(.unavailable, "The gateway is going; reconnect and resume from your position.")
}
