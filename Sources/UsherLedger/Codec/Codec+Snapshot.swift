import UsherCore

extension Codec {
    func encode(_ snapshot: ShowSnapshot) -> [UInt8] {
        FieldWriter.sealed(capacity: 512 + 2 * snapshot.states.count) { writer in
            writer.nested(1) { write(snapshot.show, to: &$0) }
            writer.field(2, snapshot.logIndex)
            writer.field(3, snapshot.seq)
            writer.field(4, fixed: UInt64(bitPattern: snapshot.lastCommitAt.nanoseconds))
            writer.field(5, bytes: snapshot.states)
            writer.nested(6) { for owner in snapshot.owners { $0.varint(owner) } }
            for lock in snapshot.openLocks { writer.nested(7) { write(lock, to: &$0) } }
            for (holder, count) in snapshot.holderCounts {
                writer.nested(8) {
                    $0.field(1, holder)
                    $0.field(2, UInt64(count))
                }
            }
        }
    }

    func decodeSnapshot(_ blob: [UInt8]) throws(CodecError) -> ShowSnapshot {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var show: Show?
            var snapshot = ShowSnapshot(
                show: Show(
                    showID: "", hallID: "", startsAt: Timestamp(nanoseconds: 0), endsAt: Timestamp(nanoseconds: 0)),
                logIndex: 0, seq: 0, lastCommitAt: Timestamp(nanoseconds: 0), states: [], owners: [], openLocks: [],
                holderCounts: [:])
            while let (tag, value) = try reader.next() {
                switch tag {
                case 1: show = try readShow(try value.reader())
                case 2: snapshot.logIndex = try value.number()
                case 3: snapshot.seq = try value.number()
                case 4: snapshot.lastCommitAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
                case 5: snapshot.states = try value.reader().bytes
                case 6: snapshot.owners = try readOwners(try value.reader())
                case 7: snapshot.openLocks.append(try readLock(try value.reader()))
                case 8:
                    let (holder, count) = try readHolder(try value.reader())
                    snapshot.holderCounts[holder] = count
                default: break
                }
            }
            guard let show, snapshot.owners.count == snapshot.states.count else {
                throw CodecError("a snapshot that is not whole")
            }
            snapshot.show = show
            return snapshot
        }
    }

    private func readOwners(_ source: FieldReader) throws(CodecError) -> [UInt64] {
        var reader = source
        var owners: [UInt64] = []
        owners.reserveCapacity(reader.remaining)
        while !reader.isAtEnd { owners.append(try reader.varint()) }
        return owners
    }

    private func readHolder(_ source: FieldReader) throws(CodecError) -> (String, Int) {
        var reader = source
        var holder = ""
        var count = 0
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: holder = try value.text()
            case 2: count = try value.int()
            default: break
            }
        }
        return (holder, count)
    }
}
