/// What a hostile peer does, made out of an input: mostly frames that are nearly right, so that the fuzzer need not find
/// out by itself what HTTP/2 looks like; any bytes are possible too.
struct FrameScript {
    enum Role { case client, server }

    enum Step {
        case send([UInt8])
        /// The other side gets its turn.
        case turn
        /// What the other side sent is read.
        case read
        /// The handlers, or the callers, do something.
        case poke(UInt8)
    }

    /// A script stops growing beyond it.
    private static let maxBytes = 256 << 10

    private(set) var steps: [Step] = []
    /// The socket takes little at a time.
    let isNarrow: Bool
    private let role: Role
    private var source: ByteSource
    private var size = 0
    private var nextStream: UInt32 = 1
    private var last: [UInt8] = []

    init(_ input: [UInt8], as role: Role) {
        self.role = role
        source = ByteSource(input)
        let mode = source.byte()
        isNarrow = mode & 8 != 0
        if mode & 1 == 0 {
            if role == .client { send(WireBytes.preface) }
            send(WireBytes.frame(4, 0, 0, []))
            steps.append(.turn)
        }
        if mode & 2 != 0 {
            let piece = mode & 4 == 0 ? Int.max : Int(source.byte()) + 1
            var bytes = source.remainder()[...]
            while !bytes.isEmpty {
                send(Array(bytes.prefix(piece)))
                bytes = bytes.dropFirst(piece)
                steps.append(.turn)
            }
            return
        }
        while !source.isEmpty, size < Self.maxBytes { step() }
    }

    private mutating func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        size += bytes.count
        last = bytes
        steps.append(.send(bytes))
    }

    private mutating func step() {
        switch source.number(below: 20) {
        case 0, 1: open()
        case 2, 3: data(WireBytes.message(source.chunk()))
        case 4: data(source.chunk())
        case 5: send(WireBytes.frame(3, 0, stream(), WireBytes.big(UInt32(source.byte()))))
        case 6: settings()
        case 7: send(WireBytes.frame(4, 1, 0, []))
        case 8: send(WireBytes.frame(6, source.byte() & 1, 0, [1, 2, 3, 4, 5, 6, 7, 8]))
        case 9: send(WireBytes.frame(7, 0, 0, WireBytes.big(stream()) + WireBytes.big(UInt32(source.byte()))))
        case 10: send(WireBytes.frame(8, 0, stream(), WireBytes.big(source.uint32())))
        case 11: send(WireBytes.frame(8, 0, stream(), WireBytes.big(UInt32(source.byte()) << 10)))
        case 12: send(WireBytes.frame(2, 0, stream(), WireBytes.big(stream()) + [source.byte()]))
        case 13: send(WireBytes.frame(9, source.byte(), stream(), source.chunk()))
        case 14: send(WireBytes.frame(source.byte(), source.byte(), stream(), source.chunk()))
        case 15: send(source.chunk())
        case 16: steps.append(.turn)
        case 17: steps.append(.read)
        case 18: steps.append(.poke(source.byte()))
        default: again()
        }
    }

    /// The last bytes again and again: floods.
    private mutating func again() {
        let bytes = last
        let times = 1 + Int(source.byte()) * 4
        for _ in 0..<times where size < Self.maxBytes { send(bytes) }
    }

    private mutating func stream() -> UInt32 {
        let choice = source.byte()
        switch choice {
        case 0: return 0
        case 1: return nextStream
        case 2: return 0x7FFF_FFFF
        case 3: return source.uint32()
        default: return UInt32(choice & 15) * 2 + 1
        }
    }

    private mutating func settings() {
        let id = UInt16(source.byte())
        let value = source.byte() < 128 ? UInt32(source.byte()) : source.uint32()
        send(WireBytes.frame(4, 0, 0, [UInt8(id >> 8), UInt8(id & 255)] + WireBytes.big(value)))
    }

    private mutating func data(_ bytes: [UInt8]) {
        let stream = stream()
        let flags = source.byte() & 1
        send(WireBytes.frame(0, flags, stream, bytes))
    }

    /// HEADERS, whole or in pieces, with the fields that its receiver expects or any others.
    private mutating func open() {
        let how = source.byte()
        var block: [UInt8] = []
        if how & 1 == 0 { block += usualFields() }
        let form: UInt8 = how & 2 == 0 ? 0 : 0x40
        for _ in 0..<(how >> 5) {
            guard let (name, value) = FieldSource.next(&source) else { break }
            block += WireBytes.field(name, value, form: form)
        }
        let stream: UInt32
        if role == .client, how & 4 == 0 {
            stream = nextStream
            nextStream &+= 2
        } else {
            stream = self.stream()
        }
        let ends: UInt8 = how & 8 == 0 ? 0 : 1
        if how & 16 == 0 || block.isEmpty { return send(WireBytes.frame(1, 4 | ends, stream, block)) }
        let half = block.count / 2
        send(WireBytes.frame(1, ends, stream, Array(block[..<half])))
        send(WireBytes.frame(9, 4, stream, Array(block[half...])))
    }

    private mutating func usualFields() -> [UInt8] {
        let choice = source.byte()
        switch role {
        case .client:
            let method = FuzzService.names[Int(choice) % FuzzService.names.count]
            return WireBytes.block([
                (":method", "POST"), (":scheme", "http"), (":path", "/fuzz.Fuzz/\(method)"), (":authority", "fuzz"),
                ("te", "trailers"), ("content-type", "application/grpc"),
            ])
        case .server where choice & 1 == 0:
            return WireBytes.block([(":status", "200"), ("content-type", "application/grpc")])
        case .server: return WireBytes.block([("grpc-status", choice & 2 == 0 ? "0" : "13")])
        }
    }
}
