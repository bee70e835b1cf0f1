import Foundation
import UsherCore

/// Reads a room whose seats are boxes in percent of a picture. It has no rows: seats keep their places as x and y, and
/// get cells of a grid that keep who is beside whom.
struct PercentImporter {
    private struct Box {
        /// In percent of the picture's width and height.
        var center: SIMD2<Double>
        var size: SIMD2<Double>
        var members: PlainMembers
        var section: String
        /// Where it stands in the file.
        var place: String
    }

    private static let sections = ["areaname", "section", "block", "area"]
    private static let numbers = ["no", "number", "seatno", "seatnumber", "label", "name"]
    private static let codes = ["code", "seatcode", "id", "seatid", "guid", "uuid"]
    private static let zones = ["zone", "pricezone"]
    private static let statuses = ["status", "state"]
    private static let xs = ["pointx", "left", "x"]
    private static let ys = ["pointy", "top", "y"]
    private static let widths = ["width", "w"]
    private static let heights = ["height", "h"]

    private var boxes: [Box] = []
    private var faults = FaultList()
    private var polygons = 0
    private var unread: [String] = []

    /// Looks like seats in percent: corners and sizes by their unmistakable names, all within the picture.
    static func recognizes(_ document: LayoutValue) -> Bool {
        guard let list = try? FlatImporter.list(in: document, path: nil).items, !list.isEmpty else { return false }
        return list.prefix(1_000).allSatisfy { item in
            let members = PlainMembers(item)
            guard let x = percent(members.first(["pointx", "left"])), let y = percent(members.first(["pointy", "top"]))
            else { return false }
            return members.first(widths) != nil && members.first(heights) != nil && abs(x) <= 100 && abs(y) <= 100
        }
    }

    /// `document`: what the list was found in; null for a table.
    static func read(
        _ list: RecordList, of document: LayoutValue, _ options: ImportOptions
    ) throws(ImportError) -> ImportedHall {
        guard !list.items.isEmpty else { throw ImportError("the list has no seats") }
        guard list.items.count <= Limits.seats else { throw DelimitedText.tooMany(list.items.count) }
        var importer = PercentImporter()
        for (index, item) in list.items.enumerated() { importer.add(item, list.place(index)) }
        importer.unread = unread(list.items.prefix(1_000))
        guard importer.faults.isEmpty else {
            throw ImportError("the list cannot be read", faults: importer.faults.all)
        }
        let parent = list.path.split(separator: ".").dropLast().joined(separator: ".")
        return try importer.build(options, name: document.at(parent)["name"].string ?? "")
    }

    /// The fields that nothing is taken from, by name.
    private static func unread(_ items: ArraySlice<LayoutValue>) -> [String] {
        let corners = (2...4).flatMap { ["pointx\($0)", "pointy\($0)"] }
        let read = Set(sections + numbers + codes + zones + statuses + xs + ys + widths + heights + corners)
        var found = Set<String>()
        for case .object(let members) in items {
            for (name, value) in members where value != .null && !read.contains(PlainMembers.plain(name)) {
                found.insert(name)
            }
        }
        return found.sorted()
    }

    /// `12.5`, `"12.5"` and `"12.5%"`.
    private static func percent(_ value: LayoutValue?) -> Double? {
        guard let value else { return nil }
        if case .text(let text) = value, text.hasSuffix("%") { return LayoutValue.text(String(text.dropLast())).double }
        return value.double
    }

    /// The record's own name for a field of several possible names.
    private static func name(_ names: [String], in item: LayoutValue) -> String? {
        guard case .object(let members) = item else { return nil }
        return names.lazy.compactMap { name in members.keys.first { PlainMembers.plain($0) == name } }.first
    }

    private mutating func add(_ item: LayoutValue, _ place: String) {
        let members = PlainMembers(item)
        func number(_ names: [String], _ what: String, _ range: ClosedRange<Double>, _ faults: inout FaultList)
            -> Double?
        {
            if let value = Self.percent(members.first(names)), range.contains(value) { return value }
            let found = members.first(names)?.string.map { "`\($0)`" } ?? "nothing"
            faults.add(
                FilePlaces.cell(place, Self.name(names, in: item) ?? what),
                "needs a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)), in percent; there is \(found)"
            )
            return nil
        }
        let section = members.first(Self.sections)?.string ?? ""
        let corner = -1_000.0...1_000.0
        if let corners = Self.corners(members, corner) {
            polygons += 1
            let low = corners.reduce(corners[0]) { pointwiseMin($0, $1) }
            let high = corners.reduce(corners[0]) { pointwiseMax($0, $1) }
            let middle = corners.reduce(.zero, +) / Double(corners.count)
            boxes.append(Box(center: middle, size: high - low, members: members, section: section, place: place))
            return
        }
        let x = number(Self.xs, "x", corner, &faults)
        let y = number(Self.ys, "y", corner, &faults)
        let width = number(Self.widths, "width", 0...1_000, &faults)
        let height = number(Self.heights, "height", 0...1_000, &faults)
        guard let x, let y, let width, let height else { return }
        let size = SIMD2(width, height)
        boxes.append(
            Box(center: SIMD2(x, y) + size / 2, size: size, members: members, section: section, place: place))
    }

    /// The four corners of a box that is no rectangle, where all of them are told.
    private static func corners(_ members: PlainMembers, _ range: ClosedRange<Double>) -> [SIMD2<Double>]? {
        let points = ["", "2", "3", "4"].compactMap { suffix -> SIMD2<Double>? in
            guard let x = percent(members.first(["pointx\(suffix)"])), range.contains(x),
                let y = percent(members.first(["pointy\(suffix)"])), range.contains(y)
            else { return nil }
            return SIMD2(x, y)
        }
        return points.count == 4 ? points : nil
    }

