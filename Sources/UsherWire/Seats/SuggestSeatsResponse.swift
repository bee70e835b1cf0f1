import CUsherProto
public import UsherCore

/// Proposals, best first.
public struct SuggestSeatsResponse: WireMessage {
    public static let messageName = "usher.v1.SuggestSeatsResponse"

    public var suggestions: [SeatSuggestion]

    public init(suggestions: [SeatSuggestion] = []) {
        self.suggestions = suggestions
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SuggestSeatsResponse: MessageMapping {
    typealias C = Usher__V1__SuggestSeatsResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__suggest_seats_response__init }
    static var unpack: Unpack { usher__v1__suggest_seats_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        suggestions = r.list(c.n_suggestions, c.suggestions, "suggestions")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.list(suggestions, &c.n_suggestions, &c.suggestions)
    }
}
