internal import UsherCore
internal import UsherRPC
internal import UsherWire

/// The one place where refusals become statuses: code, reason word, a sentence and details.
extension RPCError {
    init(_ refusal: Refusal, about subject: RefusalSubject = RefusalSubject()) {
        self = RefusalStatus(refusal, about: subject).error
    }
}

/// What one refusal looks like on the wire.
struct RefusalStatus {
    var code: StatusCode
    /// The reason word of the contract's error table.
    var reason: String
    /// Names the seat and the fix.
    var sentence: String
    /// Of `ErrorInfo`.
    var metadata: [StatusDetail.Pair] = []
    var faults: [FieldFault] = []
    var conflict: SeatConflict?
    /// All the seats that stood in the way, also those that `conflict` does not list.
    private var seatsTotal = 0

    /// Lists are cut until all of it fits: details that are larger than what the transport sends would be left out
    /// whole, the reason with them. A cut list of seats has its length in `seats_total`.
    var error: RPCError {
        let longest = UsherRPC.Limits.maxDetailsBytes
        var room = longest
        while true {
            let conflict = conflict.map { Self.told($0, within: room) }
            var metadata = metadata
            if let conflict, conflict.seats.count < seatsTotal {
                metadata.append(StatusDetail.Pair("seats_total", String(seatsTotal)))
                metadata.sort { $0.key < $1.key }
            }
            let error = StatusDetails.error(
                code, Self.cut(sentence, Limits.maxSentenceBytes), reason: reason, metadata: metadata,
                faults: Self.told(faults, within: room), conflict: conflict)
            guard let size = error.details?.count, size > longest, room > 0 else { return error }
            // The first round tells how much the rest takes; what is still too much is a few bytes of lengths.
            room = max(0, room - (size - longest) - 16)
        }
    }

    /// The refusal's own metadata stands before the subject's where both have the same key.
    init(_ refusal: Refusal, about subject: RefusalSubject) {
        self.init(refusal, subject)
        let known = Set(metadata.map(\.key))
        metadata += subject.metadata.filter { !known.contains($0.key) }
        metadata.sort { $0.key < $1.key }
    }

