/// A seat of a selection: its code is what counts, its index is where the present hall revision has it.
public struct ChosenSeat: Sendable, Hashable {
    /// The partner's own name.
    public let code: String
    /// nil while no map is there, or for a seat of a lock that the present hall revision does not have.
    public internal(set) var index: Int32?

    public init(code: String, index: Int32?) {
        self.code = code
        self.index = index
    }
}
