internal import UsherRPC

/// One commit on its way to a loop, or one change of it: encoded once, shared by all watchers.
struct HubUpdate: Sendable {
    struct Delta: Sendable {
        var firstSeq: UInt64
        var lastSeq: UInt64
        var message: FramedMessage
    }

    struct SideChange: Sendable {
        var version: UInt64
        var message: FramedMessage
    }

    var generation: UInt64
    var delta: Delta?
    var side: SideChange?
}
