import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// Files with something broken in them: refused with a sentence and the places, or read as halls that can be judged and
/// drawn.
@Suite struct MutatedLayoutTests {
    /// Values that programs write where others are meant.
    private static let strange = [
        "null", "true", "-1", "0", "1e300", "-1e-300", "99999999999999999999", "\"\"", "\"x\"", "\"-7\"", "[]", "{}",
        "[null]",
        "{\"x\": 1}", "\"\\u0000\"", "\"🎭\"", "0.5", "4096", "1000000",
    ]

    /// The text with one to three things changed in it.
    private func mutated(_ text: String, using generator: inout SeededGenerator) -> Data {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, at + Int.random(in: 1...24, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.removeSubrange(at..<end)
            case 2: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 3: bytes.removeLast(bytes.count - at)
            default:
                // A value for a value: what stands between a colon and the next comma or bracket.
                guard let colon = bytes[at...].firstIndex(of: UInt8(ascii: ":")) else { continue }
                let rest = bytes[(colon + 1)...]
                let stop = rest.firstIndex { Array(",}]".utf8).contains($0) } ?? rest.endIndex
                let value = Self.strange.randomElement(using: &generator) ?? "null"
                bytes.replaceSubrange((colon + 1)..<stop, with: Array(value.utf8))
            }
        }
        return Data(bytes)
    }

    @Test(
        "whatever is broken, the reader neither crashes nor goes silent, and what it reads can be drawn",
        arguments: LayoutSamples.all.map(\.name))
    func mutations(name: String) throws {
        let sample = try #require(LayoutSamples.all.first { $0.name == name })
        var generator = SeededGenerator(seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
        var refused = 0
        for round in 0..<400 {
            let data = mutated(sample.text, using: &generator)
            var options = ImportOptions()
            options.takesAllMaps = true
            options.format = round % 2 == 0 ? nil : sample.format
            do {
                for imported in try Importer.all(data, options) {
                    _ = imported.report.lines(for: imported.hall)
                    _ = imported.hall.faults()
                    guard imported.hall.seats.count < 200 else { continue }
                    let states = imported.states.isEmpty ? nil : imported.states.map(\.rawValue)
                    let picture = PictureLayout.picture(of: imported.hall, states: states, RenderStyle())
                    _ = try DrawnMap.elements(SVGWriter.write(picture))
                }
            } catch let error as ImportError {
                refused += 1
                #expect(!error.message.isEmpty)
                #expect(error.faults.allSatisfy { !$0.field.isEmpty && !$0.description.isEmpty }, "\(error)")
            }
        }
        // Some must fail, or nothing was broken.
        #expect(refused > 40, "\(refused)")
    }
}
