import UsherCore

extension Codec {
    func encode(_ sale: Sale) -> [UInt8] {
        FieldWriter.sealed { writer in
            writer.field(1, sale.number)
            writer.field(2, sale.lockNumber)
            writer.field(3, sale.holder)
            writer.field(4, sale.orderRef)
            write(sale.seats, 5, to: &writer)
            writer.field(6, fixed: UInt64(bitPattern: sale.soldAt.nanoseconds))
            writer.field(7, sale.seq)
            writer.field(8, sale.late)
            for refund in sale.refunds {
                writer.nested(9) {
                    write(refund.seats, 1, to: &$0)
                    $0.field(2, fixed: UInt64(bitPattern: refund.refundedAt.nanoseconds))
                }
            }
        }
    }

    func decodeSale(_ blob: [UInt8]) throws(CodecError) -> Sale {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var sale = Sale(
                number: 0, lockNumber: 0, holder: "", orderRef: "", seats: [], soldAt: Timestamp(nanoseconds: 0),
                seq: 0, late: false)
            while let (tag, value) = try reader.next() {
                switch tag {
                case 1: sale.number = try value.number()
                case 2: sale.lockNumber = try value.number()
                case 3: sale.holder = try value.text()
                case 4: sale.orderRef = try value.text()
                case 5: sale.seats = try readSeats(try value.reader())
                case 6: sale.soldAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
                case 7: sale.seq = try value.number()
                case 8: sale.late = try value.bool()
                case 9: sale.refunds.append(try readRefund(try value.reader()))
                default: break
                }
            }
            return sale
        }
    }

    private func readRefund(_ source: FieldReader) throws(CodecError) -> Refund {
        var reader = source
        var refund = Refund(seats: [], refundedAt: Timestamp(nanoseconds: 0))
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: refund.seats = try readSeats(try value.reader())
            case 2: refund.refundedAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
            default: break
            }
        }
        return refund
    }
}
