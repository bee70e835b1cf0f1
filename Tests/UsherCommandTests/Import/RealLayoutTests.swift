import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// Layouts of others, which are not in the repository: with `USHER_LAYOUTS=DIR swift test --filter RealLayoutTests` they
/// are read from a directory that has an `expected.json` beside them. Small files of ours with the same peculiarities
/// are in `LayoutSamples`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["USHER_LAYOUTS"] != nil))
struct RealLayoutTests {
    private static let directory = ProcessInfo.processInfo.environment["USHER_LAYOUTS"] ?? ""

    @Test(
        "every file is read without a fault, with the seats and duplicates that are expected, and survives its export")
    func counts() throws {
        let list = try LayoutValue(
            JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(fileURLWithPath: Self.directory + "/expected.json"))),
            bytes: 1 << 20)
        guard case .object(let files) = list else { return }
        #expect(!files.isEmpty)
        for (name, expected) in files {
            var options = ImportOptions()
            options.takesAllMaps = true
            let halls = try Importer.all(
                Data(contentsOf: URL(fileURLWithPath: Self.directory + "/" + name)), options)
            let counts = halls.map(\.hall.seats.count)
            #expect(counts.reduce(0, +) == Int(expected["seats"].double ?? -1), "\(name)")
            if let maps = expected["per_map"].list { #expect(counts == maps.map { Int($0.double ?? -1) }, "\(name)") }
            let duplicates = halls.reduce(0) { $0 + $1.report.duplicates.reduce(0) { $0 + $1.seats - 1 } }
            #expect(duplicates == Int(expected["duplicate_ids"].double ?? -1), "\(name)")
            for hall in halls.map(\.hall) {
                #expect(hall.faults().isEmpty, "\(name)")
                let exported = HallText.lines(try JSONLine.hall(hall))
                #expect(try Importer.read(Data(exported.utf8), ImportOptions()).hall == hall, "\(name)")
            }
        }
    }
}
