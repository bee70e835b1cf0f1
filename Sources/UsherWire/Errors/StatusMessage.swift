import CUsherProto
public import UsherCore

/// `google.rpc.Status`: what `grpc-status-details-bin` carries.
public struct StatusMessage: WireMessage {
    public static let messageName = "google.rpc.Status"

    /// The status code's number.
    public var code: Int32
    public var message: String
    public var details: [StatusDetail]

    public init(code: Int32, message: String, details: [StatusDetail] = []) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// The reason word of the first `ErrorInfo` of Usher's domain, as `SEAT_TAKEN`; nil if there is none.
    public var reason: String? {
        for case .errorInfo(let reason, Self.domain, _) in details { return reason }
        return nil
    }

    /// The domain of every `ErrorInfo` of ours.
    public static let domain = "usher"

    /// Details that are no valid messages of their type are kept as `.other`.
    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension StatusMessage: MessageMapping {
    typealias C = Google__Rpc__Status
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { google__rpc__status__init }
    static var unpack: Unpack { google__rpc__status__unpack }

    init(_ c: C, _ r: inout Reading) {
        code = c.code
        message = r.looseText(c.message)
        details = r.list(min(c.n_details, Limits.statusDetails), c.details, "details") { c, r in
            StatusDetail(typeURL: r.looseText(c.type_url), value: r.bytes(c.value))
        }
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.code = code
        c.message = w.text(message)
        w.list(details, &c.n_details, &c.details, google__protobuf__any__init) { detail, c in
            c.type_url = w.text(detail.typeURL)
            c.value = w.bytes(detail.value)
        }
    }
}
