import UsherCore

extension Codec {
    /// Everything but the seats: what listings read. The revision is a column of the store.
    func encodeHeader(_ hall: Hall) -> [UInt8] {
        FieldWriter.sealed(capacity: 256) { writer in
            writer.field(1, hall.hallID)
            writer.field(2, hall.name)
            writer.field(3, UInt64(hall.rowCount))
            writer.field(4, UInt64(hall.columnCount))
            for row in hall.rows {
                writer.nested(5) {
                    $0.field(1, UInt64(row.index))
                    $0.field(2, row.label)
                    $0.field(3, row.offset)
                }
            }
            for zone in hall.zones {
                writer.nested(6) {
                    $0.field(1, zone.zoneID)
                    $0.field(2, zone.name)
                    $0.field(3, zone.color)
                }
            }
            for area in hall.areas {
                writer.nested(7) {
                    $0.field(1, area.areaID)
                    $0.field(2, area.name)
                    $0.field(3, UInt64(area.firstRow))
                    $0.field(4, UInt64(area.rowCount))
                    $0.field(5, UInt64(area.firstColumn))
                    $0.field(6, UInt64(area.columnCount))
                }
            }
            if let focalPoint = hall.focalPoint {
                writer.nested(8) {
                    $0.field(1, focalPoint.row)
                    $0.field(2, focalPoint.column)
                }
            }
        }
    }

    func decodeHeader(_ blob: [UInt8], revision: UInt64) throws(CodecError) -> Hall {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var hall = Hall(hallID: "", revision: revision, rowCount: 0, columnCount: 0)
            while let (tag, value) = try reader.next() {
                switch tag {
                case 1: hall.hallID = try value.text()
                case 2: hall.name = try value.text()
                case 3: hall.rowCount = try value.int()
                case 4: hall.columnCount = try value.int()
                case 5: hall.rows.append(try readRow(try value.reader()))
                case 6: hall.zones.append(try readZone(try value.reader()))
                case 7: hall.areas.append(try readArea(try value.reader()))
                case 8: hall.focalPoint = try readFocalPoint(try value.reader())
                default: break
                }
            }
            return hall
        }
    }

    private func readRow(_ source: FieldReader) throws(CodecError) -> Row {
        var reader = source
        var row = Row(index: 0, label: "")
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: row.index = try value.int()
            case 2: row.label = try value.text()
            case 3: row.offset = try value.float()
            default: break
            }
        }
        return row
    }

    private func readZone(_ source: FieldReader) throws(CodecError) -> Zone {
        var reader = source
        var zone = Zone(zoneID: "")
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: zone.zoneID = try value.text()
            case 2: zone.name = try value.text()
            case 3: zone.color = try value.text()
            default: break
            }
        }
        return zone
    }

    private func readArea(_ source: FieldReader) throws(CodecError) -> Area {
        var reader = source
        var area = Area(areaID: "", firstRow: 0, rowCount: 0, firstColumn: 0, columnCount: 0)
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: area.areaID = try value.text()
            case 2: area.name = try value.text()
            case 3: area.firstRow = try value.int()
            case 4: area.rowCount = try value.int()
            case 5: area.firstColumn = try value.int()
            case 6: area.columnCount = try value.int()
            default: break
            }
        }
        return area
    }

    private func readFocalPoint(_ source: FieldReader) throws(CodecError) -> FocalPoint {
        var reader = source
        var point = FocalPoint(row: 0, column: 0)
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: point.row = try value.float()
            case 2: point.column = try value.float()
            default: break
            }
        }
        return point
    }
}
