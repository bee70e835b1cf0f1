import CUsherProto
public import UsherCore

/// How every service is: the reply of Health's List.
public struct HealthListResponse: WireMessage {
    public static let messageName = "grpc.health.v1.HealthListResponse"

    /// One entry of the map `statuses`.
    public struct Entry: Sendable, Equatable {
        /// "" is the whole server.
        public var service: String
        public var status: HealthCheckResponse.ServingStatus

        public init(service: String, status: HealthCheckResponse.ServingStatus) {
            self.service = service
            self.status = status
        }
    }

    /// Each service once.
    public var entries: [Entry]

    public init(entries: [Entry]) {
        self.entries = entries
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension HealthListResponse: MessageMapping {
    typealias C = Grpc__Health__V1__HealthListResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__health__v1__health_list_response__init }
    static var unpack: Unpack { grpc__health__v1__health_list_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        entries = r.list(c.n_statuses, c.statuses, "statuses") { c, r in
            let response: HealthCheckResponse? = r.message(c.value, "value")
            return Entry(service: r.text(c.key, "key"), status: response?.status ?? .unknown)
        }
    }

    func fill(_ c: inout C, _ w: Writing) {
        let initialise = grpc__health__v1__health_list_response__statuses_entry__init
        w.list(entries, &c.n_statuses, &c.statuses, initialise) { entry, c in
            c.key = w.text(entry.service)
            c.value = w.message(HealthCheckResponse(status: entry.status))
        }
    }
}
