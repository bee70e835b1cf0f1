import Testing
import UsherCore

@testable import UsherCommand

@Suite struct PictureLayoutTests {
    private func picture(
        _ hall: Hall = DrawnMap.hall, states: [UInt8]? = nil, _ style: RenderStyle = RenderStyle()
    ) -> MapPicture {
        PictureLayout.picture(of: hall, states: states, style)
    }

    @Test("seats stand where the hall's geometry has them, row by row, offsets and gaps included")
    func places() {
        let rows = picture().rows
        #expect(rows.map { $0.map(\.code) } == [["A1", "A2", "A3", "A4"], ["B1", "B2", "B3"]])
        #expect(rows[0].map(\.center) == [0, 1, 3, 4].map { MapPoint(x: $0, y: 0) })
        #expect(rows[1].map(\.center) == [0.5, 1.5, 3.5].map { MapPoint(x: $0, y: 2) })
    }

    @Test("states are the show's; a byte that is none, and one that is missing, mean unknown; a hall alone is free")
    func states() {
        let drawn = picture(states: [1, 2, 3, 4, 9])
        #expect(drawn.rows.joined().map(\.mark) == [.free, .locked, .sold, .blocked, .unknown, .unknown, .unknown])
        #expect(drawn.summary == "7 seats: 1 free, 1 locked, 1 sold, 1 blocked, 3 unknown")
        #expect(picture().rows.joined().allSatisfy { $0.mark == .free })
        #expect(picture().summary == "7 seats")
    }

    @Test("notes say what a seat is, and numbers that do not fit are left out")
    func notes() {
        var hall = DrawnMap.hall
        hall.seats[1].number = "12345"
        let seats = Array(picture(hall, states: [1, 1, 3, 1, 1, 1, 1]).rows.joined())
        #expect(seats[0].note == "A1, row A, seat 1, Front, wheelchair place, free")
        #expect(seats[1].number.isEmpty && seats[1].note == "A2, row A, seat 12345, Front, free")
        #expect(seats[2].note == "A3, row A, seat 3, Front, sold")
        #expect(seats[4].note == "B1, row BB, seat 1, y, pair with B2, free")
    }

    @Test("pairs are joined once; a pair that is half sold is joined by a thin line")
    func links() {
        let whole = picture(states: [1, 1, 1, 1, 1, 1, 1]).links
        #expect(whole == [.init(from: MapPoint(x: 0.5, y: 2), to: MapPoint(x: 1.5, y: 2), isFree: true)])
        #expect(picture(states: [1, 1, 1, 1, 1, 3, 1]).links.map(\.isFree) == [false])
        var one = DrawnMap.hall
        one.seats[5].partner = ""
        #expect(picture(one).links.isEmpty)
    }

    @Test("row labels stand at the left of narrow maps, at both ends of wide ones, and never on seats")
    func labels() {
        #expect(picture().texts.filter { $0.role == .row }.map(\.text) == ["A", "BB"])
        let wide = picture(DrawnMap.grid(3, 20))
        let labels = wide.texts.filter { $0.role == .row }
        #expect(labels.map(\.text).sorted() == ["1", "1", "2", "2", "3", "3"])
        #expect(labels.allSatisfy { $0.at.x < -0.5 || $0.at.x > 19.5 })
    }

    @Test("in a crowded map every few rows have a label, and no two lie on each other")
    func crowded() {
        let drawn = picture(DrawnMap.grid(300, 400))
        let labels = drawn.texts.filter { $0.role == .row && $0.at.x < 0 }
        #expect(labels.count > 20 && labels.count < 150)
        for (first, second) in zip(labels, labels.dropFirst()) {
            #expect(second.at.y - first.at.y >= first.size)
        }
    }

