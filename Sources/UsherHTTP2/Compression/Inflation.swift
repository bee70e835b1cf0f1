import UsherRPC

/// One compressed message on its way to what it was, piece by piece, so that whoever asks for a piece can keep the books
/// and let others have their turn between two.
struct Inflation {
    private let message: [UInt8]
    private let limit: Int
    /// What the message says that it has in all; false claims are found out.
    private let claimed: Int
    private var taken = 0
    /// Bytes decompressed so far.
    private(set) var produced = 0
    private var output: [UInt8] = []

    /// A message of more than `limit` bytes is refused, with no more than one byte over the limit decompressed.
    init(_ message: [UInt8], limit: Int) {
        self.message = message
        self.limit = limit
        claimed = Gzip.claimedCount(message)
    }

    /// More than one piece, as it says or as it was found out.
    var isLarge: Bool { max(claimed, produced) > Limits.inflatePiece }

    /// Bytes to reserve for a large message.
    var reservation: Int { max(isDoomed ? 0 : claimed, Limits.minInflated) }

    /// Bytes of memory that the next step may take in all. Known only once the first piece is there: until then it is a
    /// small message. One that cannot end well is only counted, and takes none.
    var memory: Int {
        guard produced > 0, !isDoomed else { return 0 }
        return max(claimed, produced)
    }

    /// A message that says that it is over the limit is, or it lies; one with more than it says does. Which error it
    /// gets is for the end to tell.
    private var isDoomed: Bool { claimed > limit || produced > claimed }

    /// The whole message at once.
    static func whole(_ message: [UInt8], limit: Int) throws(RPCError) -> [UInt8] {
        let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Limits.inflatePiece)
        defer { scratch.deallocate() }
        let inflater = Gzip.Inflater()
        var inflation = Inflation(message, limit: limit)
        while true {
            if let whole = try inflation.step(inflater, scratch) { return whole }
        }
    }

    /// The next piece, by way of `scratch`: the message once it is whole. Throws RESOURCE_EXHAUSTED beyond the limit and
    /// INTERNAL for what is not gzip. `inflater` is this message's from its first step to its last.
    mutating func step(
        _ inflater: Gzip.Inflater, _ scratch: UnsafeMutableBufferPointer<UInt8>
    ) throws(RPCError) -> [UInt8]? {
        let room = min(scratch.count, limit + 1 - produced)
        var count = 0
        let step = inflater.step(
            message, taken: &taken, into: UnsafeMutableBufferPointer(rebasing: scratch[..<room]), count: &count)
        let isFirst = produced == 0
        produced += count
        if step == .corrupt { throw CompressionError.corrupt }
        guard produced <= limit else { throw CompressionError.tooLarge(limit: limit) }
        // zlib has compared the claim with the truth.
        let piece = UnsafeMutableBufferPointer(rebasing: scratch[..<count])
        if step == .end, isFirst { return Array(piece) }
        if isDoomed {
            output = []
        } else if isFirst {
            output = Array(piece)
        } else {
            output.reserveCapacity(claimed)
            output.append(contentsOf: piece)
        }
        return step == .end ? output : nil
    }
}
