import UsherWire

/// Every lane makes the same call again and again.
struct SameCall: CallPlan {
    private let request: LoadRequest

    init(_ request: LoadRequest) { self.request = request }

    func next(_ lane: Int) -> LoadRequest { request }

    func answered(_ lane: Int, _ bytes: UnsafeRawBufferPointer) {}
}

extension LoadRequest {
    /// The trivial call: whether the server serves.
    static var health: LoadRequest { LoadRequest(.checkHealth, []) }

    /// A show as it is, its counts included.
    static func show(_ showID: String) -> LoadRequest {
        LoadRequest(.getShow, GetShowRequest(showID: showID).encoded())
    }
}
