/// One thing wrong with one field of a request.
public struct FieldFault: Sendable, Equatable {
    /// Proto path: `hall.seats[7].partner`.
    public var field: String
    /// What is wrong and what to do, with the seat code where there is one.
    public var description: String

    public init(_ field: String, _ description: String) {
        self.field = field
        self.description = description
    }
}
