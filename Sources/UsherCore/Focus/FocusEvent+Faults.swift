extension FocusEvent {
    /// Everything that is wrong with the event's own fields, by the names of the wire's `FocusEvent`; empty if it may
    /// be judged. `now` bounds its time: at most 5 minutes ahead and, of a START, two years back.
    package func faults(now: Timestamp) -> [FieldFault] {
        var faults = FaultList()
        faults.add(TextRules.idFault(sessionID, field: "session_id"))
        if type == .start {
            if !roomID.isEmpty { faults.add(TextRules.idFault(roomID, field: "room_id")) }
            if let planned { faults.add(Self.plannedFault(planned)) }
        }
        faults.add(timeFault(now: now, field: "at"))
        return faults.all
    }

    /// The fault of the event's time, told of `field`.
    package func timeFault(now: Timestamp, field: String) -> FieldFault? {
        if at > now + Limits.focusAhead {
            return FieldFault(field, "must be at most 5 minutes ahead of the server's time; correct the device's clock")
        }
        if type == .start, at < now - Limits.focusPast {
            return FieldFault(field, "must be at most two years back")
        }
        return nil
    }

    package static func plannedFault(_ planned: TimeSpan) -> FieldFault? {
        guard planned <= .zero || planned > Limits.longestSpan else { return nil }
        return FieldFault("planned", "must be longer than 0 s and at most 30 days; leave it out for an open end")
    }
}