    private init(_ refusal: Refusal, _ subject: RefusalSubject) {
        switch refusal {
        case .fields(let faults):
            self.init(.invalidArgument, "FIELDS", Self.sentence(faults))
            self.faults = faults
        case .seatUnknown(let seats, let more):
            self.init(.invalidArgument, "SEAT_UNKNOWN", Self.unknown(seats, more: more, subject.seatOwner))
            tell(seats, more: more)
        case .requestIDReused:
            self.init(
                .invalidArgument, "REQUEST_ID_REUSED",
                "This request_id was used with other content; use a fresh one for another request.")

        case .hallUnknown:
            self.init(.notFound, "HALL_UNKNOWN", "There is no \(subject.hall); put it with PutHall.")
        case .showUnknown:
            self.init(.notFound, "SHOW_UNKNOWN", "There is no \(subject.show); make it with CreateShow.")
        case .lockUnknown:
            self.init(
                .notFound, "LOCK_UNKNOWN",
                "No lock has this token; closed locks are kept for 24 hours.")
        case .saleUnknown:
            self.init(.notFound, "SALE_UNKNOWN", "There is no \(subject.sale); ListSales tells the sales of a show.")
        case .roomUnknown:
            self.init(.notFound, "ROOM_UNKNOWN", "There is no \(subject.room); make it with CreateRoom.")
        case .memberUnknown:
            self.init(
                .notFound, "MEMBER_UNKNOWN",
                "This token is of no device in \(subject.tokenRoom): it left, or was silent for too long; "
                    + "join again with JoinRoom.")
        case .focusUnknown:
            self.init(
                .notFound, "FOCUS_UNKNOWN", "There is no \(subject.session); begin it with StartFocus.")

        case .seatOccupied(let seat):
            self.init(.aborted, "SEAT_OCCUPIED", "Seat \(seat) is taken by another member; choose a free one.")
            metadata = [StatusDetail.Pair("seat", seat)]
        case .seatTaken(let seats):
            self.init(
                .aborted, "SEAT_TAKEN", "\(Self.names(seats, "is", "are")) not available; choose other seats.")
            tell(seats)
        case .lockLost(let seats):
            self.init(.aborted, "LOCK_LOST", Self.lost(seats, subject))
            // Present also without seats: then all of the lock's are still available.
            tell(seats)
        case .versionStale(let version):
            self.init(
                .aborted, "VERSION_STALE",
                "The show has version \(version) now; read it again and repeat the change on that.")
            metadata = [StatusDetail.Pair("version", String(version))]

        case .salesClosed(let why):
            self.init(.failedPrecondition, "SALES_CLOSED", "No new locks: \(why).")
        case .tooManySeats(let limit, let policy):
            self.init(
                .failedPrecondition, "TOO_MANY_SEATS",
                "More seats than the show's \(policy) of \(limit); ask for fewer.")
            metadata = [StatusDetail.Pair("limit", String(limit)), StatusDetail.Pair("policy", policy)]
        case .notSameRow:
            self.init(
                .failedPrecondition, "NOT_SAME_ROW", "All seats of a lock must be in one row; choose seats of one row.")
        case .orphanSeat(let seats, let suggestion):
            self.init(
                .failedPrecondition, "ORPHAN_SEAT",
                "\(Self.names(seats, "would be", "would be")) left alone\(Self.instead(suggestion)).")
            tell(seats, suggestion: suggestion)
        case .splitPair(let seats, let suggestion):
            self.init(
                .failedPrecondition, "SPLIT_PAIR",
                "\(Self.names(seats, "is half of a pair", "are halves of pairs")); take both halves or neither"
                    + "\(Self.instead(suggestion)).")
            tell(seats, suggestion: suggestion)
        case .lockFixed(let why):
            self.init(.failedPrecondition, "LOCK_FIXED", "The lock can no longer change: \(why).")
        case .renewLimit:
            self.init(
                .failedPrecondition, "RENEW_LIMIT",
                "The lock already lasts as long as the show's max_lock_time allows; pay, or release it.")
        case .hallBusy(let showID):
            self.init(
                .failedPrecondition, "HALL_BUSY",
                "Show \(showID) has the hall at that time; move one of them or cancel it.")
            metadata = [StatusDetail.Pair("show_id", showID)]
        case .noSeats:
            self.init(.failedPrecondition, "NO_SEATS", "No seats fit this request; ask for fewer or for other zones.")

        case .focusTransition(let why):
            self.init(.failedPrecondition, "FOCUS_TRANSITION", "The session stays as it is: \(why).")
        case .ordinalTaken(let ordinal):
            self.init(
                .failedPrecondition, "ORDINAL_TAKEN",
                "The session has another event with ordinal \(ordinal); read it with GetFocus and go on from there.")
            metadata = [StatusDetail.Pair("ordinal", String(ordinal))]
        case .ordinalGap(let next):
            self.init(
                .failedPrecondition, "ORDINAL_GAP",
                "The session's next event is number \(next); send the events in between first.")
            metadata = [StatusDetail.Pair("next_ordinal", String(next))]

        case .showExists:
            self.init(
                .alreadyExists, "SHOW_EXISTS",
                "\(Self.capital(subject.showID.isEmpty ? "a show of this id" : subject.show)) exists with other content; "
                    + "change it with UpdateShow, or choose another id.")
        case .roomExists:
            self.init(
                .alreadyExists, "ROOM_EXISTS",
                "\(Self.capital(subject.room)) exists with other content; choose another id.")
        case .focusExists:
            self.init(
                .alreadyExists, "FOCUS_EXISTS",
                "\(Self.capital(subject.session)) exists with other content; choose another id.")

        case .tooMany(let what):
            self.init(.resourceExhausted, "TOO_MANY", "\(Self.capital(what)).")
        }
    }

    private init(_ code: StatusCode, _ reason: String, _ sentence: String) {
        self.code = code
        self.reason = reason
        self.sentence = sentence
    }

    /// Names the seats that stood in the way, and `more` that are only counted.
    private mutating func tell(_ seats: [String], more: Int = 0, suggestion: SeatSuggestion? = nil) {
        conflict = SeatConflict(seats: seats, suggestion: suggestion)
        seatsTotal = seats.count + more
    }

    // MARK: Parts