    @Test("zones are one shape of a stretch a row and side of the aisle, their names beside their rows")
    func zones() {
        let drawn = picture()
        #expect(drawn.zones.map(\.pieces.count) == [2, 2])
        #expect(drawn.zones[0].color == "#B71C1C")
        #expect(drawn.zones[1].color.hasPrefix("#") && drawn.zones[1].color != drawn.zones[0].color)
        #expect(drawn.texts.filter { $0.role == .zone }.map(\.text) == ["Front", "y"])
        #expect(drawn.brackets.count == 2)
        var same = DrawnMap.hall
        for index in same.seats.indices { same.seats[index].zoneID = "z" }
        // Nothing to tell apart: the legend says it.
        #expect(picture(same).zones.isEmpty)
        #expect(picture(same).texts.contains { $0.role == .legend && $0.text == "Front: 7 seats" })
    }

    @Test("where rows by x and y are close, the border of two zones runs between them")
    func freeZones() {
        var hall = DrawnMap.grid(6, 8)
        hall.zones = [Zone(zoneID: "a"), Zone(zoneID: "b")]
        for index in hall.seats.indices {
            hall.seats[index].x = Float(hall.seats[index].column)
            hall.seats[index].y = Float(hall.seats[index].row)
            hall.seats[index].zoneID = hall.seats[index].row < 3 ? "a" : "b"
        }
        let drawn = picture(hall)
        #expect(drawn.zones.map { $0.pieces.map(\.maxY).max() } == [2.5, 5.875])
        #expect(drawn.zones.map { $0.pieces.map(\.minY).min() } == [-0.875, 2.5])
        // The row at the border is as wide as the others.
        #expect(Set(drawn.zones.flatMap { $0.pieces.map(\.minX) }) == [-0.875])
    }

    @Test("a zone whose rows are others' too gets no bracket")
    func mixed() {
        var hall = DrawnMap.grid(4, 8)
        hall.zones = [Zone(zoneID: "l", name: "Left"), Zone(zoneID: "r", name: "Right")]
        for index in hall.seats.indices { hall.seats[index].zoneID = hall.seats[index].column < 4 ? "l" : "r" }
        let drawn = picture(hall)
        #expect(drawn.brackets.isEmpty)
        #expect(Set(drawn.texts.filter { $0.role == .zone }.map(\.text)) == ["Left", "Right"])
    }

    @Test("the stage stands in front of the seats, at the focal point, and can be left out")
    func stage() throws {
        var hall = DrawnMap.grid(4, 40)
        let middle = try #require(picture(hall).stage)
        #expect(middle.maxY < -0.5 && (middle.center.x - 19.5).magnitude < 0.01)
        hall.focalPoint = FocalPoint(row: 2, column: 12)
        let moved = try #require(picture(hall).stage)
        #expect((moved.center.x - 12).magnitude < 0.01 || moved.minX == -0.5)
        #expect(picture(hall, RenderStyle(front: "")).stage == nil)
    }

    /// Rows around an empty middle, each block of its own row names beside others' in one physical row.
    private func arena(open: Bool) -> Hall {
        var hall = Hall(hallID: "arena", rowCount: 20, columnCount: 30)
        for row in 0..<20 {
            for column in 0..<30 where (row < 4 && !open) || row >= 16 || column < 5 || column >= 25 {
                let block = row < 4 || row >= 16 ? "" : column < 5 ? "L" : "R"
                let label = block.isEmpty ? "\(row)" : "\(block)\(row)"
                hall.seats.append(
                    Seat(
                        code: "\(row).\(column)", row: row, column: column,
                        number: block.isEmpty ? "\(column)" : "\(label)-\(column)", x: Float(column), y: Float(row)))
            }
            let isSplit = (4..<16).contains(row)
            hall.rows.append(Row(index: row, label: isSplit ? "L\(row)/R\(row)" : "\(row)"))
        }
        return hall
    }

