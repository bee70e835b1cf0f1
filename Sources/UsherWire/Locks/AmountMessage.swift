import CUsherProto
public import UsherCore

/// An amount of money.
public struct AmountMessage: WireMessage {
    public static let messageName = "usher.v1.Amount"

    /// ISO 4217.
    public var currencyCode: String
    /// In the currency's minor unit.
    public var amountMinor: Int64

    public init(currencyCode: String = "", amountMinor: Int64 = 0) {
        self.currencyCode = currencyCode
        self.amountMinor = amountMinor
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension AmountMessage: MessageMapping {
    typealias C = Usher__V1__Amount
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__amount__init }
    static var unpack: Unpack { usher__v1__amount__unpack }

    init(_ c: C, _ r: inout Reading) {
        currencyCode = r.text(c.currency_code, "currency_code")
        amountMinor = c.amount_minor
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.currency_code = w.text(currencyCode)
        c.amount_minor = amountMinor
    }
}
