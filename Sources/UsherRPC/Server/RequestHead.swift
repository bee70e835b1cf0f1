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
    /// What the metadata are compared with, from the first of them to the end of the head.
    private var known: RememberedFields?
    /// So many entries of the metadata are those of `known`, and are not held here yet.
    private var remembered = 0
    /// True if it said something that the memory did not have.
    public private(set) var isNew = false

    public init() {}

    /// True once the request has more fields or bytes than the limits allow: it must be refused.
    public var isOversized: Bool { fields > Limits.maxHeaderFields || bytes > Limits.maxHeaderBytes }

    /// Takes one field with its lower-case name. Of an oversized request nothing more is kept but what says how it is
    /// refused. False once no honest client can have made the request: reading on is a waste.
    public mutating func add(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) -> Bool {
        add(name: name, value: value, knowing: nil)
    }

    /// The same, with the strings of a request before where they have the same bytes. Behind the last field `finish` must
    /// be called.
    public mutating func add(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, knowing memory: HeadMemory?
    ) -> Bool {
        let isHonest = count(name.count + value.count)
        guard !isOversized else {
            addOversized(name, value)
            return isHonest
        }
        guard let first = name.first else {
            addMetadata(name, value, memory)
            return true
        }
        switch first {
        case UInt8(ascii: ":"): addPseudo(name, value, memory)
        case UInt8(ascii: "g") where FieldBytes.areEqual(UnsafeBufferPointer(rebasing: name.prefix(5)), "grpc-"):
            addReserved(name, value, memory)
        // The hop's.
        case UInt8(ascii: "t") where FieldBytes.areEqual(name, "te"): break
        case UInt8(ascii: "c") where FieldBytes.areEqual(name, "content-type"):
            contentType =
                FieldBytes.areEqual(value, "application/grpc")
                ? "application/grpc" : String(decoding: value, as: UTF8.self)
        default: addMetadata(name, value, memory)
        }
        return true
    }

    /// The last field has come: what is held is this request's own from here on.
    public mutating func finish() {
        if remembered > 0, let known, remembered == known.count {
            metadata = known.metadata
            remembered = 0
        } else if remembered > 0 {
            isNew = true
            recall()
        }
        known = nil
    }

    private mutating func addPseudo(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ memory: HeadMemory?
    ) {
        if FieldBytes.areEqual(name, ":path") {
            path = memory?.paths[value] ?? String(decoding: value, as: UTF8.self)
        } else if FieldBytes.areEqual(name, ":method") {
            method = FieldBytes.areEqual(value, "POST") ? "POST" : String(decoding: value, as: UTF8.self)
        }
    }

    /// `grpc-` is reserved.
    private mutating func addReserved(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ memory: HeadMemory?
    ) {
        if FieldBytes.areEqual(name, "grpc-timeout") {
            timeout = String(decoding: value, as: UTF8.self)
        } else if FieldBytes.areEqual(name, "grpc-encoding") {
            encoding = String(decoding: value, as: UTF8.self)
        } else if FieldBytes.areEqual(name, "grpc-accept-encoding") {
            let text: String
            if let memory, memory.acceptsEncoding(value) {
                text = memory.acceptEncoding
            } else {
                text = String(decoding: value, as: UTF8.self)
                isNew = true
            }
            acceptEncoding = acceptEncoding.map { "\($0),\(text)" } ?? text
        }
    }

    private mutating func addMetadata(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ memory: HeadMemory?
    ) {
        if known == nil { known = memory?.fields }
        let isRemembering = metadata.entries.isEmpty
        let index = isRemembering ? remembered : metadata.entries.count
        if let entry = known?.entry(index, name, value) {
            if isRemembering { remembered += 1 } else { metadata.add(entry.name, entry.value) }
            return
        }
        isNew = true
        recall()
        metadata.add(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// Takes over what was only counted.
    private mutating func recall() {
        guard remembered > 0, let known else { return }
        for entry in known.metadata.entries.prefix(remembered) { metadata.add(entry.name, entry.value) }
        remembered = 0
    }

    /// Counts a field of so many bytes, name and value, that is not kept: it has characters that HTTP forbids, and the
    /// call shall not fail for that. The result is that of `add`.
    public mutating func leaveOut(bytes: Int) -> Bool {
        let isHonest = count(bytes)
        if isOversized { dropMetadata() }
        return isHonest
    }

    private mutating func count(_ length: Int) -> Bool {
        fields += 1
        bytes += length + 32
        return fields <= Limits.maxHeaderFields * Limits.headerBomb
            && bytes <= Limits.maxHeaderBytes * Limits.headerBomb
    }

    private mutating func dropMetadata() {
        metadata = Metadata()
        remembered = 0
    }

    private mutating func addOversized(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        dropMetadata()
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
