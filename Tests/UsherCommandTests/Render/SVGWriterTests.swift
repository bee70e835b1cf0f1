import Testing
import UsherCore

@testable import UsherCommand

@Suite struct SVGWriterTests {
    private let states: [UInt8] = [1, 2, 3, 4, 1, 1, 9]

    private func svg(_ hall: Hall = DrawnMap.hall, states: [UInt8]? = nil, _ style: RenderStyle = RenderStyle())
        -> String
    {
        let facts = [MapPicture.Fact(name: "hall", value: hall.hallID)]
        let picture = PictureLayout.picture(of: hall, states: states, facts: facts, style)
        return SVGWriter.write(picture, theme: style.theme)
    }

    @Test("the document is well-formed, says what it is to those who do not see it, and carries what a page needs")
    func root() throws {
        var style = RenderStyle(width: 700)
        style.title = "Tonight"
        let elements = try DrawnMap.elements(svg(states: states, style))
        let root = try #require(elements.first)
        #expect(root.name == "svg" && root.attributes["role"] == "img" && root.attributes["data-hall"] == "small")
        #expect(root.attributes["width"] == "700")
        let names = try #require(root.attributes["aria-labelledby"]).split(separator: " ").map(String.init)
        let spoken = names.map { name in elements.first { $0.attributes["id"] == name } }
        #expect(spoken.map { $0?.name } == ["title", "desc"])
        #expect(
            spoken.map { $0?.text ?? "" } == ["Tonight", "7 seats: 3 free, 1 locked, 1 sold, 1 blocked, 1 unknown"])
    }

    @Test("each seat is one element with its code, index, zone and state, and a note")
    func seats() throws {
        let elements = try DrawnMap.elements(svg(states: states))
        let seats = elements.filter { $0.attributes["data-seat"] != nil }
        #expect(seats.map { $0.attributes["data-seat"] } == ["A1", "A2", "A3", "A4", "B1", "B2", "B3"])
        #expect(seats.map { $0.attributes["data-index"] } == (0..<7).map { "\($0)" })
        #expect(
            seats.map { $0.attributes["class"] } == ["free", "locked", "sold", "blocked", "free", "free", "unknown"])
        #expect(seats[4].attributes["data-zone"] == "y" && seats[4].attributes["transform"] == "translate(5 20)")
        #expect(elements.count { $0.name == "title" } == 8)
        #expect(elements.count { $0.attributes["class"] == "k n3" && $0.name == "text" } == 1)
    }

    @Test("whatever is referred to is there, and each id once")
    func references() throws {
        var hall = DrawnMap.grid(80, 80)
        hall.zones = [Zone(zoneID: "a"), Zone(zoneID: "b")]
        for index in hall.seats.indices { hall.seats[index].zoneID = index % 160 < 80 ? "a" : "b" }
        hall.seats[7].kind = .wheelchair
        for hall in [DrawnMap.hall, hall] {
            let elements = try DrawnMap.elements(
                svg(hall, states: [1, 2, 3, 4, 1, 1, 9], RenderStyle(selected: [0, 3])))
            let ids = elements.compactMap { $0.attributes["id"] }
            #expect(Set(ids).count == ids.count)
            let references = Set(elements.compactMap { $0.attributes["href"] })
            #expect(references.subtracting(ids.map { "#\($0)" }).isEmpty)
            #expect(references.contains("#usher-selected"))
        }
    }

    @Test("of a large hall each seat is one short path with code, index and note; numbers are texts of the row")
    func sparse() throws {
        let hall = DrawnMap.grid(80, 80)
        let text = svg(hall, states: [1, 2, 3, 4, 9] + [UInt8](repeating: 1, count: 6_395))
        let elements = try DrawnMap.elements(text)
        let seats = elements.filter { $0.attributes["data-seat"] != nil }
        #expect(seats.count == 6_400 && seats.allSatisfy { $0.name == "path" })
        #expect(seats.prefix(6).map { $0.attributes["class"] } == [nil, "locked", "sold", "blocked", "unknown", nil])
        #expect(seats[0].attributes["d"] == "M-4 0h8" && seats[81].attributes["data-index"] == "81")
        let notes = elements.filter { $0.name == "title" && $0.depth > 1 }.map(\.text)
        #expect(notes.count == 6_400 && notes[2] == "0-2, row 1, seat 2, sold")
        let numbers = elements.filter { $0.name == "tspan" }
        #expect(numbers.count == 6_397, "sold, blocked and unknown seats have none")
        #expect(numbers[0].text == "0" && numbers[0].attributes["x"] == "0" && numbers[0].attributes["y"] == "1.4")
        #expect(text.utf8.count < 6_400 * 180 + 20_000)
    }

    @Test("of a very large hall the seats of a row that look alike are one path; numbers come where they can be read")
    func rows() throws {
        var hall = DrawnMap.grid(150, 150)
        hall.zones = [Zone(zoneID: "a", name: "Left"), Zone(zoneID: "b")]
        for index in hall.seats.indices { hall.seats[index].zoneID = index % 150 < 75 ? "a" : "b" }
        let states: [UInt8] = [1, 3, 1, 2, 4] + [UInt8](repeating: 1, count: 22_495)
        let text = svg(hall, states: states, RenderStyle(selected: [7]))
        let elements = try DrawnMap.elements(text)
        let paths = elements.filter { $0.attributes["data-row"] != nil }
        #expect(paths.count == 2 * 150 + 3)
        #expect(paths.prefix(5).map { $0.attributes["class"] } == [nil, "sold", "locked", "blocked", nil])
        #expect(paths[1].attributes["d"] == "M9.9 0h.2" && paths[4].attributes["data-zone"] == "b")
        // The seat that is pointed out is one of its own all the same.
        let selected = elements.filter { $0.attributes["data-seat"] != nil }
        #expect(selected.map { $0.attributes["data-seat"] } == ["0-7"])
        let notes = elements.filter { $0.name == "title" }.map(\.text)
        #expect(notes.contains("row 1, Left, 72 free") && notes.contains("row 150, b, 75 free"))
        #expect(notes.contains("0-7, row 1, seat 7, Left, free, selected"))
        #expect(!elements.contains { $0.name == "tspan" })
        #expect(text.utf8.count < 22_500 * 14 + 60_000)
        let wide = try DrawnMap.elements(svg(hall, states: states, RenderStyle(width: 3_000)))
        #expect(wide.count { $0.name == "tspan" } == 22_498)
    }

    @Test("how much there is of each seat can be told", arguments: RenderStyle.Detail.allCases)
    func detail(detail: RenderStyle.Detail) throws {
        let elements = try DrawnMap.elements(svg(DrawnMap.hall, states: states, RenderStyle(detail: detail)))
        let names = elements.filter { $0.attributes["data-seat"] != nil }.map(\.name)
        switch detail {
        case .full: #expect(names == Array(repeating: "g", count: 7))
        case .seats: #expect(names == Array(repeating: "path", count: 7))
        case .rows: #expect(names.isEmpty && Set(elements.compactMap { $0.attributes["data-row"] }) == ["0", "2"])
        }
    }

    @Test("the whole of a text that is cut is its note")
    func cut() throws {
        var hall = DrawnMap.hall
        hall.zones[0].name = String(repeating: "W", count: 256)
        let elements = try DrawnMap.elements(svg(hall))
        #expect(elements.contains { $0.name == "title" && $0.text == hall.zones[0].name })
        #expect(elements.allSatisfy { $0.name != "text" || $0.text.count < 60 })
    }

    @Test("names of others stay text, and what XML cannot hold is replaced")
    func hostile() throws {
        var hall = DrawnMap.hall
        let evil = "\"/><script>alert(1)</script>&amp;'\u{1}\u{FFFF}\u{202E}"
        hall.hallID = evil
        hall.name = evil
        hall.rows[0].label = "<b>"
        hall.zones[0].name = evil
        hall.zones[0].color = "red;}</style><script>"
        hall.areas[0].name = "&"
        hall.seats[0].code = "\"><x a='\n"
        hall.seats[1].number = "<&"
        var style = RenderStyle(front: evil)
        style.title = evil
        style.subtitle = "]]>"
        let elements = try DrawnMap.elements(svg(hall, states: nil, style))
        #expect(elements.allSatisfy { $0.name != "script" && $0.name != "x" && $0.name != "b" })
        #expect(elements.contains { $0.attributes["data-seat"] == "\"><x a='\n" })
        #expect(elements.contains { $0.name == "text" && $0.text == "<&" })
        #expect(
            elements.first?.attributes["data-hall"] == "\"/><script>alert(1)</script>&amp;'\u{FFFD}\u{FFFD}\u{202E}")
        #expect(!svg(hall, states: nil, style).contains("red;"))
    }

    @Test("the same picture gives the same bytes, and numbers need no locale")
    func bytes() throws {
        #expect(svg(states: states) == svg(states: states))
        for element in try DrawnMap.elements(svg(states: states)) {
            for name in ["x", "y", "width", "height", "font-size", "viewBox"] {
                let value = element.attributes[name] ?? "0"
                #expect(value.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" || $0 == " " }, "\(name)=\(value)")
            }
        }
    }

    @Test("dark colours wait for a reader who prefers them, or are the only ones if asked for")
    func themes() {
        let rule = "@media (prefers-color-scheme:dark)"
        let (light, dark) = (PicturePalette.light.paper, PicturePalette.dark.paper)
        let auto = svg()
        #expect(auto.contains(rule) && auto.contains(light) && auto.contains(dark))
        let always = svg(DrawnMap.hall, states: nil, RenderStyle(theme: .dark))
        #expect(!always.contains(rule) && !always.contains(light) && always.contains(dark))
        let never = svg(DrawnMap.hall, states: nil, RenderStyle(theme: .light))
        #expect(!never.contains(rule) && never.contains(light) && !never.contains(dark))
    }

    @Test("a rule of the style sheet reaches nothing outside of pictures")
    func scoped() {
        for line in SVGStyleSheet.text(.auto).split(separator: "\n") where line.contains("{") && !line.hasPrefix("@") {
            let selectors = line.prefix { $0 != "{" }.split(separator: ",")
            #expect(selectors.allSatisfy { $0.hasPrefix(".usher-") }, "\(line)")
        }
    }
}
