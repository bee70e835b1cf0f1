import CUsherProto
public import UsherCore

/// How a service is.
public struct HealthCheckResponse: WireMessage {
    public static let messageName = "grpc.health.v1.HealthCheckResponse"

    /// Raw values are the wire's.
    public enum ServingStatus: Int, Sendable {
        case unknown = 0
        case serving = 1
        case notServing = 2
        /// Of Watch alone.
        case serviceUnknown = 3
    }

    public var status: ServingStatus

    public init(status: ServingStatus) {
        self.status = status
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension HealthCheckResponse: MessageMapping {
    typealias C = Grpc__Health__V1__HealthCheckResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__health__v1__health_check_response__init }
    static var unpack: Unpack { grpc__health__v1__health_check_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        status = ServingStatus(rawValue: Int(c.status.rawValue)) ?? .unknown
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.status = Grpc__Health__V1__HealthCheckResponse__ServingStatus(rawValue: UInt32(status.rawValue))
    }
}
