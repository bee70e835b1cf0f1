import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite struct GzipTests {
    /// Another program's work: "seat seat seat seat seat" by Python.
    static let foreign: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 43, 78, 77, 44, 81, 40, 198, 36, 0, 227, 12, 250, 28, 24, 0, 0, 0,
    ]

    /// Text that shrinks to about a third.
    static func text(_ count: Int) -> [UInt8] {
        var random = UInt32(count | 1)
        return (0..<count).map { _ in
            random = random &* 1_664_525 &+ 1_013_904_223
            return UInt8(ascii: "a") + UInt8(random >> 30)
        }
    }

    /// Bytes that do not shrink.
    static func noise(_ count: Int) -> [UInt8] {
        var random = UInt64(count | 1)
        return (0..<count).map { _ in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: random >> 56)
        }
    }

    @Test("what was compressed comes out again", arguments: [100, 1_000, 65_536, 65_537, 300_000])
    func roundTrip(count: Int) throws {
        let deflater = Gzip.Deflater()
        for message in [Self.text(count), [UInt8](repeating: 7, count: count)] {
            let packed = try #require(deflater.compress(message))
            #expect(packed.count < message.count)
            #expect(packed.capacity < packed.count + 64)
            #expect(try Self.inflate(packed, limit: count, piece: 4_096).message == message)
        }
    }

    @Test("what does not shrink is not compressed", arguments: [0, 1, 2, 10, 70_000])
    func incompressible(count: Int) {
        let deflater = Gzip.Deflater()
        #expect(deflater.compress(Self.noise(count)) == nil)
        // One message leaves nothing to the next.
        let message = Self.text(5_000)
        #expect(deflater.compress(message).flatMap(Gzipped.unpacked) == message)
    }

    @Test("another program's gzip is read")
    func others() throws {
        #expect(try Self.inflate(Self.foreign, limit: 24).message == Array("seat seat seat seat seat".utf8))
        #expect(try Self.inflate(Gzipped.stored([]), limit: 0).message == [])
        #expect(try Self.inflate(Gzipped.stored([1, 2]), limit: 2).message == [1, 2])
    }

    // MARK: By pieces

    struct Inflated {
        var message: [UInt8]
        var steps: Int
        /// The most that was told of memory before the end.
        var memory: Int
    }

    static func inflate(_ bytes: [UInt8], limit: Int, piece: Int = Limits.inflatePiece) throws(RPCError) -> Inflated {
        var inflation = Inflation(bytes, limit: limit)
        let inflater = Gzip.Inflater()
        let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: piece)
        defer { scratch.deallocate() }
        var steps = 0
        var memory = 0
        while true {
            let whole = try inflation.step(inflater, scratch)
            steps += 1
            if let whole { return Inflated(message: whole, steps: steps, memory: memory) }
            memory = max(memory, inflation.memory)
        }
    }

    @Test("the message is the same whatever the size of the pieces", arguments: [1, 2, 3, 7, 999, 1_000, 1_001])
    func pieces(piece: Int) throws {
        let message = Self.text(1_000)
        let packed = try #require(Gzipped.packed(message))
        let inflated = try Self.inflate(packed, limit: 1_000, piece: piece)
        #expect(inflated.message == message)
        #expect(inflated.steps >= 1_000 / piece)
        #expect(inflated.memory <= 1_000)
    }

    @Test("at every place where it can be cut, it is INTERNAL")
    func truncated() throws {
        let packed = try #require(Gzipped.packed(Self.text(1_000)))
        for end in 0..<packed.count {
            let error = #expect(throws: RPCError.self) {
                try Self.inflate(Array(packed[..<end]), limit: 1_000, piece: 100)
            }
            #expect(error?.code == .internal)
        }
    }

    @Test("a damaged byte is never taken for a message")
    func damaged() throws {
        let message = Self.text(1_000)
        let packed = try #require(Gzipped.packed(message))
        // Bytes 4 to 9 are a time, a hint and a system: they may say what they like.
        for place in packed.indices where !(4..<10).contains(place) {
            var bytes = packed
            bytes[place] ^= 0x55
            let error = #expect(throws: RPCError.self) { try Self.inflate(bytes, limit: 1_000) }
            #expect(error?.code == .internal || error?.code == .resourceExhausted, "byte \(place)")
        }
    }

    @Test("what follows the member is INTERNAL: another member, or anything else")
    func trailing() throws {
        let packed = try #require(Gzipped.packed(Self.text(100)))
        for tail in [packed, [0], [0x1F, 0x8B], Gzipped.stored([])] {
            let error = #expect(throws: RPCError.self) { try Self.inflate(packed + tail, limit: 1_000) }
            #expect(error?.code == .internal)
        }
    }

    @Test("other formats are INTERNAL", arguments: [[], [0x78, 0x9C, 3, 0, 0, 0, 0, 1], [3, 0], Array("plain".utf8)])
    func otherFormats(bytes: [UInt8]) {
        let error = #expect(throws: RPCError.self) { try Self.inflate(bytes, limit: 1_000) }
        #expect(error?.code == .internal)
    }

    @Test("a message at the limit is taken, one byte more is RESOURCE_EXHAUSTED", arguments: [10, 100, 70_000])
    func limit(count: Int) throws {
        let packed = Gzipped.stored(Array(repeating: 1, count: min(count, 60_000)))
        let size = min(count, 60_000)
        #expect(try Self.inflate(packed, limit: size).message.count == size)
        let error = #expect(throws: RPCError.self) { try Self.inflate(packed, limit: size - 1) }
        #expect(error?.code == .resourceExhausted)
    }

    @Test("a bomb is decompressed up to the limit and not kept", arguments: [UInt32(64 << 20), 1 << 30, 1_000, 0])
    func bomb(claim: UInt32) throws {
        var bytes = try #require(Gzipped.packed([UInt8](repeating: 0, count: 64 << 20)))
        #expect(bytes.count < 300_000)
        bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: Gzipped.little(claim, 4))
        var inflation = Inflation(bytes, limit: 1 << 20)
        let inflater = Gzip.Inflater()
        let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Limits.inflatePiece)
        defer { scratch.deallocate() }
        var steps = 0
        let error = #expect(throws: RPCError.self) {
            while try inflation.step(inflater, scratch) == nil {
                steps += 1
                #expect(inflation.memory == 0)
            }
        }
        #expect(error?.code == .resourceExhausted)
        #expect(inflation.produced == (1 << 20) + 1)
        #expect(steps == 16)
    }

    @Test("a claim within the limit that is not true costs what it claims, until it is found out")
    func falseClaim() throws {
        var bytes = try #require(Gzipped.packed([UInt8](repeating: 0, count: 200_000)))
        bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: Gzipped.little(100_000, 4))
        var inflation = Inflation(bytes, limit: 1 << 20)
        let inflater = Gzip.Inflater()
        let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Limits.inflatePiece)
        defer { scratch.deallocate() }
        #expect(inflation.memory == 0)
        #expect(try inflation.step(inflater, scratch) == nil)
        #expect(inflation.memory == 100_000)
        #expect(try inflation.step(inflater, scratch) == nil)
        #expect(inflation.memory == 0)
        let error = #expect(throws: RPCError.self) { while try inflation.step(inflater, scratch) == nil {} }
        #expect(error?.code == .internal)
    }
}
