/// A sale's id as it travels: `sa_<show>_<number>`. Read from the right, as tokens are.
public struct SaleID: Sendable, Hashable {
    public var showID: String
    public var number: UInt64

    public init(showID: String, number: UInt64) {
        self.showID = showID
        self.number = number
    }

    /// nil for anything that this server cannot have made.
    public init?(_ text: String) {
        let parts = CompoundName(text, prefix: "sa_", maxBytes: 128)
        guard var parts, let number = parts.takeLast().flatMap(CompoundName.number) else { return nil }
        guard let showID = parts.remainder else { return nil }
        self.init(showID: showID, number: number)
    }

    public var text: String { "sa_\(showID)_\(number)" }
}
