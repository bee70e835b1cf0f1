import UsherCore

/// Makes a picture of a hall: where everything stands, in seat widths. Pure: the same hall, states and style give the
/// same picture.
struct PictureLayout {
    let hall: Hall
    let geometry: HallGeometry
    /// One byte a seat, as the gateway sends them; nil for a hall without a show.
    let states: [UInt8]?
    let style: RenderStyle
    /// What the seats fill, and areas without seats.
    let map: MapRectangle
    let scale: PictureScale
    let zonePlan: ZonePlan
    let printed: PrintedRows
    let outlines: [AreaOutline]
    /// What stands beside the map at both sides, the row labels and beyond them the zones' names.
    let rowGutter: Double
    let isFolded: Bool
    var picture = MapPicture()
    var space: LabelSpace

    /// Any hall will do, also one that a gateway would refuse.
    static func picture(
        of hall: Hall, states: [UInt8]? = nil, facts: [MapPicture.Fact] = [], _ style: RenderStyle
    ) -> MapPicture {
        let folding = HallFolding(hall)
        var layout = PictureLayout(folding, states, style)
        layout.picture.facts = facts
        layout.addSeats()
        layout.addZones()
        layout.addStage()
        layout.addFolds(folding)
        layout.addRowLabels()
        layout.addAreas()
        layout.addZoneNames()
        layout.finish()
        return layout.picture
    }

    private init(_ folding: HallFolding, _ states: [UInt8]?, _ style: RenderStyle) {
        hall = folding.hall
        geometry = HallGeometry(hall, seatSize: Limits.pictureSeat)
        self.states = states
        self.style = style
        isFolded = folding.isFolded
        outlines = AreaOutline.all(hall, geometry)
        map = Self.map(hall, geometry, outlines)
        let plan = ZonePlan(hall, geometry)
        zonePlan = plan
        let printed = PrintedRows(hall)
        self.printed = printed
        let labels = Set(hall.seats.lazy.map { printed.row(of: $0) }).map(LetterWidths.ems).max() ?? 0
        let rows = labels == 0 ? 0 : min(labels, Limits.rowLabelEms) * Limits.rowLetters + 1
        func zones(_ side: ZonePlan.Side) -> Double {
            plan.names(at: side).map(LetterWidths.ems).max().map { $0 * Limits.zoneLetters + 1.4 } ?? 0
        }
        // An em of margin and the row labels, twice.
        let around = 2 * (1 + rows) + zones(.left) + zones(.right)
        scale = PictureScale(map: map.extent, around: around, width: style.width)
        rowGutter = rows * scale.em
        space = LabelSpace(side: 2 * scale.em)
        picture.detail = style.detail ?? Self.detail(hall.seats.count)
        picture.hasNumbers = picture.detail != .rows || scale.seat >= Limits.numberPixels
    }

    private static func detail(_ seats: Int) -> RenderStyle.Detail {
        seats <= Limits.detailedSeats ? .full : seats <= Limits.singleSeats ? .seats : .rows
    }

    private static func map(
        _ hall: Hall, _ geometry: HallGeometry, _ outlines: [AreaOutline]
    ) -> MapRectangle {
        var map: MapRectangle?
        for seat in hall.seats.indices {
            guard let center = geometry.center(ofSeat: seat) else { continue }
            let cell = MapRectangle(center: center, extent: MapExtent(width: 1, height: 1))
            map = map?.union(cell) ?? cell
        }
        for area in outlines where area.isEmpty {
            map = map?.union(area.outline) ?? area.outline
        }
        return map ?? MapRectangle(center: MapPoint(x: 0, y: 0), extent: MapExtent(width: 8, height: 2))
    }

    func mark(_ seat: Int) -> MapPicture.Mark {
        guard let states else { return .free }
        return states.indices.contains(seat) ? MapPicture.Mark(states[seat]) : .unknown
    }

    var em: Double { scale.em }

    // MARK: What stands on the map

    private mutating func addFolds(_ folding: HallFolding) {
        // Of more of them one would see nothing else; the legend tells it all the same.
        guard folding.columnFolds.count + folding.rowFolds.count <= Limits.drawnFolds else { return }
        let reach = map.expanded(by: 0.5)
        picture.folds =
            folding.columnFolds.map { MapRectangle(minX: $0, minY: reach.minY, maxX: $0, maxY: reach.maxY) }
            + folding.rowFolds.map { MapRectangle(minX: reach.minX, minY: $0, maxX: reach.maxX, maxY: $0) }
    }

