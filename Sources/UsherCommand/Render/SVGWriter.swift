import UsherCore

/// Writes a picture as SVG: well-formed, the same bytes for the same picture, and made for pages to hook into.
///
/// A column is ten units wide: the seat of row r and column c without an offset stands at 10c, 10r. What there is of each
/// seat goes by `RenderStyle.Detail`:
/// - full: a `<g>` a seat with its code as `data-seat`, its place in the hall's list as `data-index`, as deltas name it, and
///   its state as class; a page changes a state by the class and the `href` of the `<use>` within.
/// - seats: a `<path>` a seat with the same attributes and its note, free without a class; numbers are texts of the row.
/// - rows: a `<path>` for all seats of a row that look alike, with the row's physical index as `data-row`.
struct SVGWriter {
    private static let unit = 10.0

    private let picture: MapPicture
    private let theme: RenderStyle.Theme
    /// Tells this picture's own ids from those of another one in the same page.
    private let tag: String
    private var text = ""

    static func write(_ picture: MapPicture, theme: RenderStyle.Theme = .auto) -> String {
        var writer = SVGWriter(picture, theme)
        writer.open()
        writer.zones()
        writer.ground()
        writer.seats()
        writer.labels()
        writer.legend()
        writer.text += "</svg>\n"
        return writer.text
    }

    private init(_ picture: MapPicture, _ theme: RenderStyle.Theme) {
        self.picture = picture
        self.theme = theme
        // FNV-1a.
        var hash: UInt32 = 2_166_136_261
        for byte in ([picture.title] + picture.facts.map { "\($0.name)=\($0.value)" }).joined(separator: "\n").utf8 {
            hash = (hash ^ UInt32(byte)) &* 16_777_619
        }
        tag = String(hash, radix: 36)
    }

