/// What the lanes of a call load do: each lane has one call under way at any time.
protocol CallPlan {
    /// The lane's first call, or the one after the last that was answered.
    mutating func next(_ lane: Int) -> LoadRequest
    /// The answer's message, before `next`.
    mutating func answered(_ lane: Int, _ bytes: UnsafeRawBufferPointer)
}
