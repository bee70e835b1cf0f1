import CUsherProto
public import UsherCore

extension ShowView: WireMessage {
    public static var messageName: String { "usher.v1.Show" }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ShowView: MessageMapping {
    typealias C = Usher__V1__Show
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__show__init }
    static var unpack: Unpack { usher__v1__show__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(show: Show(c, &r), seq: c.seq, counts: r.message(c.counts, "counts"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        show.fill(&c, w)
        c.seq = seq
        c.counts = w.message(counts)
    }
}