    @Test("a stage stands in the middle of an arena, and before the seats where one side is open")
    func middle() throws {
        let around = picture(arena(open: false))
        let stage = try #require(around.stage)
        #expect(around.isStageInside && stage.minX > 4.5 && stage.maxX < 24.5 && stage.minY > 3.5 && stage.maxY < 15.5)
        let open = picture(arena(open: true))
        #expect(!open.isStageInside)
        #expect(try #require(open.stage).maxY < 4)
        // Columns are no places where seats have their own.
        var moved = arena(open: true)
        for index in moved.seats.indices { moved.seats[index].column += 200 }
        moved.columnCount = 300
        #expect(try #require(picture(moved).stage).center.x == 14.5)
    }

    @Test("where a physical row holds several printed ones, each block has its own labels and bare numbers")
    func printedRows() throws {
        let drawn = picture(arena(open: false))
        let labels = drawn.texts.filter { $0.role == .row }
        #expect(labels.allSatisfy { !$0.text.contains("/") })
        let left = try #require(labels.first { $0.text == "L9" })
        let right = try #require(labels.first { $0.text == "R9" })
        #expect(left.at.x < 0 && right.at.x > 20 && left.at.y == 9 && right.at.y == 9)
        let seat = try #require(drawn.rows[9].first { $0.code == "9.26" })
        #expect(seat.number == "26" && seat.note == "9.26, row R9, seat 26")
        // What looks so by itself stays as it is.
        var plain = DrawnMap.hall
        plain.rows[0].label = "A/B"
        plain.seats[0].number = "C-1"
        #expect(picture(plain).rows[0][0].note.hasPrefix("A1, row A/B, seat C-1"))
    }

    @Test("blocks that stand apart in a row of a free layout have labels of their own")
    func blocks() {
        var hall = DrawnMap.grid(3, 24)
        for index in hall.seats.indices {
            hall.seats[index].x = Float(hall.seats[index].column + (hall.seats[index].column >= 12 ? 8 : 0))
            hall.seats[index].y = Float(hall.seats[index].row)
        }
        let labels = picture(hall).texts.filter { $0.role == .row && $0.text == "2" }.map(\.at.x).sorted()
        #expect(labels.count == 4 && labels[1] > 11 && labels[2] < 20)
    }

    @Test("areas are drawn around their seats, and around their cells if they have none")
    func areas() {
        var hall = DrawnMap.hall
        hall.areas.append(
            Area(areaID: "b", name: "Bar", firstRow: 1, rowCount: 1, firstColumn: 3, columnCount: 2))
        let drawn = picture(hall)
        #expect(drawn.areas.count == 2)
        #expect(drawn.areas[0].contains(MapPoint(x: 1.4, y: 0)) && !drawn.areas[0].contains(MapPoint(x: 2, y: 0)))
        #expect(drawn.areas[1].contains(MapPoint(x: 4, y: 1)))
        #expect(drawn.texts.contains { $0.role == .area && $0.text == "Window" })
    }

