import CUsherProto
public import UsherCore

/// Asks how a service is.
public struct HealthCheckRequest: WireMessage {
    public static let messageName = "grpc.health.v1.HealthCheckRequest"

    /// "" for the whole server.
    public var service: String

    public init(service: String = "") {
        self.service = service
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension HealthCheckRequest: MessageMapping {
    typealias C = Grpc__Health__V1__HealthCheckRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__health__v1__health_check_request__init }
    static var unpack: Unpack { grpc__health__v1__health_check_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        service = r.text(c.service, "service")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.service = w.text(service)
    }
}
