public import UsherCore

/// One detail of a refused call's status.
public enum StatusDetail: Sendable, Equatable {
    /// Why, as a word, with what a program can use. `metadata` is sorted by key.
    case errorInfo(reason: String, domain: String, metadata: [Pair])
    /// Every field that is wrong.
    case badRequest([FieldFault])
    case seatConflict(SeatConflict)
    /// When trying again makes sense.
    case retryInfo(TimeSpan)
    /// A detail that this version does not know, with its type URL and bytes.
    case other(typeURL: String, value: [UInt8])

    /// One entry of an error's metadata.
    public struct Pair: Sendable, Equatable {
        public var key: String
        public var value: String

        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }
}
