import Testing
import UsherCore

@testable import UsherWire

@Suite("proto3 JSON of messages")
struct ProtoJSONTests {
    private let hall =
        #"{"hallId":"H3","name":"Saal 3","revision":"2","seatCount":3,"rowCount":2,"columnCount":4,"#
        + #""rows":[{"label":"A","offset":0.5}],"seats":[{"code":"A-1","number":"1","zoneId":"z","#
        + #""kind":"SEAT_KIND_STANDARD"},{"index":1,"code":"A-2","column":1,"kind":"SEAT_KIND_COUPLE","#
        + #""partner":"A-3","x":0,"y":1.5},{"index":2,"code":"A-3","column":2,"kind":"SEAT_KIND_COUPLE","#
        + ##""partner":"A-2"}],"zones":[{"zoneId":"z","name":"Parkett","color":"#ff0000"}],"areas":[{"areaId":"a","##
        + #""name":"Left","rowCount":2,"columnCount":2}],"focalPoint":{"row":1.5,"column":2}}"#

    @Test("a hall goes out and comes back")
    func halls() throws {
        #expect(try ProtoJSON.string(Fixtures.hall) == hall)
        #expect(try ProtoJSON.message(fromJSON: hall, type: "usher.v1.Hall") == Fixtures.hall.encoded())
        #expect(try ProtoJSON.decode(Hall.self, from: Array(hall.utf8)) == Fixtures.hall)
        let pretty = try ProtoJSON.string(Fixtures.hall, pretty: true)
        #expect(try ProtoJSON.decode(Hall.self, from: Array(pretty.utf8)) == Fixtures.hall)
    }

    @Test("a show has times, spans, counts and what is false but present")
    func shows() throws {
        let json =
            #"{"showId":"S1","hallId":"H3","hallRevision":"2","title":"Film","startsAt":"2027-01-15T09:00:00Z","#
            + #""endsAt":"2027-01-15T11:00:00Z","timeZone":"Europe/Berlin","prices":[{"zoneId":"z","#
            + #""currencyCode":"EUR","amountMinor":"1500"}],"policy":{"maxSeatsPerLock":10,"lockTtl":"900s","#
            + #""maxLockTime":"3600s","paymentWindow":"900s","orphanRule":"ORPHAN_RULE_AVOIDABLE","#
            + #""keepPairsTogether":true},"salesOpen":false,"version":"4","epoch":"e-1","seq":"9","counts":{"total":3,"#
            + #""available":1,"locked":1,"sold":1,"zones":[{"zoneId":"z","total":1,"available":1}]}}"#
        #expect(try ProtoJSON.string(Fixtures.show) == json)
        #expect(try ProtoJSON.decode(ShowView.self, from: Array(json.utf8)) == Fixtures.show)
    }

    @Test("events have their arm's name, bytes as base64 and states by name")
    func events() throws {
        #expect(
            try ProtoJSON.string(Fixtures.delta)
                == #"{"delta":{"firstSeq":"41","lastSeq":"300","changes":[{"state":"SEAT_STATE_LOCKED"},{"seat":7,"#
                + #""state":"SEAT_STATE_AVAILABLE"},{"seat":199999,"state":"SEAT_STATE_SOLD"}]}}"#)
        #expect(
            try ProtoJSON.string(Fixtures.snapshot)
                == #"{"snapshot":{"showId":"S1","epoch":"e-1","seq":"300","hallId":"H3","hallRevision":"2","#
                + #""states":"AQIDBAE=","serverTime":"2027-01-15T08:00:00.500Z"}}"#)
        #expect(
            try ProtoJSON.string(Fixtures.drain)
                == #"{"drain":{"reconnectAfter":"1.500s","reason":"shutdown"}}"#)
        for event in [Fixtures.delta, Fixtures.snapshot, Fixtures.heartbeat, Fixtures.drain] {
            #expect(try ProtoJSON.decode(SeatEvent.self, from: Array(ProtoJSON.string(event).utf8)) == event)
        }
    }

    @Test("every message of the contract goes out and comes back as JSON", arguments: 0..<20)
    func everyMessage(seed: UInt64) throws {
        // Random bytes that are good for each descriptor: what comes out must come back as the same JSON.
        var random = SeededGenerator(seed: seed)
        for name in DescriptorCatalogue.builtIn.messages.keys.sorted() where name.hasPrefix("usher.v1.") {
            let bytes = randomMessage(name, &random)
            let json = try ProtoJSON.string(fromMessage: bytes, type: name)
            let back = try ProtoJSON.message(fromJSON: json, type: name)
            #expect(try ProtoJSON.string(fromMessage: back, type: name) == json, "\(name)")
        }
    }

