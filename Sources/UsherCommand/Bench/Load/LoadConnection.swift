import Glibc
import UsherHTTP2

/// A connection of a load: speaks just enough HTTP/2 to be cheap, so that what is measured is the gateway. Its windows
/// are wide open unless asked otherwise, and it trusts the gateway, which is ours.
///
/// Belongs to the loop's thread.
final class LoadConnection: ReadinessHandler {
    let number: Int
    unowned let owner: any LoadOwner
    let loop: LoadLoop
    /// Of a connection that watches: stream n in slot n. Of one that calls: a ring.
    var streams: [LoadStream]
    /// False from the end on.
    private(set) var isOpen = true
    /// Stays true while the socket's bytes are taken.
    private(set) var isReading = true
    private(set) var hasSettings = false
    private let descriptor: Int32
    private var headers: RequestHeaders
    private var nextID: UInt32 = 1
    /// Calls that are out.
    private var calls = 0
    private var maxCalls = Int.max
    /// What the server lets us send on the connection.
    private var window = 65_535
    private let isWide: Bool
    private let stall: LoadStall?
    private var isStalled = false
    private var output: [UInt8] = []
    private var written = 0
    private var waitsForRoom = true
    /// Calls that wait for SETTINGS, a free slot or the window.
    private var pending: [(request: LoadRequest, tag: Int)] = []
    private var firstPending = 0
    /// Bytes that are read before their window is given back.
    var giveBackFrom: Int {
        isWide ? Limits.loadWindow / 4 : isStalled ? .max : Limits.loadNarrowShare
    }
    /// The beginning of a frame.
    var carry: [UInt8] = []
    var taken = 0

    /// Connects to `address`, which must be on this machine. `slots` is a power of two for a connection that calls.
    /// One that is to stall in one way cannot in the other: by its windows it has HTTP's own, by its socket a small one.
    init(
        _ number: Int, _ address: LoadAddress, slots: Int, stall: LoadStall? = nil, _ loop: LoadLoop,
        _ owner: any LoadOwner
    ) throws(CommandFailure) {
        self.number = number
        self.owner = owner
        self.loop = loop
        self.stall = stall
        isWide = stall != .window
        streams = [LoadStream](repeating: LoadStream(), count: slots)
        headers = RequestHeaders(authority: address.authority)
        descriptor = try address.connect(isSmall: stall == .socket)
        greet()
        do {
            try loop.reactor.add(descriptor, [.read, .write], self)
        } catch {
            Glibc.close(descriptor)
            throw CommandFailure("cannot \(error.operation): \(error.message)")
        }
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        loop.reactor.remove(descriptor)
        Glibc.close(descriptor)
    }

    /// Takes no more, in its own way, until `goOn()`.
    func stopTaking() {
        isStalled = true
        guard stall == .socket else { return }
        isReading = false
        if isOpen { watch() }
    }

    func goOn() {
        isStalled = false
        isReading = true
        guard isOpen else { return }
        returnWindows()
        flush()
        if isOpen { watch() }
    }

    /// TCP segments with data that arrived so far: as many as the gateway wrote, but where the kernel joined some.
    var segments: Int { isOpen ? LoadAddress.segments(descriptor) : 0 }

    // MARK: Calling

    /// Sends a request now, or as soon as the server lets us. `flush()` or the end of a read writes it.
    func call(_ request: LoadRequest, tag: Int) {
        if firstPending == pending.count, mayCall(request) {
            begin(request, tag)
        } else {
            pending.append((request, tag))
        }
    }

    /// What waited is sent as far as the server lets us.
    func callPending() {
        while firstPending < pending.count, mayCall(pending[firstPending].request) {
            begin(pending[firstPending].request, pending[firstPending].tag)
            firstPending += 1
        }
        if firstPending == pending.count, firstPending > 0 {
            pending.removeAll(keepingCapacity: true)
            firstPending = 0
        }
    }

    private func mayCall(_ request: LoadRequest) -> Bool {
        hasSettings && calls < maxCalls && window >= request.message.count + 5 && streams[slot(nextID)].id == 0
    }

    /// The slot of a stream that is or would be ours.
    func slot(_ id: UInt32) -> Int { Int(id >> 1) % streams.count }

