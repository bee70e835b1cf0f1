import CUsherProto
public import UsherCore

/// One term of a score.
public struct ScoreTerm: WireMessage {
    public static let messageName = "usher.v1.ScoreTerm"

    public var name: String
    public var value: Double

    public init(name: String = "", value: Double = 0) {
        self.name = name
        self.value = value
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ScoreTerm: MessageMapping {
    typealias C = Usher__V1__ScoreTerm
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__score_term__init }
    static var unpack: Unpack { usher__v1__score_term__unpack }

    init(_ c: C, _ r: inout Reading) {
        name = r.text(c.name, "name")
        value = c.value
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.name = w.text(name)
        c.value = value
    }
}
