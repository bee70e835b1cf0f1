internal import UsherRPC

/// `usher.v1.FocusService`: in the descriptors already, answered from the focus issue on.
struct FocusService: Service {
    let name = "usher.v1.FocusService"

    var methods: [Method] {
        [
            "StartFocus", "PauseFocus", "ResumeFocus", "CompleteFocus", "AbandonFocus", "GetFocus", "ListFocus",
            "SyncFocus", "GetFocusStats",
        ].map { name in
            Method(
                name,
                .unary { _, _ throws(RPCError) in
                    throw RPCError(.unimplemented, "This gateway does not serve focus sessions yet.")
                })
        }
    }
}
