/// What the peer's RST_STREAM means for a call.
public enum StreamReset {
    static let refusedStream: UInt32 = 7
    /// What a client sends to give a call up.
    public static let cancelCode: UInt32 = 8
    /// What a server says who is asked too often.
    public static let enhanceYourCalmCode: UInt32 = 11

    /// The call's status for an HTTP/2 error code. Source: grpc/grpc `doc/PROTOCOL-HTTP2.md`, "Errors".
    public static func code(_ http2Code: UInt32) -> StatusCode {
        switch http2Code {
        case refusedStream: .unavailable
        case cancelCode: .cancelled
        case enhanceYourCalmCode: .resourceExhausted
        case 12: .permissionDenied
        case 0x0...0x6, 0x9, 0xA: .internal
        // Codes that no specification knows yet: something on the way failed.
        default: .unknown
        }
    }

    /// The code's name in RFC 9113.
    public static func name(_ http2Code: UInt32) -> String {
        let names = [
            "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
            "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
            "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
        ]
        return http2Code < names.count ? names[Int(http2Code)] : "error \(http2Code)"
    }
}
