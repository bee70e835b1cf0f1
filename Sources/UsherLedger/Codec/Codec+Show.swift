import UsherCore

extension Codec {
    func encode(_ show: Show) -> [UInt8] {
        FieldWriter.sealed(capacity: 256) { write(show, to: &$0) }
    }

    func decodeShow(_ blob: [UInt8]) throws(CodecError) -> Show {
        try FieldReader.open(blob) { (reader) throws(CodecError) in try readShow(reader) }
    }

    func write(_ show: Show, to writer: inout FieldWriter) {
        writer.field(1, show.showID)
        writer.field(2, show.hallID)
        writer.field(3, show.hallRevision)
        writer.field(4, show.title)
        writer.field(5, signed: show.startsAt.nanoseconds)
        writer.field(6, signed: show.endsAt.nanoseconds)
        writer.field(7, show.timeZone)
        for price in show.prices {
            writer.nested(8) {
                $0.field(1, price.zoneID)
                $0.field(2, price.ticketType)
                $0.field(3, price.currencyCode)
                $0.field(4, signed: price.amountMinor)
            }
        }
        writer.nested(9) { write(show.policy, to: &$0) }
        writer.field(10, !show.salesOpen)
        writer.field(11, show.cancelled)
        writer.field(12, show.version)
        writer.field(13, baseEpoch(show.epoch))
    }

    func readShow(_ source: FieldReader) throws(CodecError) -> Show {
        var reader = source
        var show = Show(showID: "", hallID: "", startsAt: Timestamp(nanoseconds: 0), endsAt: Timestamp(nanoseconds: 0))
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: show.showID = try value.text()
            case 2: show.hallID = try value.text()
            case 3: show.hallRevision = try value.number()
            case 4: show.title = try value.text()
            case 5: show.startsAt = Timestamp(nanoseconds: try value.signed())
            case 6: show.endsAt = Timestamp(nanoseconds: try value.signed())
            case 7: show.timeZone = try value.text()
            case 8: show.prices.append(try readPrice(try value.reader()))
            case 9: show.policy = try readPolicy(try value.reader())
            case 10: show.salesOpen = !(try value.bool())
            case 11: show.cancelled = try value.bool()
            case 12: show.version = try value.number()
            case 13: show.epoch = try value.text() + epochSuffix
            default: break
            }
        }
        return show
    }

    private func readPrice(_ source: FieldReader) throws(CodecError) -> ZonePrice {
        var reader = source
        var price = ZonePrice(zoneID: "", currencyCode: "", amountMinor: 0)
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: price.zoneID = try value.text()
            case 2: price.ticketType = try value.text()
            case 3: price.currencyCode = try value.text()
            case 4: price.amountMinor = try value.signed()
            default: break
            }
        }
        return price
    }

    private func write(_ policy: Policy, to writer: inout FieldWriter) {
        writer.field(1, UInt64(policy.maxSeatsPerLock))
        if let limit = policy.maxSeatsPerHolder { writer.field(2, UInt64(limit)) }
        writer.field(3, signed: policy.lockTTL.nanoseconds)
        writer.field(4, signed: policy.maxLockTime.nanoseconds)
        writer.field(5, signed: policy.paymentWindow.nanoseconds)
        writer.field(6, policy.sameRowOnly)
        writer.field(7, UInt64(policy.orphanRule.rawValue))
        writer.field(8, !policy.keepPairsTogether)
    }

    private func readPolicy(_ source: FieldReader) throws(CodecError) -> Policy {
        var reader = source
        var policy = Policy()
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: policy.maxSeatsPerLock = try value.int()
            case 2: policy.maxSeatsPerHolder = try value.int()
            case 3: policy.lockTTL = TimeSpan(nanoseconds: try value.signed())
            case 4: policy.maxLockTime = TimeSpan(nanoseconds: try value.signed())
            case 5: policy.paymentWindow = TimeSpan(nanoseconds: try value.signed())
            case 6: policy.sameRowOnly = try value.bool()
            case 7:
                guard let rule = UInt8(exactly: try value.number()).flatMap(OrphanRule.init(rawValue:)) else {
                    throw CodecError("an unknown orphan rule")
                }
                policy.orphanRule = rule
            case 8: policy.keepPairsTogether = !(try value.bool())
            default: break
            }
        }
        return policy
    }
}
