extension LoadConnection {
    /// Takes what a read brought; `bytes` lies in the loop's buffer, with room before it.
    func parse(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        if !carry.isEmpty {
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress!) - carry.count
            carry.withUnsafeBytes { start.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            rest = UnsafeRawBufferPointer(start: start, count: bytes.count + carry.count)
            carry.removeAll()
        }
        while rest.count >= 9 {
            let length = Int(rest[0]) << 16 | Int(rest[1]) << 8 | Int(rest[2])
            guard length <= Limits.loadFrameBytes else { return lose("a frame of \(length) bytes") }
            guard rest.count >= 9 + length else { break }
            let id = Self.number(rest, at: 5) & 0x7fff_ffff
            frame(type: rest[3], flags: rest[4], id, UnsafeRawBufferPointer(rebasing: rest[9..<9 + length]))
            guard isOpen else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[(9 + length)...])
        }
        if !rest.isEmpty { carry.append(contentsOf: rest) }
    }

    private func frame(type: UInt8, flags: UInt8, _ id: UInt32, _ payload: UnsafeRawBufferPointer) {
        let place = slot(id)
        let isOurs = id != 0 && streams[place].id == id
        switch type {
        case 0:
            data(payload, place, isOurs, isPadded: flags & 8 != 0)
            if flags & 1 != 0, isOurs { end(slot: place) }
        case 1: if flags & 1 != 0, isOurs { end(slot: place) }
        case 3: if isOurs { end(slot: place) }
        case 4:
            guard flags & 1 == 0 else { return }
            for start in stride(from: 0, to: payload.count - 5, by: 6) {
                take(setting: Int(payload[start]) << 8 | Int(payload[start + 1]), Self.number(payload, at: start + 2))
            }
            settle()
        case 6: if flags & 1 == 0, payload.count == 8 { answerPing(payload) }
        case 7: lose("the gateway is going")
        case 8: if id == 0, payload.count == 4 { widen(by: Self.number(payload, at: 0) & 0x7fff_ffff) }
        default: break
        }
    }

    /// Gives back what was read long enough ago.
    func returnWindows() {
        if taken > giveBackFrom {
            giveBack(taken, stream: 0)
            taken = 0
        }
        for place in streams.indices where streams[place].taken > giveBackFrom {
            giveBack(streams[place].taken, stream: streams[place].id)
            streams[place].taken = 0
        }
    }

    private func data(_ payload: UnsafeRawBufferPointer, _ place: Int, _ isOurs: Bool, isPadded: Bool) {
        taken += payload.count
        if taken > giveBackFrom {
            giveBack(taken, stream: 0)
            taken = 0
        }
        guard isOurs else { return }
        streams[place].taken += payload.count
        if streams[place].taken > giveBackFrom {
            giveBack(streams[place].taken, stream: streams[place].id)
            streams[place].taken = 0
        }
        if isPadded {
            guard let padding = payload.first, Int(padding) < payload.count else { return lose("bad padding") }
            messages(UnsafeRawBufferPointer(rebasing: payload[1..<payload.count - Int(padding)]), place)
        } else {
            messages(payload, place)
        }
    }

    /// gRPC's messages of a stream: most are whole in their frame.
    private func messages(_ bytes: UnsafeRawBufferPointer, _ place: Int) {
        if !streams[place].partial.isEmpty {
            var joined: [UInt8] = []
            swap(&joined, &streams[place].partial)
            joined.append(contentsOf: bytes)
            joined.withUnsafeBytes { whole($0, place) }
        } else {
            whole(bytes, place)
        }
    }

    private func whole(_ bytes: UnsafeRawBufferPointer, _ place: Int) {
        var rest = bytes
        while rest.count >= 5 {
            let length = Int(Self.number(rest, at: 1))
            guard rest.count - 5 >= length else { break }
            streams[place].messages += 1
            owner.message(self, slot: place, UnsafeRawBufferPointer(rebasing: rest[5..<5 + length]))
            rest = UnsafeRawBufferPointer(rebasing: rest[(5 + length)...])
        }
        if !rest.isEmpty { streams[place].partial.append(contentsOf: rest) }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
}
