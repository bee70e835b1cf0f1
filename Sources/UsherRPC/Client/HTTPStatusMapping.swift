/// What an HTTP status means for a call that got no `grpc-status`: something in between answered. Clients only.
public enum HTTPStatusMapping {
    /// Source: grpc/grpc `doc/http-grpc-status-mapping.md`.
    public static func code(_ status: Int) -> StatusCode {
        switch status {
        case 400, 431: .internal
        case 401: .unauthenticated
        case 403: .permissionDenied
        case 404: .unimplemented
        case 429, 502, 503, 504: .unavailable
        default: .unknown
        }
    }
}
