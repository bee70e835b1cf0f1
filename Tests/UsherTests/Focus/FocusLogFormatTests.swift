import Testing

@testable import Usher

@Suite("The bytes of a focus store")
struct FocusLogFormatTests {
    private let frames: [[UInt8]] = [[1], [], Array(repeating: 7, count: 300), [9, 9], Array("abc".utf8)]

    /// The file, and where each frame ends in it.
    private func file() -> (bytes: [UInt8], ends: [Int]) {
        var bytes = FocusLogFormat.head
        var ends: [Int] = []
        for (index, frame) in frames.enumerated() {
            bytes += FocusLogFormat.frame(frame, number: UInt64(index + 1))
            ends.append(bytes.count)
        }
        return (bytes, ends)
    }

    @Test("what is whole is read, wherever the file is cut")
    func cuts() throws {
        let (bytes, ends) = file()
        for cut in 0...bytes.count {
            let content = try FocusLogFormat.read(Array(bytes[..<cut]))
            let whole = ends.count { $0 <= cut }
            #expect(content.frames == Array(frames[..<whole]))
            #expect(content.end == (whole == 0 ? FocusLogFormat.headBytes : ends[whole - 1]))
        }
    }

    @Test("a changed byte takes nothing that comes before it")
    func changes() throws {
        let (bytes, ends) = file()
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x10
            guard place >= FocusLogFormat.headBytes else {
                #expect(throws: CacheFault.self) { try FocusLogFormat.read(changed) }
                continue
            }
            let content = try FocusLogFormat.read(changed)
            #expect(content.frames == Array(frames[..<ends.count { $0 <= place }]))
        }
    }

    @Test("what an earlier write left behind a shorter one is no frame")
    func leftovers() throws {
        let old = FocusLogFormat.head + FocusLogFormat.frame([1, 2, 3, 4], number: 1)
        let rest = FocusLogFormat.frame([5], number: 2)
        let bytes = old + FocusLogFormat.frame([6], number: 2) + rest
        #expect(try FocusLogFormat.read(bytes).frames == [[1, 2, 3, 4], [6]])
    }

    @Test("another version is told from damage")
    func versions() {
        var bytes = file().bytes
        bytes[8] = 2
        #expect(throws: CacheFault.otherVersion) { try FocusLogFormat.read(bytes) }
        #expect(throws: CacheFault.damaged) { try FocusLogFormat.read(Array("something else".utf8)) }
    }
}