    private func begin(_ request: LoadRequest, _ tag: Int) {
        let id = nextID
        nextID += 2
        calls += 1
        let place = slot(id)
        streams[place].id = id
        streams[place].tag = tag
        streams[place].messages = 0
        streams[place].begunAt = loop.reactor.now
        let start = output.count
        frame(length: 0, type: 1, flags: 4, stream: id)
        headers.write(request.method, to: &output)
        let length = output.count - start - 9
        output[start + 1] = UInt8(length >> 8)
        output[start + 2] = UInt8(length & 255)
        let size = request.message.count
        frame(length: size + 5, type: 0, flags: 1, stream: id)
        output.append(0)
        append32(UInt32(size))
        output.append(contentsOf: request.message)
        window -= size + 5
    }

    // MARK: What the server says

    func take(setting: Int, _ value: UInt32) {
        switch setting {
        case 1: headers.limitTable(to: Int(value))
        case 3: maxCalls = Int(value)
        default: break
        }
    }

    func settle() {
        hasSettings = true
        frame(length: 0, type: 4, flags: 1, stream: 0)
        callPending()
    }

    func widen(by bytes: UInt32) {
        window += Int(bytes)
        callPending()
    }

    func answerPing(_ bytes: UnsafeRawBufferPointer) {
        frame(length: 8, type: 6, flags: 1, stream: 0)
        output.append(contentsOf: bytes)
    }

    /// Gives back what was read; the connection's own share with stream 0.
    func giveBack(_ bytes: Int, stream: UInt32) {
        frame(length: 4, type: 8, flags: 0, stream: stream)
        append32(UInt32(bytes))
    }

    func end(slot: Int) {
        let isAnswered = streams[slot].messages > 0
        calls -= 1
        streams[slot].id = 0
        streams[slot].taken = 0
        streams[slot].partial.removeAll()
        owner.ended(self, slot: slot, isAnswered: isAnswered)
        callPending()
    }

    func lose(_ reason: String) {
        guard isOpen else { return }
        close()
        owner.lost(self, reason)
    }

    // MARK: Writing

    private func greet() {
        output.append(contentsOf: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        frame(length: isWide ? 12 : 6, type: 4, flags: 0, stream: 0)
        output.append(contentsOf: [0, 2, 0, 0, 0, 0])
        guard isWide else { return }
        output.append(contentsOf: [0, 4])
        append32(UInt32(Limits.loadWindow))
        giveBack(Limits.loadWindow - 65_535, stream: 0)
    }

    private func frame(length: Int, type: UInt8, flags: UInt8, stream: UInt32) {
        output.append(UInt8(length >> 16))
        output.append(UInt8(length >> 8 & 255))
        output.append(UInt8(length & 255))
        output.append(type)
        output.append(flags)
        append32(stream)
    }

    private func append32(_ value: UInt32) {
        withUnsafeBytes(of: value.bigEndian) { output.append(contentsOf: $0) }
    }

    func flush() {
        guard isOpen, written < output.count, !waitsForRoom else { return }
        let count = output.withUnsafeBytes { bytes in
            send(descriptor, bytes.baseAddress! + written, bytes.count - written, Int32(MSG_NOSIGNAL))
        }
        if count < 0 {
            guard errno == EAGAIN || errno == EINTR else { return lose(String(cString: strerror(errno))) }
        } else {
            written += count
        }
        if written == output.count {
            output.removeAll(keepingCapacity: true)
            written = 0
        } else {
            waitsForRoom = true
            watch()
        }
    }

    private func watch() {
        var readiness: Readiness = isReading ? [.read] : []
        if waitsForRoom { readiness.insert(.write) }
        loop.reactor.change(descriptor, readiness)
    }

    // MARK: Reading

    func ready(_ readiness: Readiness) {
        if waitsForRoom, readiness.contains(.write) {
            waitsForRoom = false
            watch()
            flush()
        }
        if !isReading, readiness.contains(.hangup) { return lose("the gateway closed a connection") }
        guard isOpen, isReading, readiness.contains(.read) || readiness.contains(.hangup) else { return }
        let room = loop.buffer.baseAddress! + Limits.loadCarryBytes
        let count = recv(descriptor, room, Limits.loadReadBytes, 0)
        loop.now = loop.reactor.now
        if count > 0 {
            loop.reads += 1
            loop.bytes += count
            parse(UnsafeRawBufferPointer(start: room, count: count))
            if isOpen { flush() }
        } else if count == 0 {
            lose("the gateway closed a connection")
        } else if errno != EAGAIN && errno != EINTR {
            lose(String(cString: strerror(errno)))
        }
    }
}
