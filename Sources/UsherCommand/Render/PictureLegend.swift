import UsherCore

/// The lines under a picture: what its signs mean, and how many seats there are of each.
struct PictureLegend {
    private struct Item {
        var sample: MapPicture.Sample?
        var text: String
        /// The whole of what was cut in the text; "" where nothing is.
        var whole = ""
    }

    private let layout: PictureLayout
    private let left: Double
    private let width: Double
    private var y: Double

    init(_ layout: PictureLayout, left: Double, top: Double, width: Double) {
        self.layout = layout
        self.left = left
        self.width = width
        y = top
    }

    /// Draws it; where it ends.
    mutating func draw(into picture: inout MapPicture) -> Double {
        for line in [states, kinds, zones] where !line.isEmpty { flow(line, into: &picture) }
        return y
    }

    /// `221 seats: 200 free, 12 locked, 9 sold, 0 blocked`.
    static func summary(_ layout: PictureLayout) -> String {
        let count = layout.hall.seats.count
        let seats = CountText.of(count, "seat")
        guard layout.states != nil else { return seats }
        let counts = counts(layout)
        let parts = MapPicture.Mark.allCases.filter { $0 != .unknown || counts[$0] != nil }
            .map { "\(counts[$0] ?? 0) \($0.rawValue)" }
        return "\(seats): \(parts.joined(separator: ", "))"
    }

    private static func counts(_ layout: PictureLayout) -> [MapPicture.Mark: Int] {
        var counts = [MapPicture.Mark: Int]()
        for seat in layout.hall.seats.indices { counts[layout.mark(seat), default: 0] += 1 }
        return counts
    }

    private var states: [Item] {
        let count = layout.hall.seats.count
        let all = count == 0 ? "no seats" : CountText.of(count, "seat")
        var items: [Item]
        if layout.states == nil {
            items = [Item(sample: count == 0 ? nil : .seat(.free), text: all)]
        } else {
            let counts = Self.counts(layout)
            items = MapPicture.Mark.allCases.filter { $0 != .unknown || counts[$0] != nil }
                .map { Item(sample: .seat($0), text: "\($0.rawValue) \(counts[$0] ?? 0)") }
            items.append(Item(text: all))
        }
        let selected = layout.style.selected.count
        if selected > 0 { items.append(Item(sample: .selected, text: "selected \(selected)")) }
        return items
    }

    /// Kinds and other signs that this picture has.
    private var kinds: [Item] {
        let found = Set(layout.hall.seats.map(\.kind))
        var items = SeatKind.allCases.filter(found.contains).compactMap { kind in
            PictureLayout.word(kind).map { Item(sample: .kind(kind), text: $0) }
        }
        if !layout.picture.links.isEmpty { items.append(Item(sample: .pair, text: "sold together")) }
        if !layout.picture.areas.isEmpty { items.append(Item(sample: .area, text: areaNames)) }
        if layout.isFolded { items.append(Item(sample: .fold, text: "empty space left out")) }
        return items
    }

    /// Names of areas for which there was no room on the map.
    private var areaNames: String {
        let placed = Set(layout.picture.texts.filter { $0.role == .area }.map { $0.whole.isEmpty ? $0.text : $0.whole })
        let missing = layout.hall.areas.map { DisplayText.safe($0.name) }.filter { !$0.isEmpty && !placed.contains($0) }
        guard !missing.isEmpty else { return "area" }
        let shown = missing.prefix(Limits.reportedItems).map { LetterWidths.shortened($0, 2 * Limits.zoneEms) }
            .joined(separator: ", ")
        let more = missing.count - Limits.reportedItems
        return "area: \(shown)" + (more > 0 ? " and \(more) more" : "")
    }

    private var zones: [Item] {
        let spans = layout.zonePlan.spans
        let isTinted = spans.count > 1
        var items = spans.prefix(Limits.legendZones).map { span -> Item in
            let total = span.seats.count
            let seats = CountText.of(total, "seat")
            let free = span.seats.count { layout.mark($0) == .free }
            let text = layout.states == nil ? seats : "\(free) of \(total) free"
            // Of a long name the end is left out, and never the count.
            let room = max(Limits.zoneEms / 2, width / size - 3 - LetterWidths.ems(text))
            let name = LetterWidths.shortened(span.name, min(room, 2 * Limits.zoneEms))
            return Item(
                sample: isTinted ? .zone(color: span.color) : nil, text: "\(Self.isolated(name)): \(text)",
                whole: name == span.name ? "" : span.name)
        }
        if spans.count > Limits.legendZones { items.append(Item(text: "and \(spans.count - Limits.legendZones) more")) }
        return items
    }

    /// Held together where its letters run from right to left: what follows stays behind it.
    private static func isolated(_ name: String) -> String {
        let isTurned = name.unicodeScalars.contains {
            (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFDFF).contains($0.value)
                || (0xFE70...0xFEFC).contains($0.value)
        }
        return isTurned ? "\u{2068}\(name)\u{2069}" : name
    }

    private var size: Double { 0.9 * layout.em }

    /// Items from left to right, and on the next line where they do not fit any more.
    private mutating func flow(_ items: [Item], into picture: inout MapPicture) {
        let em = layout.em
        let most = max(8 * Limits.letterWidth, (width - 1.5 * layout.em) / size)
        var x = left
        for item in items {
            let text = LetterWidths.shortened(item.text, most)
            let lead = item.sample == nil ? 0 : lead(item) * em
            let length = lead + layout.scale.width(of: text, size: size)
            if x > left, x + length > left + width {
                x = left
                y += 1.5 * em
            }
            if let sample = item.sample {
                let center = MapPoint(x: x + (lead - 0.5 * em) / 2, y: y)
                picture.legend.append(.init(sample: sample, center: center, size: 1.15 * em))
            }
            picture.texts.append(
                .init(
                    text: text, whole: text == item.text ? item.whole : item.text, at: MapPoint(x: x + lead, y: y),
                    size: size, role: .legend, anchor: .start))
            x += length + 1.4 * em
        }
        y += 1.6 * em
    }

    /// Room for the sample, in ems.
    private func lead(_ item: Item) -> Double {
        item.sample == .pair ? 2.9 : 1.75
    }
}