    private func randomMessage(_ name: String, _ random: inout SeededGenerator) -> [UInt8] {
        guard let type = DescriptorCatalogue.builtIn.messages[name] else { return [] }
        var writer = WireWriter()
        for field in type.fields {
            for _ in 0..<Int.random(in: 0...(field.isRepeated ? 3 : 1), using: &random) {
                writer.tag(field.number, field.kind.wireType)
                switch field.kind {
                case .message: writer.lengthPrefixed(randomMessage(field.typeName, &random))
                case .string, .bytes:
                    // A field mask has paths, not any text.
                    let isMask = name == "google.protobuf.FieldMask"
                    let texts = isMask ? ["title", "policy.lock_ttl"] : ["", "a", "Ä\"\\/\n\u{1}🎬", "0123456789"]
                    writer.lengthPrefixed(Array(texts.randomElement(using: &random)!.utf8))
                case .double: writer.fixed64(Double.random(in: -1e9...1e9, using: &random).bitPattern)
                case .float: writer.fixed32(Float.random(in: -1e9...1e9, using: &random).bitPattern)
                default: writer.varint(UInt64.random(in: 0...4, using: &random))
                }
            }
        }
        return writer.bytes
    }

    @Test("a status with details is readable, an unknown detail is base64")
    func any() throws {
        let status = StatusMessage(
            code: 10, message: "taken",
            details: [
                .errorInfo(reason: "SEAT_TAKEN", domain: "usher", metadata: [.init("show", "S1"), .init("a", "1")]),
                .retryInfo(.seconds(2)), .other(typeURL: "t/a.B", value: [1, 2]),
            ])
        #expect(
            try ProtoJSON.string(status)
                == #"{"code":10,"message":"taken","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","#
                + #""reason":"SEAT_TAKEN","domain":"usher","metadata":{"a":"1","show":"S1"}},"#
                + #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"2s"},"#
                + #"{"@type":"t/a.B","value":"AQI="}]}"#)
    }

    @Test("original names, numbers as strings and strings as numbers are taken")
    func otherForms() throws {
        let json = #"{"show_id":"S1","after_seq":7,"epoch":null}"#
        #expect(
            try ProtoJSON.decode(GetSeatsRequest.self, from: Array(json.utf8))
                == GetSeatsRequest(showID: "S1", afterSeq: 7))
        let other = #"{"showId":"S1","afterSeq":"18446744073709551615"}"#
        #expect(
            try ProtoJSON.decode(GetSeatsRequest.self, from: Array(other.utf8))
                == GetSeatsRequest(showID: "S1", afterSeq: .max))
        let halls = #"{"hallId":"H","rowCount":"3","columnCount":4.0,"seats":[{"kind":2}]}"#
        let hall = try ProtoJSON.decode(Hall.self, from: Array(halls.utf8))
        #expect(hall.rowCount == 3 && hall.columnCount == 4 && hall.seats[0].kind == .wheelchair)
        let mask = #"{"show":{},"updateMask":"title,policy.lockTtl","expectedVersion":3}"#
        #expect(
            try ProtoJSON.decode(UpdateShowRequest.self, from: Array(mask.utf8)).updateMask
                == ["title", "policy.lock_ttl"])
    }

    @Test("every fault is told by its path")
    func faults() throws {
        let json =
            #"{"hallId":7,"seets":[],"rowCount":-1,"seats":[{"code":"A"},{"row":"x","kind":"SOFA"},null],"#
            + #""zones":{},"focalPoint":{"row":true},"name":"a","name":"b"}"#
        do {
            _ = try ProtoJSON.message(fromJSON: json, type: "usher.v1.Hall")
            Issue.record("was taken")
        } catch {
            #expect(error.code == .fields)
            #expect(
                error.faults.map(\.field).sorted() == [
                    "focal_point.row", "hall_id", "name", "row_count", "seats[1].kind", "seats[1].row", "seats[2]",
                    "seets", "zones",
                ])
            #expect(error.faults.first { $0.field == "row_count" }?.description.contains("0 to 4294967295") == true)
        }
        for (bad, type) in [
            (#"{"snapshot":{},"delta":{}}"#, "usher.v1.SeatEvent"), (#"[]"#, "usher.v1.Hall"),
            (#"{"ttl":"5"}"#, "usher.v1.RenewLockRequest"), (#"{"startsAt":"2027-02-30T00:00:00Z"}"#, "usher.v1.Show"),
            (#"{"snapshot":{"states":"A"}}"#, "usher.v1.SeatEvent"), (#"{"offset":1e99}"#, "usher.v1.Row"),
        ] {
            #expect(throws: WireError.self, "\(bad)") { try ProtoJSON.message(fromJSON: bad, type: type) }
        }
    }

    @Test("defaults are written where they are asked for")
    func defaults() throws {
        #expect(
            try ProtoJSON.string(ReleaseLockResponse(), defaults: true) == "{}")
        #expect(
            try ProtoJSON.string(GetSeatsRequest(showID: "S"), defaults: true)
                == #"{"showId":"S","epoch":"","afterSeq":"0"}"#)
        #expect(
            try ProtoJSON.string(ListHallsResponse(), defaults: true) == #"{"halls":[],"nextPageToken":""}"#)
    }
}