    private mutating func open() {
        let bounds = picture.bounds
        let facts = picture.facts.map { " data-\($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
        let box = [bounds.minX, bounds.minY, bounds.extent.width, bounds.extent.height].map(Self.number)
        text += """
            <svg xmlns="http://www.w3.org/2000/svg" class="usher-map" role="img" \
            aria-labelledby="usher-\(tag)-title usher-\(tag)-desc" width="\(picture.pixelWidth)" \
            height="\(picture.pixelHeight)" viewBox="\(box.joined(separator: " "))"\(facts)>
            <title id="usher-\(tag)-title">\(XMLText.escaped(picture.title))</title>
            <desc id="usher-\(tag)-desc">\(XMLText.escaped(picture.summary))</desc>
            <style>
            \(SVGStyleSheet.text(theme))</style>
            <defs>
            \(SVGSymbols.definitions)
            """
        for (index, zone) in picture.zones.enumerated() {
            text += "<path id=\"usher-\(tag)-zone-\(index)\" d=\"\(Self.path(zone.pieces))\"/>\n"
        }
        text += "</defs>\n" + Self.rectangle(bounds.expanded(by: letter), "class=\"paper\"")
    }

    /// Each zone as one shape: a rim, the paper within, and the tint on it.
    private mutating func zones() {
        let rim = max(0.09, 0.07 * letter)
        for (index, zone) in picture.zones.enumerated() {
            let href = "href=\"#usher-\(tag)-zone-\(index)\""
            text += """
                <g class="zone-shape" fill="\(zone.color)">\
                <use \(href) stroke="\(zone.color)" stroke-linejoin="round" \
                stroke-width="\(Self.number(2 * (rim + 0.03)))"/>\
                <use \(href) class="paper rim" stroke-width="0.6"/><use \(href) class="tint"/></g>

                """
        }
    }

    /// The size of ordinary letters.
    private var letter: Double { picture.texts.first { $0.role == .legend || $0.role == .stage }?.size ?? 0.6 }

    private mutating func ground() {
        if let stage = picture.stage {
            text +=
                picture.isStageInside
                ? Self.rectangle(stage, "rx=\"\(Self.number(0.4 * letter))\" class=\"stage-body\"")
                : "<path class=\"stage-body\" d=\"\(Self.stage(stage))\"/>\n"
        }
        let thin = Self.number(0.05 * letter)
        let dashes = "\(Self.number(0.35 * letter)) \(Self.number(0.25 * letter))"
        for area in picture.areas {
            let radius = Self.number(min(0.4, area.extent.width / 2))
            text += Self.rectangle(
                area, "rx=\"\(radius)\" class=\"area\" stroke-width=\"\(thin)\" stroke-dasharray=\"\(dashes)\"")
        }
        for fold in picture.folds {
            text += """
                <path class="fold" stroke-width="\(thin)" stroke-dasharray="\(dashes)" \
                d="M\(Self.point(fold.minX, fold.minY))L\(Self.point(fold.maxX, fold.maxY))"/>

                """
        }
        for bracket in picture.brackets {
            let tick = (bracket.pointsLeft ? -0.4 : 0.4) * letter
            text += """
                <path class="bracket" stroke="\(bracket.color)" stroke-width="\(Self.number(0.14 * letter))" \
                d="M\(Self.point(bracket.x + tick, bracket.minY))h\(Self.number(-tick))\
                V\(Self.number(bracket.maxY))h\(Self.number(tick))"/>

                """
        }
        for link in picture.links {
            text += """
                <path class="\(link.isFree ? "pair-free" : "pair")" \
                d="M\(Self.point(link.from.x, link.from.y))L\(Self.point(link.to.x, link.to.y))"/>

                """
        }
    }

    private mutating func seats() {
        text += picture.detail == .full ? "<g class=\"seats\">\n" : "<g class=\"seats sparse\">\n"
        for (index, row) in picture.rows.enumerated() {
            switch picture.detail {
            case .full: for seat in row { detailed(seat) }
            case .seats: for seat in row { sparse(seat) }
            case .rows: merged(row, index)
            }
        }
        text += "</g>\n"
        guard picture.detail != .full else { return }
        // On top of sparse seats, what few of them have.
        for row in picture.rows {
            if picture.hasNumbers { numbers(row) }
            for seat in row {
                if seat.mark == .free || seat.mark == .locked, let sign = SVGSymbols.id(seat.kind) {
                    text += "<use href=\"#\(sign)\" class=\"\(seat.mark.rawValue)\"\(Self.place(seat.center))/>\n"
                }
                guard seat.isSelected else { continue }
                let code = picture.detail == .rows ? " data-seat=\"\(XMLText.escaped(seat.code))\"" : ""
                text +=
                    "<g\(code)>\(Self.title(seat.note))<use href=\"#\(SVGSymbols.selected)\"\(Self.place(seat.center))/></g>\n"
            }
        }
    }

    /// A text a row, colour and size, with a place a number. What is sold or blocked has none.
    private mutating func numbers(_ row: [MapPicture.Seat]) {
        for mark in [MapPicture.Mark.free, .locked] {
            let seats = row.filter { $0.mark == mark && !$0.number.isEmpty && !SVGSymbols.replacesNumber($0.kind) }
            let groups = Dictionary(grouping: seats) { SVGSymbols.numberClass(DisplayText.width($0.number)) }
            for (name, members) in groups.sorted(by: { $0.key.name < $1.key.name }) {
                text += "<g class=\"\(mark.rawValue)\"><text class=\"\(name.name)\">"
                for seat in members {
                    let (x, y) = (Self.number(seat.center.x), Self.number(seat.center.y + name.drop))
                    text += "<tspan x=\"\(x)\" y=\"\(y)\">\(XMLText.escaped(seat.number))</tspan>"
                }
                text += "</text></g>\n"
            }
        }
    }

    /// All seats of a row and a zone in one state.
    private mutating func merged(_ row: [MapPicture.Seat], _ index: Int) {
        let groups = Dictionary(grouping: row) { "\($0.mark.rawValue) \($0.zoneID)" }
        var drawn = Set<String>()
        for first in row {
            let key = "\(first.mark.rawValue) \(first.zoneID)"
            guard drawn.insert(key).inserted, let seats = groups[key] else { continue }
            let name = first.mark == .free ? "" : " class=\"\(first.mark.rawValue)\""
            let zone = first.zoneID.isEmpty ? "" : " data-zone=\"\(XMLText.escaped(first.zoneID))\""
            let count = "\(seats.count) \(first.mark.rawValue)"
            let note = [picture.rowNotes[index], picture.zoneNames[first.zoneID] ?? first.zoneID, count]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            text += "<path\(name) data-row=\"\(picture.rowIndexes[index])\"\(zone) d=\""
            for seat in seats { text += Self.sparsePath(seat.mark, seat.center) }
            text += "\">\(Self.title(note))</path>\n"
        }
    }

    private static func title(_ note: String) -> String {
        note.isEmpty ? "" : "<title>\(XMLText.escaped(note))</title>"
    }

    private mutating func detailed(_ seat: MapPicture.Seat) {
        let zone = seat.zoneID.isEmpty ? "" : " data-zone=\"\(XMLText.escaped(seat.zoneID))\""
        text += """
            <g class="\(seat.mark.rawValue)" data-seat="\(XMLText.escaped(seat.code))" data-index="\(seat.index)"\(zone) \
            transform="translate(\(Self.point(seat.center.x, seat.center.y)))">
            """
        text += Self.title(seat.note)
        text += "<use href=\"#\(SVGSymbols.id(seat.mark))\"/>"
        if let sign = SVGSymbols.id(seat.kind) { text += "<use href=\"#\(sign)\" class=\"k\"/>" }
        if !seat.number.isEmpty, !SVGSymbols.replacesNumber(seat.kind) {
            let size = SVGSymbols.numberClass(DisplayText.width(seat.number))
            text +=
                "<text class=\"k \(size.name)\" y=\"\(Self.number(size.drop))\">\(XMLText.escaped(seat.number))</text>"
        }
        if seat.isSelected { text += "<use href=\"#\(SVGSymbols.selected)\"/>" }
        text += "</g>\n"
    }

    private mutating func sparse(_ seat: MapPicture.Seat) {
        let name = seat.mark == .free ? "" : " class=\"\(seat.mark.rawValue)\""
        let code = XMLText.escaped(seat.code)
        text +=
            "<path\(name) d=\"\(Self.sparsePath(seat.mark, seat.center))\" data-seat=\"\(code)\" data-index=\"\(seat.index)\">"
        text += "\(Self.title(seat.note))</path>\n"
    }

    private static func sparsePath(_ mark: MapPicture.Mark, _ at: MapPoint) -> String {
        switch mark {
        case .free: "M\(point(at.x - 0.4, at.y))h8"
        // The round ends are the seat. A line of no length at all is not drawn by everybody.
        case .locked, .sold: "M\(point(at.x - 0.01, at.y))h.2"
        case .blocked: "M\(point(at.x - 0.2, at.y - 0.2))l4 4m0 -4l-4 4"
        case .unknown: "M\(point(at.x - 0.3, at.y - 0.3))h6v6h-6z"
        }
    }

    private mutating func labels() {
        for label in picture.texts {
            var names = label.role == .area ? "area-name" : label.role.rawValue
            if label.anchor != .middle { names += " \(label.anchor.rawValue)" }
            let place = "x=\"\(Self.number(label.at.x))\" y=\"\(Self.number(label.at.y + 0.36 * label.size))\""
            let size = "font-size=\"\(Self.number(label.size))\""
            let content = XMLText.escaped(label.text)
            // The rim is a text of its own below: not every reader knows `paint-order`.
            if label.hasRim {
                let rim = Self.number(0.3 * label.size)
                text += "<text class=\"\(names) rim\" aria-hidden=\"true\" \(place) \(size) stroke-width=\"\(rim)\">"
                text += content + "</text>\n"
            }
            text += "<text class=\"\(names)\" \(place) \(size)>\(Self.title(label.whole))\(content)</text>\n"
        }
    }

    private mutating func legend() {
        for mark in picture.legend {
            let scale = Self.plain(mark.size)
            text += "<g transform=\"translate(\(Self.point(mark.center.x, mark.center.y))) scale(\(scale))\">"
            switch mark.sample {
            case .seat(let state): text += "<use href=\"#\(SVGSymbols.id(state))\"/>"
            case .selected: text += "<use href=\"#\(SVGSymbols.id(.free))\"/><use href=\"#\(SVGSymbols.selected)\"/>"
            case .kind(let kind):
                text += "<use href=\"#\(SVGSymbols.id(.free))\"/>"
                if let sign = SVGSymbols.id(kind) { text += "<g class=\"free\"><use href=\"#\(sign)\"/></g>" }
            case .pair:
                text += "<path class=\"pair-free\" d=\"M-5 0H5\"/>"
                text += [-5, 5].map { "<use href=\"#\(SVGSymbols.id(.free))\" x=\"\($0)\"/>" }.joined()
            case .zone(let color):
                let shape = "<rect x=\"-4.5\" y=\"-4.5\" width=\"9\" height=\"9\" rx=\"1.5\""
                text += "\(shape) fill=\"\(color)\" class=\"tint\" stroke=\"\(color)\" stroke-width=\"1.2\"/>"
            case .area:
                text += "<rect class=\"area\" x=\"-4.5\" y=\"-4.5\" width=\"9\" height=\"9\" rx=\"1.5\" "
                text += "stroke-width=\".6\" stroke-dasharray=\"2.4 1.6\"/>"
            case .fold: text += "<path class=\"fold\" d=\"M0 -5V5\" stroke-width=\".6\" stroke-dasharray=\"2.4 1.6\"/>"
            }
            text += "</g>\n"
        }
    }

    // MARK: Numbers and shapes

    private static func place(_ at: MapPoint) -> String { " x=\"\(number(at.x))\" y=\"\(number(at.y))\"" }

    private static func point(_ x: Double, _ y: Double) -> String { "\(number(x)) \(number(y))" }

    /// Seat widths as units.
    private static func number(_ value: Double) -> String { plain(value * unit) }

    /// Two decimals at most, without a locale.
    private static func plain(_ value: Double) -> String {
        let hundredths = Int((min(max(value, -1e12), 1e12) * 100).rounded())
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        var result = (hundredths < 0 ? "-" : "") + String(whole)
        if rest > 0 { result += rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)" }
        return result
    }

    private static func rectangle(_ area: MapRectangle, _ attributes: String) -> String {
        "<rect\(place(MapPoint(x: area.minX, y: area.minY))) width=\"\(number(area.extent.width))\" "
            + "height=\"\(number(area.extent.height))\" \(attributes)/>\n"
    }

    private static func path(_ pieces: [MapRectangle]) -> String {
        pieces.map { piece in
            let width = number(piece.extent.width)
            return "M\(point(piece.minX, piece.minY))h\(width)v\(number(piece.extent.height))h-\(width)z"
        }.joined()
    }

    /// A bar whose long sides bend towards the seats.
    private static func stage(_ area: MapRectangle) -> String {
        let bend = min(area.extent.height * 0.3, area.extent.width * 0.025)
        let inset = min(area.extent.height * 0.5, area.extent.width / 10)
        return "M\(point(area.minX + inset, area.minY - bend))"
            + "Q\(point(area.center.x, area.minY + bend)) \(point(area.maxX - inset, area.minY - bend))"
            + "L\(point(area.maxX, area.maxY - bend))"
            + "Q\(point(area.center.x, area.maxY + bend)) \(point(area.minX, area.maxY - bend))z"
    }
}
