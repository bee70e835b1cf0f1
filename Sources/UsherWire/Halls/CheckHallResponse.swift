import CUsherProto
public import UsherCore

/// What PutHall would refuse, and what running shows would lose.
public struct CheckHallResponse: WireMessage {
    public static let messageName = "usher.v1.CheckHallResponse"

    public var faults: [FieldFault]
    public var losses: [HallLoss]

    public init(faults: [FieldFault] = [], losses: [HallLoss] = []) {
        self.faults = faults
        self.losses = losses
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension CheckHallResponse: MessageMapping {
    typealias C = Usher__V1__CheckHallResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__check_hall_response__init }
    static var unpack: Unpack { usher__v1__check_hall_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        faults = r.list(c.n_faults, c.faults, "faults")
        losses = r.list(c.n_losses, c.losses, "losses")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.list(faults, &c.n_faults, &c.faults)
        w.list(losses, &c.n_losses, &c.losses)
    }
}
