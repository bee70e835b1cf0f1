import CUsherProto
public import UsherCore

/// A show as requests give it, with what its value cannot say: which times were there.
public struct ShowInput: WireMessage {
    public static let messageName = "usher.v1.Show"

    /// Output fields (`version`, `epoch`) as they were sent; a policy with every default resolved.
    public var show: Show
    public var hasStartsAt: Bool
    public var hasEndsAt: Bool

    public init(_ show: Show, hasStartsAt: Bool = true, hasEndsAt: Bool = true) {
        self.show = show
        self.hasStartsAt = hasStartsAt
        self.hasEndsAt = hasEndsAt
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ShowInput: MessageMapping {
    typealias C = Usher__V1__Show
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__show__init }
    static var unpack: Unpack { usher__v1__show__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(Show(c, &r), hasStartsAt: c.starts_at != nil, hasEndsAt: c.ends_at != nil)
    }

    func fill(_ c: inout C, _ w: Writing) {
        show.fill(&c, w)
        if !hasStartsAt { c.starts_at = nil }
        if !hasEndsAt { c.ends_at = nil }
    }
}
