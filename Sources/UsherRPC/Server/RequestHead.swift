/// A request's header fields, collected one by one as they are decoded, and bounded meanwhile.
public struct RequestHead: Sendable {
    public private(set) var method = ""
    public private(set) var path = ""
    public private(set) var contentType = ""
    public private(set) var timeout: String?
    public private(set) var encoding: String?
    /// `grpc-accept-encoding`, the lines of it joined.
    public private(set) var acceptEncoding: String?
    /// What is left without pseudo-headers, gRPC's and HTTP's own fields.
    public private(set) var metadata = Metadata()
    private var fields = 0
    private var bytes = 0

    public init() {}

    /// True once the request has more fields or bytes than the limits allow: it must be refused.
    public var isOversized: Bool { fields > Limits.maxHeaderFields || bytes > Limits.maxHeaderBytes }

    /// Takes one field with its lower-case name. Of an oversized request nothing more is kept but what says how it is
    /// refused. False once no honest client can have made the request: reading on is a waste.
    public mutating func add(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) -> Bool {
        let isHonest = count(name.count + value.count)
        guard !isOversized else {
            addOversized(name, value)
            return isHonest
        }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: name, as: UTF8.self) {
        case ":method": method = text
        case ":path": path = text
        case "content-type": contentType = text
        case "grpc-timeout": timeout = text
        case "grpc-encoding": encoding = text
        case "grpc-accept-encoding": acceptEncoding = acceptEncoding.map { "\($0),\(text)" } ?? text
        case let name:
            // `grpc-` is reserved; `te` is the hop's.
            if name.first != ":", name != "te", !name.hasPrefix("grpc-") { metadata.add(name, text) }
        }
        return true
    }

    /// Counts a field of so many bytes, name and value, that is not kept: it has characters that HTTP forbids, and the
    /// call shall not fail for that. The result is that of `add`.
    public mutating func leaveOut(bytes: Int) -> Bool {
        let isHonest = count(bytes)
        if isOversized { metadata = Metadata() }
        return isHonest
    }

    private mutating func count(_ length: Int) -> Bool {
        fields += 1
        bytes += length + 32
        return fields <= Limits.maxHeaderFields * Limits.headerBomb
            && bytes <= Limits.maxHeaderBytes * Limits.headerBomb
    }

    private mutating func addOversized(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        metadata = Metadata()
        guard contentType.isEmpty, name.elementsEqual("content-type".utf8), value.count <= Limits.maxContentType else {
            return
        }
        contentType = String(decoding: value, as: UTF8.self)
    }

    /// What compressed messages of the request are compressed with; nil if it is nothing that is understood.
    public var messageEncoding: MessageEncoding? {
        guard let encoding else { return .identity }
        return MessageEncoding(rawValue: encoding)
    }

    /// True if the content type is gRPC's.
    public var isGRPC: Bool { ContentType.isGRPC(contentType) }
}
