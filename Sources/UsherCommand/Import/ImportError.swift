import UsherCore

/// A layout file that cannot become a hall.
struct ImportError: Error, Equatable {
    /// A sentence.
    var message: String
    /// Every fault that was found, by proto path.
    var faults: [FieldFault]

    init(_ message: String, faults: [FieldFault] = []) {
        self.message = message
        self.faults = faults
    }
}
