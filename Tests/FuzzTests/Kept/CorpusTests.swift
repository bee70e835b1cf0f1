import Glibc
import Testing

/// The inputs that fuzzing started from, and those that once broke something: they must hold for ever.
@Suite("Kept fuzzing cases", .serialized) struct CorpusTests {
    static let corpus = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Corpus"

    @Test("every kept input of every entry keeps its properties", arguments: FuzzEntry.allCases)
    func kept(_ entry: FuzzEntry) throws {
        let run = try entry.make()
        let files = try Self.files(in: "\(Self.corpus)/\(entry.rawValue)")
        #expect(!files.isEmpty, "no corpus is found: this test looks at nothing")
        for file in files {
            do { try run(Self.read(file)) } catch { Issue.record("\(file): \(error)") }
        }
    }

    @Test("no input at all, and one of each byte, keep every entry's properties", arguments: FuzzEntry.allCases)
    func small(_ entry: FuzzEntry) throws {
        let run = try entry.make()
        try run([])
        for byte in UInt8.min...UInt8.max { try run([byte]) }
    }

    private static func files(in folder: String) throws -> [String] {
        guard let directory = opendir(folder) else { throw PropertyFailure(description: "no folder \(folder)") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append("\(folder)/\(name)") }
        }
        return names.sorted()
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw PropertyFailure(description: "no file \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
    }
}
