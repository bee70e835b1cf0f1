import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// A hall that was read back from a gateway does not say which file it came from.
@Suite struct HallFrontTests {
    private func hall(_ name: String) throws -> Hall {
        let sample = try #require(LayoutSamples.all.first { $0.name == name })
        var options = ImportOptions()
        options.map = "1"
        return try Importer.read(Data(sample.text.utf8), options).hall
    }

    @Test("cabins have a front, rooms of desks have none, halls have a stage")
    func words() throws {
        #expect(HallFront.word(SampleHall.make()) == "stage")
        for (sample, word) in [("duffel", "front"), ("amadeus", "front"), ("percent", ""), ("pretix", "stage")] {
            #expect(HallFront.word(try hall(sample)) == word, "\(sample)")
        }
        #expect(HallFront.word(DrawnMap.grid(3, 4)) == "stage")
        var room = DrawnMap.grid(2, 2)
        room.name = "Reading Room"
        #expect(HallFront.word(room) == "")
        #expect(HallFront.word(Hall(hallID: "h", rowCount: 0, columnCount: 0)) == "stage")
        // A theatre that letters its rows and numbers its seats is no cabin, and so is one with a lone lettered seat.
        var theatre = DrawnMap.grid(2, 2)
        theatre.seats[0].number = "A"
        #expect(HallFront.word(theatre) == "stage")
    }

    @Test("pictures and drawings take the word from the hall, unless they are told one")
    func drawn() throws {
        let cabin = try hall("duffel")
        func words(_ front: String?) -> [String] {
            PictureLayout.picture(of: cabin, RenderStyle(front: front)).texts.filter { $0.role == .stage }.map(\.text)
        }
        #expect(words(nil) == ["front"] && words("nose") == ["nose"] && words("").isEmpty)
        var style = DrawStyle(width: 80, height: nil, color: false, unicode: true)
        #expect(SeatMapDrawing(cabin, style).lines([], MapStatus()).joined().contains(" front "))
        style.front = ""
        #expect(!SeatMapDrawing(cabin, style).lines([], MapStatus()).joined().contains("front"))
    }
}
