import Testing
import UsherCore

@testable import UsherLedger

@Suite("The formats of rooms in the store")
struct RoomCodecTests {
    static let codec = Codec()
    static let time = Timestamp(nanoseconds: 1_800_000_000_123_456_789)
    static let device = RoomDevice(
        key: DeviceKey(number: 300, secret: TokenSecret(high: .max, low: 1)), deviceID: "télé", saidAway: true)
    static let member = RoomMember(
        memberID: "ann", seat: "H3-A-05", status: .focusing, focusStartedAt: time, planned: .minutes(25),
        nickname: "Ann 🦊", avatar: "https://example.com/a.png", joinedAt: time)
    static let bare = RoomMember(memberID: "b", joinedAt: Timestamp(nanoseconds: -5))

    static let facts: [RoomFact] =
        [
            .joined(member, device), .joined(bare, RoomDevice(key: device.key)), .left("ann"),
            .updated(MemberUpdate(memberID: "ann")),
            .updated(
                MemberUpdate(
                    memberID: "ann", seat: "", status: .away, focusStartedAt: .cleared, planned: .zero, nickname: "",
                    avatar: "")),
            .updated(MemberUpdate(memberID: "ann", seat: "7", focusStartedAt: time, planned: .minutes(25))),
            .updated(MemberUpdate(memberID: "ann", status: .resting)),
            .deviceAdded(memberID: "ann", device), .deviceEnded(300), .deviceAway(1, true), .deviceAway(1, false),
        ] + MemberStatus.allCases.map { .statusKept(memberID: "ann", $0) }

    static let image = RoomImage(
        logIndex: 70, seq: 60, lastCommitAt: time, lastDevice: 301,
        members: [
            RoomImage.Member(shown: member, base: .resting, devices: [device, RoomDevice(key: device.key)]),
            RoomImage.Member(shown: bare, base: .idle, devices: [device]),
        ])

    @Test("every fact comes back as it was", arguments: facts)
    func comesBack(fact: RoomFact) throws {
        let record = RoomRecord(index: 77, at: Self.time, fact: fact)
        #expect(try Self.codec.decodeRoomRecord(Self.codec.encode(record)) == record)
    }

    @Test("rooms and snapshots come back as they were, epochs with the generation of a restored backup")
    func values() throws {
        let room = Room(
            roomID: "R", hallID: "H", hallRevision: 9, name: "Läsesaal", awayAfter: .seconds(1), leaveAfter: .hours(2))
        let later = Codec(generation: 7)
        for (writer, reader, epoch) in [
            (Self.codec, Self.codec, "00ff"), (Self.codec, later, "00ff-7"), (later, Self.codec, "00ff"),
        ] {
            let read = try reader.decodeRoom(writer.encode(room, epoch: "00ff" + writer.epochSuffix))
            #expect(read.room == room && read.epoch == epoch)
        }
        #expect(try Self.codec.decodeRoomImage(Self.codec.encode(Self.image)) == Self.image)
        let empty = RoomImage(lastCommitAt: Self.time)
        #expect(try Self.codec.decodeRoomImage(Self.codec.encode(empty)) == empty)
    }

    @Test("a reader passes over fields that a later version adds, and refuses facts that it does not know")
    func unknown() throws {
        let longer = FieldWriter.sealed { writer in
            writer.field(1, UInt64(5))
            writer.field(2, fixed: 9)
            writer.field(9, "later")
            writer.nested(18) {
                $0.field(3, "ann")
                $0.field(30, UInt64(1))
            }
        }
        let record = try Self.codec.decodeRoomRecord(longer)
        #expect(record == RoomRecord(index: 5, at: Timestamp(nanoseconds: 9), fact: .left("ann")))
        for kind in [UInt64(16), 19, 22, 99] {
            let blob = FieldWriter.sealed { writer in writer.nested(kind) { $0.field(4, UInt64(1)) } }
            #expect(throws: CodecError.self) { try Self.codec.decodeRoomRecord(blob) }
        }
        let nobody = FieldWriter.sealed { writer in writer.nested(5) { $0.field(2, UInt64(1)) } }
        #expect(throws: CodecError.self) { try Self.codec.decodeRoomImage(nobody) }
    }

    @Test("damaged bytes of every kind are an error, never a crash")
    func damage() {
        var generator = SeededGenerator(seed: 5)
        let blobs =
            Self.facts.map { Self.codec.encode(RoomRecord(index: 1, at: Self.time, fact: $0)) }
            + [Self.codec.encode(Self.image), Self.codec.encode(Room(roomID: "R", hallID: "H"), epoch: "e")]
        for blob in blobs {
            for _ in 0..<60 {
                var damaged = blob
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] ^= UInt8.random(
                    in: 1...255, using: &generator)
                #expect(throws: CodecError.self) { try Self.codec.decodeRoomRecord(damaged) }
                // The checksum put right: what is inside may be anything.
                let sealed = FieldWriter.sealed { writer in
                    for byte in damaged[1..<(damaged.count - 4)] { writer.varint(UInt64(byte & 0x7f)) }
                }
                _ = try? Self.codec.decodeRoomRecord(sealed)
                _ = try? Self.codec.decodeRoomImage(sealed)
                _ = try? Self.codec.decodeRoom(sealed)
            }
        }
    }
}
