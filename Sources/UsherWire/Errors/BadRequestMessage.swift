import CUsherProto
import UsherCore

/// `google.rpc.BadRequest`.
struct BadRequestMessage: WireMessage {
    static let messageName = "google.rpc.BadRequest"

    var faults: [FieldFault]

    init(faults: [FieldFault]) {
        self.faults = faults
    }

    init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    func encoded() -> [UInt8] { Codec.encode(self) }
}

extension BadRequestMessage: MessageMapping {
    typealias C = Google__Rpc__BadRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { google__rpc__bad_request__init }
    static var unpack: Unpack { google__rpc__bad_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        faults = r.list(c.n_field_violations, c.field_violations, "field_violations") { c, r in
            FieldFault(r.looseText(c.field), r.looseText(c.description))
        }
    }

    func fill(_ c: inout C, _ w: Writing) {
        let initialise = google__rpc__bad_request__field_violation__init
        w.list(faults, &c.n_field_violations, &c.field_violations, initialise) { fault, c in
            c.field = w.text(fault.field)
            c.description = w.text(fault.description)
        }
    }
}
