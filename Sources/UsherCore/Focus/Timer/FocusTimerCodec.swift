/// How a store writes what a timer remembers: a kind and its fields, numbers little endian, texts with their length.
///
/// A store may hold anything by the time that it is read: what cannot be read is nil, and nothing else happens.
package enum FocusTimerCodec {
    private enum Kind: UInt8 {
        case began = 1
        case clock = 2
        case made = 3
        case retimed = 4
        case settled = 5
        case dropped = 6
        case adopted = 7
        case forgot = 8
        case told = 9
    }

    package static func encode(_ records: [FocusTimerRecord]) -> [UInt8] {
        var writer = FocusByteWriter()
        for record in records { write(record, &writer) }
        return writer.bytes
    }

    /// nil unless the bytes are records from the first to the last.
    package static func decode(_ bytes: [UInt8]) -> [FocusTimerRecord]? {
        var reader = FocusByteReader(bytes)
        var records: [FocusTimerRecord] = []
        while !reader.isAtEnd {
            guard let record = read(&reader) else { return nil }
            records.append(record)
        }
        return records
    }

    // MARK: Writing

    private static func write(_ record: FocusTimerRecord, _ writer: inout FocusByteWriter) {
        switch record {
        case .began(let memberID, let deviceID):
            writer.add(Kind.began.rawValue)
            writer.add(memberID)
            writer.add(deviceID)
        case .clock(let clock):
            writer.add(Kind.clock.rawValue)
            write(clock.device, &writer)
            writer.add(clock.time.nanoseconds)
            writer.add(UInt8(clock.isKnown ? 1 : 0))
            writer.add(clock.floor?.nanoseconds)
        case .made(let pending):
            writer.add(Kind.made.rawValue)
            write(pending.event, &writer)
            write(pending.madeAt, &writer)
            writer.add(UInt8(pending.isTimeKnown ? 1 : 0))
        case .retimed(let times):
            writer.add(Kind.retimed.rawValue)
            writer.add(UInt32(clamping: times.count))
            for time in times { writer.add(time.nanoseconds) }
        case .settled(let count):
            writer.add(Kind.settled.rawValue)
            writer.add(UInt32(clamping: count))
        case .dropped(let index):
            writer.add(Kind.dropped.rawValue)
            writer.add(UInt32(clamping: index))
        case .adopted(let session):
            writer.add(Kind.adopted.rawValue)
            write(session, &writer)
        case .forgot(let id):
            writer.add(Kind.forgot.rawValue)
            writer.add(id)
        case .told(let id):
            writer.add(Kind.told.rawValue)
            writer.add(id)
        }
    }

    private static func write(_ device: DeviceTime, _ writer: inout FocusByteWriter) {
        writer.add(device.wall.nanoseconds)
        writer.add(device.steady)
        writer.add(device.boot)
    }

    private static func write(_ event: FocusEvent, _ writer: inout FocusByteWriter) {
        writer.add(event.sessionID)
        writer.add(event.ordinal)
        writer.add(event.type.rawValue)
        writer.add(event.at.nanoseconds)
        writer.add(event.planned?.nanoseconds)
        writer.add(event.roomID)
    }

    private static func write(_ known: KnownSession, _ writer: inout FocusByteWriter) {
        switch known.root {
        case .started(let event):
            writer.add(UInt8(1))
            writer.add(known.record.memberID)
            write(event, &writer)
        case .told(let session):
            writer.add(UInt8(2))
            write(session, &writer)
        }
        writer.add(UInt8(known.isOver ? 1 : 0))
        let entries = known.entries
        writer.add(UInt32(clamping: entries.count))
        for entry in entries {
            writer.add(entry.type.rawValue)
            writer.add(entry.at.nanoseconds)
        }
    }

    private static func write(_ session: FocusSession, _ writer: inout FocusByteWriter) {
        writer.add(session.sessionID)
        writer.add(session.memberID)
        writer.add(session.roomID)
        writer.add(session.state.rawValue)
        writer.add(session.planned?.nanoseconds)
        writer.add(session.startedAt.nanoseconds)
        writer.add(session.endedAt?.nanoseconds)
        writer.add(session.elapsed.nanoseconds)
        writer.add(session.lastOrdinal)
        writer.add(session.serverTime.nanoseconds)
    }

    // MARK: Reading

    private static func read(_ reader: inout FocusByteReader) -> FocusTimerRecord? {
        guard let kind = reader.byte().flatMap(Kind.init) else { return nil }
        switch kind {
        case .began:
            guard let memberID = reader.text(), let deviceID = reader.text() else { return nil }
            return .began(memberID: memberID, deviceID: deviceID)
        case .clock:
            guard let device = readDevice(&reader), let time = reader.time(), let isKnown = reader.flag(),
                let floor = reader.optional()
            else { return nil }
            var clock = FocusClock(device: device, time: time, isKnown: isKnown)
            clock.floor = floor.map { Timestamp(nanoseconds: $0) }
            return .clock(clock)
        case .made:
            guard let event = readEvent(&reader), let madeAt = readDevice(&reader), let isKnown = reader.flag() else {
                return nil
            }
            return .made(PendingFocusEvent(event: event, madeAt: madeAt, isTimeKnown: isKnown))
        case .retimed:
            guard let count = reader.count(each: 8) else { return nil }
            var times: [Timestamp] = []
            for _ in 0..<count { if let time = reader.time() { times.append(time) } }
            return .retimed(times)
        case .settled: return reader.number().map { .settled(Int($0)) }
        case .dropped: return reader.number().map { .dropped(Int($0)) }
        case .adopted: return readKnown(&reader).map { .adopted($0) }
        case .forgot: return reader.text().map { .forgot($0) }
        case .told: return reader.text().map { .told($0) }
        }
    }

    private static func readDevice(_ reader: inout FocusByteReader) -> DeviceTime? {
        guard let wall = reader.time(), let steady = reader.long(), let boot = reader.text() else { return nil }
        return DeviceTime(wall: wall, steady: steady, boot: boot)
    }

    private static func readEvent(_ reader: inout FocusByteReader) -> FocusEvent? {
        guard let id = reader.text(), let ordinal = reader.number(),
            let type = reader.byte().flatMap(FocusEventType.init), let at = reader.time(),
            let planned = reader.optional(), let roomID = reader.text()
        else { return nil }
        return FocusEvent(
            sessionID: id, ordinal: ordinal, type: type, at: at,
            planned: planned.map { TimeSpan(nanoseconds: $0) }, roomID: roomID)
    }

    private static func readKnown(_ reader: inout FocusByteReader) -> KnownSession? {
        var known: KnownSession?
        switch reader.byte() {
        case 1:
            guard let memberID = reader.text(), let event = readEvent(&reader) else { return nil }
            known = KnownSession(started: event, memberID: memberID)
        case 2: known = readSession(&reader).map { KnownSession(told: $0) }
        default: return nil
        }
        guard let isOver = reader.flag(), let count = reader.count(each: 9) else { return nil }
        for _ in 0..<count {
            guard let type = reader.byte().flatMap(FocusEventType.init), let at = reader.time() else { return nil }
            known?.replay(FocusRecord.Entry(type, at: at))
        }
        known?.isOver = isOver
        return known
    }

    private static func readSession(_ reader: inout FocusByteReader) -> FocusSession? {
        guard let id = reader.text(), let memberID = reader.text(), let roomID = reader.text(),
            let state = reader.byte().flatMap(FocusState.init), let planned = reader.optional(),
            let startedAt = reader.time(), let endedAt = reader.optional(), let elapsed = reader.long(),
            // The next ordinal must still be a number.
            let lastOrdinal = reader.number(), lastOrdinal < .max, let serverTime = reader.time()
        else { return nil }
        return FocusSession(
            sessionID: id, memberID: memberID, roomID: roomID, state: state,
            planned: planned.map { TimeSpan(nanoseconds: $0) }, startedAt: startedAt,
            endedAt: endedAt.map { Timestamp(nanoseconds: $0) }, elapsed: TimeSpan(nanoseconds: elapsed),
            lastOrdinal: lastOrdinal, serverTime: serverTime)
    }
}
