@testable import UsherRPC

/// Whatever fields a request has, it is bounded, judged, and answered by fields that may travel.
enum HeadEntry {
    private static let dispatch = Dispatch([FuzzService()])

    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        var head = RequestHead()
        var bytes = 0
        var count = 0
        while let (name, value) = FieldSource.next(&source) {
            let taken = name.withUnsafeBufferPointer { name in
                value.withUnsafeBufferPointer { head.add(name: name, value: $0) }
            }
            count += 1
            bytes += name.count + value.count + 32
            let bomb =
                count > Limits.maxHeaderFields * Limits.headerBomb || bytes > Limits.maxHeaderBytes * Limits.headerBomb
            try require(taken != bomb, "field \(count) of \(bytes) bytes is \(taken ? "taken" : "refused")")
            guard taken else { return }
        }
        let fits = count <= Limits.maxHeaderFields && bytes <= Limits.maxHeaderBytes
        try require(head.isOversized != fits, "\(count) fields of \(bytes) bytes are \(fits ? "refused" : "taken")")
        try require(fits || head.metadata.entries.isEmpty, "an oversized head is kept")
        for entry in head.metadata.entries {
            try require(!entry.name.hasPrefix(":"), "a pseudo-header is metadata: \(entry.name)")
            try require(!entry.name.hasPrefix("grpc-"), "a field of gRPC's is metadata: \(entry.name)")
        }
        switch dispatch.judge(head) {
        case .call(let method, let timeout):
            try require(fits && head.method == "POST" && head.isGRPC, "a call that is none: \(head)")
            try require(head.messageEncoding != nil, "an unknown encoding is taken: \(head)")
            try require(head.path == "/fuzz.Fuzz/\(method.name)", "\(head.path) goes to \(method.name)")
            try require(timeout == head.timeout.flatMap(TimeoutCoding.parse), "the timeout changes: \(head)")
            try require(timeout.map { $0 >= 0 } ?? (head.timeout == nil), "a bad timeout is taken: \(head)")
        case .refuse(let error): try legal(error)
        case .http(let answer):
            try require([404, 405, 415, 431].contains(answer.status), "HTTP status \(answer.status)")
            try require(head.method != "POST" || !head.isGRPC, "a gRPC request is answered plainly: \(head)")
        }
    }

    private static func legal(_ error: RPCError) throws {
        var trailers = Metadata()
        for field in StatusTrailers.fields(error) {
            try require(FieldSource.isLegal(field), "'\(field.name)' cannot travel: '\(field.value)'")
            trailers.add(field.name, field.value)
        }
        try require(StatusTrailers.parse(trailers)?.code == error.code, "the status changes on its way: \(error)")
    }
}
