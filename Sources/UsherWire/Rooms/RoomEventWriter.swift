import UsherCore

/// The two events that a room sends most, written by hand as those of a show are. Golden tests hold both to protobuf-c's
/// bytes. The field numbers are those of `proto/usher/v1/room.proto` and `stream.proto`.
enum RoomEventWriter {
    static func change(_ change: RoomChange) -> [UInt8] {
        switch change.kind {
        case .joined(let member):
            let inner = MemberSizes(member)
            return frame(change.seq, inner: WireWriter.lengthPrefixedSize(inner.whole)) { writer in
                writer.messageHead(2, size: inner.whole)
                write(member, inner, &writer)
            }
        case .updated(let update):
            let inner = UpdateSizes(update)
            return frame(change.seq, inner: WireWriter.lengthPrefixedSize(inner.whole)) { writer in
                writer.messageHead(3, size: inner.whole)
                write(update, inner, &writer)
            }
        case .left(let memberID):
            return frame(change.seq, inner: WireWriter.lengthPrefixedSize(memberID.utf8.count)) { writer in
                writer.presentText(4, memberID)
            }
        case .unknown: return frame(change.seq, inner: 0) { _ in }
        }
    }

    static func heartbeat(seq: UInt64, serverTime: Timestamp) -> [UInt8] {
        let time = WireWriter.TimeFields(serverTime)
        let size = WireWriter.numberSize(seq) + WireWriter.lengthPrefixedSize(time.size)
        var writer = WireWriter(capacity: size + 2)
        writer.messageHead(4, size: size)
        writer.number(1, seq)
        writer.time(2, time)
        return writer.bytes
    }

    /// A change with its seq around what `body` writes, `inner` bytes.
    private static func frame(_ seq: UInt64, inner: Int, _ body: (inout WireWriter) -> Void) -> [UInt8] {
        let size = WireWriter.numberSize(seq) + inner
        var writer = WireWriter(capacity: WireWriter.lengthPrefixedSize(size))
        writer.messageHead(2, size: size)
        writer.number(1, seq)
        body(&writer)
        return writer.bytes
    }

    private struct MemberSizes {
        let started: WireWriter.TimeFields?
        let planned: WireWriter.TimeFields?
        let joined: WireWriter.TimeFields
        let whole: Int

        init(_ member: RoomMember) {
            started = member.focusStartedAt.map(WireWriter.TimeFields.init)
            planned = member.planned.map(WireWriter.TimeFields.init)
            joined = WireWriter.TimeFields(member.joinedAt)
            var size = WireWriter.textSize(member.memberID) + WireWriter.textSize(member.seat)
            size += WireWriter.numberSize(UInt64(member.status.rawValue))
            if let started { size += WireWriter.lengthPrefixedSize(started.size) }
            if let planned { size += WireWriter.lengthPrefixedSize(planned.size) }
            size += WireWriter.textSize(member.nickname) + WireWriter.textSize(member.avatar)
            whole = size + WireWriter.lengthPrefixedSize(joined.size)
        }
    }

    private static func write(_ member: RoomMember, _ sizes: MemberSizes, _ writer: inout WireWriter) {
        writer.text(1, member.memberID)
        writer.text(2, member.seat)
        writer.number(3, UInt64(member.status.rawValue))
        if let started = sizes.started { writer.time(4, started) }
        if let planned = sizes.planned { writer.time(5, planned) }
        writer.text(6, member.nickname)
        writer.text(7, member.avatar)
        writer.time(8, sizes.joined)
    }

    private struct UpdateSizes {
        let started: WireWriter.TimeFields?
        let planned: WireWriter.TimeFields?
        let whole: Int

        init(_ update: MemberUpdate) {
            started = update.focusStartedAt.map(WireWriter.TimeFields.init)
            planned = update.planned.map(WireWriter.TimeFields.init)
            var size = WireWriter.textSize(update.memberID)
            for text in [update.seat, update.nickname, update.avatar] {
                if let text { size += WireWriter.lengthPrefixedSize(text.utf8.count) }
            }
            if let status = update.status { size += WireWriter.numberSize(UInt64(status.rawValue)) }
            if let started { size += WireWriter.lengthPrefixedSize(started.size) }
            if let planned { size += WireWriter.lengthPrefixedSize(planned.size) }
            whole = size
        }
    }

    private static func write(_ update: MemberUpdate, _ sizes: UpdateSizes, _ writer: inout WireWriter) {
        writer.text(1, update.memberID)
        if let seat = update.seat { writer.presentText(2, seat) }
        if let status = update.status { writer.number(3, UInt64(status.rawValue)) }
        if let started = sizes.started { writer.time(4, started) }
        if let planned = sizes.planned { writer.time(5, planned) }
        if let nickname = update.nickname { writer.presentText(6, nickname) }
        if let avatar = update.avatar { writer.presentText(7, avatar) }
    }
}
