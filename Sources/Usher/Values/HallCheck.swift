public import UsherCore

/// What would happen if a hall was put.
public struct HallCheck: Sendable, Equatable {
    /// Why it would be refused; empty if it would not.
    public var faults: [FieldFault]
    /// Sold or locked seats of running shows that the new revision would not have.
    public var losses: [HallLoss]

    public init(faults: [FieldFault], losses: [HallLoss]) {
        self.faults = faults
        self.losses = losses
    }
}
