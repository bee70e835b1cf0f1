import CUsherProto
public import UsherCore

/// A hall as replies give it: whole, some of its rows, or without rows and seats.
public struct HallReply: WireMessage {
    public static let messageName = "usher.v1.Hall"

    /// With the rows and seats that the reply has.
    public var hall: Hall
    /// Seats of the whole hall.
    public var seatCount: Int
    /// The index in the whole hall of each of `hall.seats`.
    public var seatIndexes: [Int]

    /// The whole hall.
    public init(_ hall: Hall) {
        self.hall = hall
        seatCount = hall.seats.count
        seatIndexes = Array(hall.seats.indices)
    }

    /// The hall's rows from `firstRow` (0-based) on, `rowCount` of them (0 = all), with all zones and areas.
    public init(_ hall: Hall, firstRow: Int, rowCount: Int) {
        self.init(hall)
        guard firstRow > 0 || rowCount > 0 else { return }
        // No sum: both come from a peer.
        let isIn = { (row: Int) in row >= firstRow && (rowCount == 0 || row - firstRow < rowCount) }
        seatIndexes = hall.seats.indices.filter { isIn(hall.seats[$0].row) }
        self.hall.seats = seatIndexes.map { hall.seats[$0] }
        self.hall.rows = hall.rows.filter { isIn($0.index) }
    }

    /// The hall without rows and seats, as lists give it.
    public init(summary hall: Hall) {
        self.hall = hall
        self.hall.seats = []
        self.hall.rows = []
        seatCount = hall.seats.count
        seatIndexes = []
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension HallReply: MessageMapping {
    typealias C = Usher__V1__Hall
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__hall__init }
    static var unpack: Unpack { usher__v1__hall__unpack }

    init(_ c: C, _ r: inout Reading) {
        hall = Hall(c, &r)
        seatCount = Int(c.seat_count)
        seatIndexes = (0..<c.n_seats).map { Int(c.seats[$0]!.pointee.index) }
    }

    func fill(_ c: inout C, _ w: Writing) {
        hall.fill(&c, w)
        c.seat_count = UInt32(clamping: seatCount)
        for (place, index) in seatIndexes.enumerated() where place < c.n_seats {
            c.seats[place]!.pointee.index = UInt32(clamping: index)
        }
    }
}