    private mutating func addAreas() {
        let size = em * Limits.areaLetters
        for area in outlines {
            picture.areas.append(area.outline)
            let name = DisplayText.safe(area.name)
            guard !name.isEmpty else { continue }
            let text = LetterWidths.shortened(name, Limits.zoneEms)
            let outline = area.outline
            // Above the outline, below it, and inside where there are no seats.
            let ends = [(outline.minX, MapPicture.Text.Anchor.start), (outline.maxX, .end)]
            let rim = zonePlan.spans.count > 1 ? 0.25 : 0
            let heights = [
                outline.minY - rim - size * 0.6, outline.maxY + rim + size * 0.6, outline.minY + size * 0.8,
            ]
            let places = heights.flatMap { y in ends.map { (MapPoint(x: $0.0, y: y), $0.1) } }
            _ = place(name, text, size, .area, at: places)
        }
    }

    /// Puts a text, cut from the `whole` one, at the first of the places where nothing else is and no seat nearer than
    /// `clear`; false if there is none.
    mutating func place(
        _ whole: String, _ text: String, _ size: Double, _ role: MapPicture.Text.Role,
        at places: [(MapPoint, MapPicture.Text.Anchor)], clear: Double = 0
    ) -> Bool {
        let width = scale.width(of: text, size: size)
        for (point, anchor) in places {
            let left =
                switch anchor {
                case .start: point.x
                case .middle: point.x - width / 2
                case .end: point.x - width
                }
            let box = MapRectangle(minX: left, minY: point.y - size / 2, maxX: left + width, maxY: point.y + size / 2)
            // Labels of two rows side by side would read as one.
            let side = role == .row ? 0.2 * size : 0
            let taken = MapRectangle(minX: box.minX - side, minY: box.minY, maxX: box.maxX + side, maxY: box.maxY)
            guard geometry.seats(in: box.expanded(by: clear)).isEmpty, space.take(taken) else { continue }
            // Outlines of areas run between rows and their labels.
            let hasRim = role == .row && !hall.areas.isEmpty
            picture.texts.append(
                .init(
                    text: text, whole: text == whole ? "" : whole, at: point, size: size, role: role, anchor: anchor,
                    hasRim: hasRim))
            return true
        }
        return false
    }

    // MARK: What stands around it

    private mutating func finish() {
        let head = DisplayText.safe(style.title)
        let content = space.bounds?.union(map) ?? map
        let center = (content.minX + content.maxX) / 2
        let width = max(Double(scale.pixelWidth) / scale.seat, content.extent.width + 2 * em)
        let room = width - 2 * em
        let left = center - width / 2 + em
        var top = content.minY - em
        let lines = [(style.subtitle, em, MapPicture.Text.Role.subtitle), (head, 1.35 * em, .title)]
        for (text, size, role) in lines where !text.isEmpty {
            let most = max(8 * Limits.letterWidth, room / size)
            for whole in LetterWidths.wrapped(DisplayText.safe(text), most).reversed() {
                let line = LetterWidths.shortened(whole, most)
                picture.texts.append(
                    .init(
                        text: line, whole: line == whole ? "" : whole, at: MapPoint(x: left, y: top - size / 2),
                        size: size, role: role, anchor: .start))
                top -= 1.4 * size
            }
        }
        var bottom = content.maxY + em
        if style.hasLegend {
            var legend = PictureLegend(self, left: left, top: bottom + 0.6 * em, width: room)
            bottom = legend.draw(into: &picture)
        }
        picture.bounds = MapRectangle(
            minX: center - width / 2, minY: top - 0.4 * em, maxX: center + width / 2, maxY: bottom + 0.4 * em)
        picture.pixelWidth = scale.pixelWidth
        let height = (Double(scale.pixelWidth) * picture.bounds.extent.height / width).rounded(.up)
        picture.pixelHeight = max(1, Int(height))
        picture.title = head.isEmpty ? "Seat map" : head
        picture.summary = PictureLegend.summary(self)
    }
}