    @Test("everything lies within the picture, whatever the hall is", arguments: 0..<8)
    func bounds(which: Int) {
        let free = Hall(
            hallID: "free", rowCount: 1, columnCount: 3,
            seats: [
                Seat(code: "a", row: 0, column: 0, x: -7.25, y: 3), Seat(code: "b", row: 0, column: 1, x: 30, y: -2),
                Seat(code: "c", row: 0, column: 2, x: .nan, y: .infinity),
            ])
        let letters = String(repeating: "W", count: 256)
        let wide = Hall(
            hallID: "wide", name: letters, rowCount: 4, columnCount: 2,
            rows: (0..<4).map { Row(index: $0, label: letters) },
            seats: (0..<8).map {
                Seat(code: "\($0)", row: $0 / 2, column: $0 % 2, number: letters, zoneID: $0 < 4 ? "a" : "b")
            }, zones: [Zone(zoneID: "a", name: letters), Zone(zoneID: "b", name: letters + "b")],
            areas: [Area(areaID: "a", name: letters, firstRow: 0, rowCount: 1, firstColumn: 0, columnCount: 2)])
        let long = Hall(
            hallID: "long", name: String(repeating: "endless ", count: 60), rowCount: 1, columnCount: 1,
            rows: [Row(index: 0, label: String(repeating: "W", count: 60))],
            seats: [Seat(code: "x", row: 0, column: 0, number: "9", zoneID: "z")],
            zones: [Zone(zoneID: "z", name: String(repeating: "zone", count: 40))])
        let halls = [
            DrawnMap.hall, DrawnMap.grid(1, 1), DrawnMap.grid(40, 3), DrawnMap.grid(2, 300), free, long, wide,
            Hall(hallID: "", rowCount: 0, columnCount: 0),
        ]
        for width in [nil, 100, 2_000] {
            var style = RenderStyle(width: width)
            style.title = halls[which].name
            let drawn = picture(halls[which], style)
            for seat in drawn.rows.joined() { #expect(drawn.bounds.contains(seat.center), "\(seat)") }
            for text in drawn.texts {
                #expect(drawn.bounds.contains(text.at), "\(text)")
                // A picture that is asked for narrower than a word cuts the stage's.
                guard width != 100 else { continue }
                let box = box(text)
                #expect(box.minX >= drawn.bounds.minX && box.maxX <= drawn.bounds.maxX, "\(text)")
            }
            for mark in drawn.legend { #expect(drawn.bounds.contains(mark.center)) }
            #expect(drawn.pixelWidth == width ?? drawn.pixelWidth)
            #expect((1...Limits.pngSide).contains(drawn.pixelHeight), "\(drawn.pixelHeight)")
        }
    }

    /// Where a text stands.
    private func box(_ text: MapPicture.Text) -> MapRectangle {
        let reach = LetterWidths.ems(text.text) * text.size
        let left =
            switch text.anchor {
            case .start: text.at.x
            case .middle: text.at.x - reach / 2
            case .end: text.at.x - reach
            }
        let half = text.size / 2
        return MapRectangle(minX: left, minY: text.at.y - half, maxX: left + reach, maxY: text.at.y + half)
    }

    @Test("rows of blocks that touch have labels too, smaller ones, where there is room")
    func touchingBlocks() {
        // Two blocks of a free layout, the second one a seat and a half behind the first: room for small letters.
        var hall = DrawnMap.grid(4, 12)
        hall.rows = (0..<4).map { Row(index: $0, label: "A\($0)/B\($0)") }
        for index in hall.seats.indices {
            let seat = hall.seats[index]
            let isSecond = seat.column >= 6
            hall.seats[index].number = "\(isSecond ? "B" : "A")\(seat.row)-\(seat.column)"
            hall.seats[index].x = Float(seat.column) + (isSecond ? 1.4 : 0)
            hall.seats[index].y = Float(seat.row)
        }
        // Narrow pictures have large letters.
        let rows = picture(hall, RenderStyle(width: 1_400)).texts.filter { $0.role == .row }
        #expect(Set(rows.map(\.text)) == Set((0..<4).flatMap { ["A\($0)", "B\($0)"] }), "\(rows.map(\.text))")
    }

    @Test("whatever the hall, no label lies on another, on a seat or on the stage", arguments: 0..<60)
    func labelsApart(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let size = (
            rows: Int.random(in: 1...14, using: &generator), columns: Int.random(in: 1...24, using: &generator)
        )
        let isFree = Bool.random(using: &generator)
        let turn = Float.random(in: -2...2, using: &generator)
        var hall = DrawnMap.grid(size.rows, size.columns)
        hall.seats.removeAll { _ in Int.random(in: 0..<5, using: &generator) == 0 }
        hall.zones = (0..<3).map { Zone(zoneID: "\($0)", name: String(repeating: "Zone ", count: 1 + $0 * 4)) }
        hall.areas = (0..<2).map {
            Area(
                areaID: "\($0)", name: "Area \($0)", firstRow: Int.random(in: 0..<size.rows, using: &generator),
                rowCount: 1, firstColumn: 0, columnCount: Int.random(in: 1...size.columns, using: &generator))
        }
        for index in hall.rows.indices {
            hall.rows[index].offset = isFree ? 0 : Float(Int.random(in: 0...1, using: &generator)) / 2
            if index % 3 == 0 { hall.rows[index].label = "Row \(index)" }
        }
        for index in hall.seats.indices {
            let seat = hall.seats[index]
            hall.seats[index].zoneID = "\(min(2, seat.row * 3 / size.rows))"
            guard isFree else { continue }
            // Two blocks, the second one turned and moved away.
            let (x, y) = (Float(seat.column), Float(seat.row))
            let isTurned = seat.column > size.columns / 2
            hall.seats[index].x = isTurned ? x + 4 - turn * y / 2 : x
            hall.seats[index].y = isTurned ? y + turn * (x - Float(size.columns / 2)) : y
        }
        let drawn = picture(hall)
        let geometry = HallGeometry(hall, seatSize: Limits.pictureSeat)
        var texts = drawn.texts.filter { $0.role != .legend && $0.role != .title && !$0.hasRim || $0.role == .row }
        texts.removeAll { $0.role == .stage }
        let boxes = texts.map(box)
        for (index, one) in boxes.enumerated() {
            #expect(geometry.seats(in: one).isEmpty, "\(texts[index])")
            #expect(drawn.stage?.touches(one) != true, "\(texts[index])")
            for other in index + 1..<boxes.count {
                #expect(!one.touches(boxes[other]), "\(texts[index]) and \(texts[other])")
            }
        }
        #expect(hall.seats.isEmpty || texts.contains { $0.role == .row })
    }

    @Test("empty space that dwarfs the seats is left out, with a line that says so; a pitch between stands stays")
    func folding() {
        func stands(_ apart: Float) -> Hall {
            Hall(
                hallID: "h", rowCount: 1, columnCount: 20,
                seats: (0..<20).map {
                    Seat(code: "\($0)", row: 0, column: $0, x: Float($0 % 10) + ($0 < 10 ? 0 : apart), y: 0)
                })
        }
        let near = picture(stands(50))
        #expect(near.folds.isEmpty && near.rows[0][10].center.x == 50)
        let far = picture(stands(2e9))
        #expect(far.folds.count == 1)
        #expect(far.rows[0][9].center.x < far.folds[0].minX && far.folds[0].minX < far.rows[0][10].center.x)
        #expect(far.rows[0][10].center.x == 9 + Limits.foldedVoid)
        #expect(far.texts.contains { $0.text == "empty space left out" })
    }

    @Test("a hall far from the origin is drawn like one at it")
    func origin() {
        var hall = DrawnMap.grid(2, 3)
        for index in hall.seats.indices {
            hall.seats[index].x = Float(hall.seats[index].column) + 3_000_000
            hall.seats[index].y = Float(hall.seats[index].row) - 3_000_000
        }
        let drawn = picture(hall)
        #expect(drawn.rows[1].map(\.center) == [0, 1, 2].map { MapPoint(x: $0, y: 1) })
        #expect(drawn.folds.isEmpty)
    }

    @Test("the same hall, states and style give the same picture")
    func same() {
        let states: [UInt8] = [1, 2, 3, 4, 1, 1, 1]
        #expect(picture(states: states) == picture(states: states))
    }

    @Test("no legend is drawn where none is wanted")
    func legend() {
        #expect(picture().legend.isEmpty == false)
        let without = picture(DrawnMap.hall, RenderStyle(hasLegend: false))
        #expect(without.legend.isEmpty && without.texts.allSatisfy { $0.role != .legend })
    }

    private func picture(_ hall: Hall, _ style: RenderStyle) -> MapPicture { picture(hall, states: nil, style) }
}
