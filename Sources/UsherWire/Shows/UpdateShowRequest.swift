import CUsherProto
public import UsherCore

/// Changes the fields of a show that the mask names.
public struct UpdateShowRequest: WireMessage {
    public static let messageName = "usher.v1.UpdateShowRequest"

    /// nil if the message has none.
    public var show: ShowInput?
    /// The paths of `update_mask`, as `policy.lock_ttl`.
    public var updateMask: [String]
    /// 0 is any.
    public var expectedVersion: UInt64

    public init(show: ShowInput? = nil, updateMask: [String] = [], expectedVersion: UInt64 = 0) {
        self.show = show
        self.updateMask = updateMask
        self.expectedVersion = expectedVersion
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension UpdateShowRequest: MessageMapping {
    typealias C = Usher__V1__UpdateShowRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__update_show_request__init }
    static var unpack: Unpack { usher__v1__update_show_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        show = r.message(c.show, "show")
        updateMask = r.message(c.update_mask, "update_mask") { c, r in r.texts(c.n_paths, c.paths, "paths") } ?? []
        expectedVersion = c.expected_version
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show = w.message(show)
        if !updateMask.isEmpty {
            c.update_mask = w.message(google__protobuf__field_mask__init) { c in
                w.texts(updateMask, &c.n_paths, &c.paths)
            }
        }
        c.expected_version = expectedVersion
    }
}
