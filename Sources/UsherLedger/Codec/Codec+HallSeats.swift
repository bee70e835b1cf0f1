import UsherCore

extension Codec {
    /// The seats of a hall, in index order.
    func encodeSeats(_ hall: Hall) -> [UInt8] {
        var zoneNumbers: [String: UInt64] = [:]
        for (position, zone) in hall.zones.enumerated() { zoneNumbers[zone.zoneID] = UInt64(position + 1) }
        return FieldWriter.sealed(capacity: 32 * hall.seats.count) { writer in
            for zone in hall.zones { writer.always(1, zone.zoneID) }
            for seat in hall.seats {
                writer.nested(2) {
                    $0.field(1, seat.code)
                    $0.field(2, UInt64(seat.row))
                    $0.field(3, UInt64(seat.column))
                    $0.field(4, seat.number)
                    if let zone = zoneNumbers[seat.zoneID] {
                        $0.field(5, zone)
                    } else {
                        $0.field(6, seat.zoneID)
                    }
                    if seat.kind != .standard { $0.field(7, UInt64(seat.kind.rawValue)) }
                    $0.field(8, seat.partner)
                    if let x = seat.x { $0.field(9, x) }
                    if let y = seat.y { $0.field(10, y) }
                }
            }
        }
    }

    func decodeSeats(_ blob: [UInt8]) throws(CodecError) -> [Seat] {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var zones = [""]
            var seats: [Seat] = []
            seats.reserveCapacity(blob.count / 24)
            while let (tag, value) = try reader.next() {
                switch tag {
                case 1: zones.append(try value.text())
                case 2: seats.append(try readSeat(try value.reader(), zones: zones))
                default: break
                }
            }
            return seats
        }
    }

    private func readSeat(_ source: FieldReader, zones: [String]) throws(CodecError) -> Seat {
        var reader = source
        var seat = Seat(code: "", row: 0, column: 0)
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: seat.code = try value.text()
            case 2: seat.row = try value.int()
            case 3: seat.column = try value.int()
            case 4: seat.number = try value.text()
            case 5:
                let zone = try value.int()
                guard zones.indices.contains(zone) else { throw CodecError("an unknown zone") }
                seat.zoneID = zones[zone]
            case 6: seat.zoneID = try value.text()
            case 7:
                guard let kind = UInt8(exactly: try value.number()).flatMap(SeatKind.init(rawValue:)) else {
                    throw CodecError("an unknown seat kind")
                }
                seat.kind = kind
            case 8: seat.partner = try value.text()
            case 9: seat.x = try value.float()
            case 10: seat.y = try value.float()
            default: break
            }
        }
        return seat
    }
}
