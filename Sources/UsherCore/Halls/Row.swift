/// One physical row of a hall.
public struct Row: Sendable, Equatable {
    /// 0-based physical index.
    public var index: Int
    /// As printed: `A`, `12`. Never decides adjacency.
    public var label: String
    /// Shift to the right in seat widths, for curved halls.
    public var offset: Float

    public init(index: Int, label: String, offset: Float = 0) {
        self.index = index
        self.label = label
        self.offset = offset
    }
}
