/// What a server that fails a call says about repeating it: the trailing field `grpc-retry-pushback-ms` (gRPC's A6).
public enum RetryPushback: Sendable, Equatable {
    /// Wait so many milliseconds, exactly.
    case wait(milliseconds: Int32)
    /// Do not repeat it.
    case stop

    static let field = "grpc-retry-pushback-ms"

    /// nil if the server said nothing; what is no number from 0 on asks not to be bothered again.
    public init?(_ metadata: Metadata) {
        guard let text = metadata[Self.field] else { return nil }
        guard let milliseconds = Int32(text), milliseconds >= 0 else {
            self = .stop
            return
        }
        self = .wait(milliseconds: milliseconds)
    }

    /// As trailing metadata.
    public var metadata: Metadata {
        var metadata = Metadata()
        switch self {
        case .wait(let milliseconds): metadata.add(Self.field, String(max(0, milliseconds)))
        case .stop: metadata.add(Self.field, "-1")
        }
        return metadata
    }
}
