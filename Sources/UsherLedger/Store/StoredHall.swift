import UsherCore

/// A hall revision as it is stored: ready to be written, or not yet decoded.
struct StoredHall: Sendable, Equatable {
    var revision: UInt64
    var seatCount: Int
    /// All but the seats.
    var header: [UInt8]
    var seats: [UInt8]

    init(revision: UInt64, seatCount: Int, header: [UInt8], seats: [UInt8]) {
        self.revision = revision
        self.seatCount = seatCount
        self.header = header
        self.seats = seats
    }

    init(_ hall: Hall, codec: Codec) {
        self.init(
            revision: hall.revision, seatCount: hall.seats.count, header: codec.encodeHeader(hall),
            seats: codec.encodeSeats(hall))
    }

    /// The same hall, revisions apart.
    func hasContent(of other: StoredHall) -> Bool {
        header == other.header && seats == other.seats
    }

    func revision(codec: Codec) throws(CodecError) -> HallRevision {
        var hall = try codec.decodeHeader(header, revision: revision)
        hall.seats = try codec.decodeSeats(seats)
        return HallRevision(hall)
    }
}
