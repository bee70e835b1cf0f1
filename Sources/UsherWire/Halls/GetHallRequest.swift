import CUsherProto
public import UsherCore

/// Reads a hall or some of its rows.
public struct GetHallRequest: WireMessage {
    public static let messageName = "usher.v1.GetHallRequest"

    public var hallID: String
    /// 0 is the newest.
    public var revision: UInt64
    /// 0-based.
    public var firstRow: Int
    /// 0 is all.
    public var rowCount: Int

    public init(hallID: String = "", revision: UInt64 = 0, firstRow: Int = 0, rowCount: Int = 0) {
        self.hallID = hallID
        self.revision = revision
        self.firstRow = firstRow
        self.rowCount = rowCount
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension GetHallRequest: MessageMapping {
    typealias C = Usher__V1__GetHallRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_hall_request__init }
    static var unpack: Unpack { usher__v1__get_hall_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        hallID = r.text(c.hall_id, "hall_id")
        revision = c.revision
        firstRow = Int(c.first_row)
        rowCount = Int(c.row_count)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.hall_id = w.text(hallID)
        c.revision = revision
        c.first_row = UInt32(clamping: firstRow)
        c.row_count = UInt32(clamping: rowCount)
    }
}
