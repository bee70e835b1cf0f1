/// How every service is: the reply of Health's List. Written by hand, since the published descriptors of this platform
/// are older than the method.
public struct HealthListResponse: Sendable, Equatable {
    /// One entry of `map<string, HealthCheckResponse> statuses = 1`.
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

    public func encoded() -> [UInt8] {
        var writer = WireWriter()
        for entry in entries {
            var inner = WireWriter()
            inner.tag(1, .lengthPrefixed)
            inner.lengthPrefixed(Array(entry.service.utf8))
            inner.tag(2, .lengthPrefixed)
            inner.lengthPrefixed(HealthCheckResponse(status: entry.status).encoded())
            writer.tag(1, .lengthPrefixed)
            writer.lengthPrefixed(inner.bytes)
        }
        return writer.bytes
    }
}