    private static func sentence(_ faults: [FieldFault]) -> String {
        guard let first = faults.first else { return "The request has a faulty field." }
        let told = "\(first.field): \(first.description)"
        let count = count(faults[...])
        return count == 1 ? told : "\(count) faulty fields; the first is \(told)"
    }

    /// Lists may come with a last line that stands for those beyond.
    private static func count(_ faults: ArraySlice<FieldFault>) -> Int {
        faults.reduce(0) { $0 + $1.count }
    }

    /// As many faults as fit in `room` bytes; the last line tells how many more there are, and where all of them are
    /// told if some rpc does.
    private static func told(_ faults: [FieldFault], within room: Int) -> [FieldFault] {
        var bytes = 0
        var fitting: [FieldFault] = []
        for fault in faults {
            let told = FieldFault(
                cut(fault.field, Limits.maxFaultTextBytes), cut(fault.description, Limits.maxFaultTextBytes))
            bytes += told.field.utf8.count + told.description.utf8.count + 8
            guard bytes <= room else { break }
            fitting.append(told)
        }
        guard fitting.count < faults.count else { return fitting }
        let isOfHall = faults[0].field.hasPrefix("hall.")
        let rest = "and \(count(faults[fitting.count...])) more" + (isOfHall ? "; CheckHall lists every fault" : "")
        return fitting + [FieldFault("", rest)]
    }

    /// The suggestion if it fits in `room` bytes whole, and as many seats as fit beside it.
    private static func told(_ conflict: SeatConflict, within room: Int) -> SeatConflict {
        var bytes = 0
        var suggestion = conflict.suggestion
        if let seats = suggestion?.seats {
            bytes = seats.reduce(Limits.maxScoreBytes) { $0 + $1.utf8.count + 2 }
            if bytes > room { (suggestion, bytes) = (nil, 0) }
        }
        let seats = conflict.seats.prefix { seat in
            bytes += seat.utf8.count + 2
            return bytes <= room
        }
        return SeatConflict(seats: Array(seats), suggestion: suggestion)
    }

    /// At most `limit` bytes, cut between characters.
    private static func cut(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var bytes = 0
        let kept = text.unicodeScalars.prefix { scalar in
            bytes += UTF8.width(scalar)
            return bytes <= limit - 3
        }
        return String(String.UnicodeScalarView(kept)) + "…"
    }

    private static func instead(_ suggestion: SeatSuggestion?) -> String {
        suggestion.map { "; \(list($0.seats)) would do" } ?? ""
    }

    private static func unknown(_ seats: [String], more: Int, _ owner: RefusalSubject.SeatOwner) -> String {
        let names = { (one: String, many: String) in Self.names(seats, more: more, one, many) }
        return switch owner {
        case .hall:
            "\(names("is", "are")) not in the show's hall; GetHall tells its seat codes."
        case .lock:
            "\(names("is", "are")) not in the show's hall, or not in this lock and so not to be removed from it."
        case .sale:
            "\(names("was", "were")) never in this sale; GetSale tells its seats."
        case .room:
            "\(names("is", "are")) not in the room's hall; GetHall tells its seat codes."
        }
    }

    private static func lost(_ seats: [String], _ subject: RefusalSubject) -> String {
        if !seats.isEmpty {
            let which = seats.count == 1 ? "seat \(seats[0]) is" : "seats \(list(seats)) are"
            let fix = subject.isConfirm ? "refund the payment, or lock other seats" : "lock other seats"
            return "The lock is over, and \(which) no longer available; \(fix)."
        }
        return subject.isConfirm
            ? "The lock is over, and so is the time for a late confirm: it ends with the show, and after 24 hours; "
                + "refund the payment."
            : "The lock is over; its seats are available: lock them anew."
    }

    private static func capital(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func names(_ seats: [String], more: Int = 0, _ one: String, _ many: String) -> String {
        seats.count + more == 1 ? "Seat \(seats[0]) \(one)" : "Seats \(list(seats, more: more)) \(many)"
    }

    private static func list(_ seats: [String], more: Int = 0) -> String {
        var bytes = 0
        let told = seats.prefix(Limits.maxSeatsInSentence).prefix { seat in
            bytes += seat.utf8.count
            return bytes <= Limits.maxSeatBytesInSentence
        }
        let rest = seats.count - told.count + more
        return told.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
