/// One thing wrong with one field of a request.
public struct FieldFault: Sendable, Equatable {
    /// Proto path: `hall.seats[7].partner`.
    public var field: String
    /// What is wrong and what to do, with the seat code where there is one.
    public var description: String
    /// How many faults it stands for: 1, except for the line that ends a list which was cut.
    public var count: Int

    public init(_ field: String, _ description: String, count: Int = 1) {
        self.field = field
        self.description = description
        self.count = count
    }
}