    private mutating func build(_ options: ImportOptions, name: String) throws(ImportError) -> ImportedHall {
        var draft = HallDraft(.percent)
        guard let width = boxes.map(\.size.x).filter({ $0 > 0.01 }).median,
            let height = boxes.map(\.size.y).filter({ $0 > 0.01 }).median
        else { throw ImportError("the boxes have no size: a seat needs a width and a height in percent") }
        let unit = SIMD2(width, options.aspect.map { width * $0 } ?? height)
        if options.aspect == nil {
            draft.report.guesses.append(
                "boxes are taken for squares on the whole: the picture is \(Self.short(height / width)) times as wide as "
                    + "high (--aspect tells)")
        }
        let points = boxes.map { $0.center / unit }
        var order: [String] = []
        var known = [String: Int]()
        for box in boxes where known[box.section] == nil && order.count < Limits.flatAreas {
            known[box.section] = order.count
            order.append(box.section)
        }
        let sections = boxes.map { known[$0.section] ?? 0 }
        let chains = Self.chains(points, sections)
        guard chains.count <= Limits.freeRows else {
            throw ImportError("the seats stand in \(chains.count) groups; at most \(Limits.freeRows) are placed")
        }
        let rows = chains.map { chain in
            let level = chain.reduce(0) { $0 + points[$1].y } / Double(chain.count)
            return FreeRow(
                section: sections[chain[0]], label: "", points: chain.map { SIMD2(points[$0].x, level) })
        }
        let placement = try FreePlacement(rows, sectionCount: order.count)
        var seats: [Int: DraftSeat] = [:]
        for (row, chain) in chains.enumerated() {
            for (place, index) in chain.enumerated() {
                // Rows were made level for the grid; the seat's own place is not.
                let lift = SIMD2(0, points[index].y - rows[row].points[place].y)
                seats[index] = seat(
                    boxes[index], placement.cells[row][place], placement.places[row][place] * placement.unit + lift,
                    order.count > 1)
            }
        }
        draft.seats = boxes.indices.compactMap { seats[$0] }
        level(&draft)
        draft.rowCount = placement.rowCount
        draft.columnCount = placement.columnCount
        if boxes.contains(where: { $0.members.first(["pointx"]) != nil }) {
            draft.statusValues = ["1": .available, "2": .locked, "6": .sold, "7": .sold]
        }
        tell(&draft.report, chains, stacked: placement.stackedSections.map { order[$0] })
        return try draft.make(options, name: name.isEmpty && order.count == 1 ? order[0] : name)
    }

    private func seat(_ box: Box, _ cell: GridCell, _ place: SIMD2<Double>, _ hasSections: Bool) -> DraftSeat {
        let number = box.members.first(Self.numbers)?.string ?? ""
        let id = box.members.first(Self.codes)?.string ?? ""
        return DraftSeat(
            source: SeatCodes.Source(id: id, section: hasSections ? box.section : "", row: "", number: number),
            cell: cell, position: box.place,
            zone: box.members.first(Self.zones)?.string ?? "", section: hasSections ? box.section : "",
            status: box.members.first(Self.statuses)?.string, place: place)
    }

    /// The upmost seat stands at y 0, as the leftmost does at x 0.
    private func level(_ draft: inout HallDraft) {
        let top = draft.seats.compactMap(\.place?.y).min() ?? 0
        for index in draft.seats.indices { draft.seats[index].place?.y -= top }
    }

    private func tell(_ report: inout ImportReport, _ chains: [[Int]], stacked: [String]) {
        let sizes = Set(boxes.map { "\($0.size.x)×\($0.size.y)" }).count
        if sizes > 1 {
            report.notes.append(
                "boxes have \(sizes) different sizes: each seat stands in the middle of its box, all one size")
        }
        report.guesses.append(
            "the file has no rows: \(CountText.of(chains.count, "stretch", "stretches")) of seats side by side make the grid, x and y "
                + "keep the places"
        )
        if polygons > 0 { report.notes.append("\(CountText.of(polygons, "box is", "boxes are")) told by four corners") }
        report.addUnread(unread)
        for section in stacked {
            report.notes.append("\(section) lies upon another part of the room: it is put below it")
        }
    }

    private static func short(_ number: Double) -> String { String((number * 100).rounded() / 100) }

    /// Stretches of seats of one section side by side, each from left to right: a seat and the nearest one at its right
    /// that has it as the nearest one at its left, less than a seat's room between them.
    private static func chains(_ points: [SIMD2<Double>], _ sections: [Int]) -> [[Int]] {
        var lattice = [GridCell: [Int]]()
        for (index, point) in points.enumerated() { lattice[GridCell(point, 2), default: []].append(index) }
        func nearest(_ index: Int, side: Double) -> Int? {
            var best: (index: Int, distance: Double)?
            for cell in GridCell(points[index], 2).around {
                for other in lattice[cell, default: []].prefix(Limits.crowdedSeats)
                where other != index && sections[other] == sections[index] {
                    let way = points[other] - points[index]
                    guard way.x * side > 0.4, way.x * side < 1.8, abs(way.y) < 0.45 else { continue }
                    let distance = way.length
                    if distance < best?.distance ?? .infinity { best = (other, distance) }
                }
            }
            return best?.index
        }
        let right = points.indices.map { nearest($0, side: 1) }
        let left = points.indices.map { nearest($0, side: -1) }
        var chains: [[Int]] = []
        for start in points.indices {
            if let before = left[start], right[before] == start { continue }
            var chain = [start]
            while let last = chain.last, let next = right[last], left[next] == last { chain.append(next) }
            chains.append(chain)
        }
        return chains
    }
}
