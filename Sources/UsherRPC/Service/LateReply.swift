/// Where the reply of a unary call is given that its method began (`Method.begin`).
public protocol LateReply: AnyObject, Sendable {
    /// Ends the call with its reply, or with an error. Once, on the call's loop; dropped if the call has ended meanwhile.
    func give(_ reply: Result<[UInt8], RPCError>)
}
