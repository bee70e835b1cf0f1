import UsherCore

extension Codec {
    /// Seats with their prices as one message: 1 packed seat indexes; 2 packed, per seat 0 (no price) or 1 + the place
    /// in the list of currencies, then the amount; 3 the currencies. 2 and 3 are left out where no seat has a price.
    func write(_ seats: [HeldSeat], _ tag: UInt64, to writer: inout FieldWriter) {
        writer.nested(tag) { writer in
            writer.nested(1) { for seat in seats { $0.varint(UInt64(seat.seat)) } }
            guard seats.contains(where: { $0.amount != nil }) else { return }
            var currencies: [String] = []
            writer.nested(2) {
                for seat in seats {
                    guard let amount = seat.amount else {
                        $0.varint(0)
                        continue
                    }
                    let place = currencies.firstIndex(of: amount.currencyCode) ?? currencies.count
                    if place == currencies.count { currencies.append(amount.currencyCode) }
                    $0.varint(UInt64(place + 1))
                    $0.signed(amount.amountMinor)
                }
            }
            for currency in currencies { writer.always(3, currency) }
        }
    }

    func readSeats(_ source: FieldReader) throws(CodecError) -> [HeldSeat] {
        var reader = source
        var seats: [HeldSeat] = []
        var prices: FieldReader?
        var currencies: [String] = []
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: seats = try readIndexes(try value.reader()).map { HeldSeat(seat: $0, amount: nil) }
            case 2: prices = try value.reader()
            case 3: currencies.append(try value.text())
            default: break
            }
        }
        guard var prices else { return seats }
        for position in seats.indices {
            let place = try prices.varint()
            guard place > 0 else { continue }
            guard place <= UInt64(currencies.count) else { throw CodecError("an unknown currency") }
            seats[position].amount = SeatAmount(
                currencyCode: currencies[Int(place) - 1], amountMinor: try prices.signed())
        }
        return seats
    }

    func write(_ indexes: [Int32], _ tag: UInt64, to writer: inout FieldWriter) {
        writer.nested(tag) { for index in indexes { $0.varint(UInt64(index)) } }
    }

    func readIndexes(_ source: FieldReader) throws(CodecError) -> [Int32] {
        var reader = source
        var indexes: [Int32] = []
        indexes.reserveCapacity(reader.remaining)
        while !reader.isAtEnd {
            guard let index = Int32(exactly: try reader.varint()) else { throw CodecError("a seat out of range") }
            indexes.append(index)
        }
        return indexes
    }
}
