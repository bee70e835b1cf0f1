internal import UsherRPC

/// `usher.v1.RoomService`: in the descriptors already, answered from the presence issue on.
struct RoomService: Service {
    let name = "usher.v1.RoomService"

    var methods: [Method] {
        let unary = [
            "CreateRoom", "GetRoom", "JoinRoom", "TakeSeat", "LeaveSeat", "SetStatus", "KeepAlive", "LeaveRoom",
        ]
        return unary.map { name in
            Method(name, .unary { _, _ throws(RPCError) in throw Self.unimplemented })
        } + [Method("WatchRoom", .feed { _, _, _ throws(RPCError) in throw Self.unimplemented })]
    }

    private static let unimplemented = RPCError(.unimplemented, "This gateway does not serve rooms yet.")
}
