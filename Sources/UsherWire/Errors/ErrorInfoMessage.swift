import CUsherProto
import UsherCore

/// `google.rpc.ErrorInfo`.
struct ErrorInfoMessage: WireMessage {
    static let messageName = "google.rpc.ErrorInfo"

    var reason: String
    var domain: String
    var metadata: [StatusDetail.Pair]

    init(reason: String, domain: String, metadata: [StatusDetail.Pair]) {
        self.reason = reason
        self.domain = domain
        self.metadata = metadata
    }

    init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ErrorInfoMessage: MessageMapping {
    typealias C = Google__Rpc__ErrorInfo
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { google__rpc__error_info__init }
    static var unpack: Unpack { google__rpc__error_info__unpack }

    init(_ c: C, _ r: inout Reading) {
        reason = r.looseText(c.reason)
        domain = r.looseText(c.domain)
        metadata = r.list(c.n_metadata, c.metadata, "metadata") { c, r in
            StatusDetail.Pair(r.looseText(c.key), r.looseText(c.value))
        }
        // A map has no order of its own.
        metadata.sort { $0.key < $1.key }
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.reason = w.text(reason)
        c.domain = w.text(domain)
        let sorted = metadata.sorted { $0.key < $1.key }
        w.list(sorted, &c.n_metadata, &c.metadata, google__rpc__error_info__metadata_entry__init) { pair, c in
            c.key = w.text(pair.key)
            c.value = w.text(pair.value)
        }
    }
}
