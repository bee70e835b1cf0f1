import CUsherProto
public import UsherCore

/// The sign was heard.
public struct KeepAliveResponse: WireMessage {
    public static let messageName = "usher.v1.KeepAliveResponse"

    public var serverTime: Timestamp

    public init(serverTime: Timestamp = Timestamp(nanoseconds: 0)) {
        self.serverTime = serverTime
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension KeepAliveResponse: MessageMapping {
    typealias C = Usher__V1__KeepAliveResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__keep_alive_response__init }
    static var unpack: Unpack { usher__v1__keep_alive_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        serverTime = r.time(c.server_time, "server_time") ?? Timestamp(nanoseconds: 0)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.server_time = w.time(serverTime)
    }
}
