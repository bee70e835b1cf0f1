internal import UsherCore
internal import UsherWire

extension RequestCheck {
    /// A new show needs both times.
    mutating func times(of input: ShowInput) {
        if !input.hasStartsAt { add("show.starts_at", "is missing") }
        if !input.hasEndsAt { add("show.ends_at", "is missing") }
    }

    /// A mask's paths must be known, and a time that it names must be there.
    mutating func mask(_ paths: [String], of input: ShowInput?) {
        if paths.isEmpty { add("update_mask", "is empty: name the fields to change") }
        if paths.count > Limits.maxMaskPaths {
            return add("update_mask", "has \(paths.count) paths; at most \(Limits.maxMaskPaths)")
        }
        for (index, path) in paths.enumerated() {
            switch ShowField(rawValue: path) {
            case nil: add("update_mask.paths[\(index)]", "'\(path)' cannot be changed or is no field of a show")
            case .startsAt? where input?.hasStartsAt == false: add("show.starts_at", "is missing")
            case .endsAt? where input?.hasEndsAt == false: add("show.ends_at", "is missing")
            default: break
            }
        }
        if let input { judge(input, named: paths) }
    }

    /// The name is looked for where it was well formed.
    mutating func zone(of show: Show, _ zones: ZoneFiles) async {
        let name = show.timeZone
        guard !name.isEmpty, !faults.contains(where: { $0.field == "show.time_zone" }) else { return }
        if await !zones.accepts(name) { add("show.time_zone", ZoneFiles.unknown) }
    }

    /// What is wrong with the named fields whatever the show is now. Judged before the show is looked for: a request
    /// that can never be accepted is told so first, with all its faults.
    private mutating func judge(_ input: ShowInput, named paths: [String]) {
        let fields = Set(paths.compactMap(ShowField.init))
        var show = input.show
        // Two that are judged side by side need both: else the other one is the show's to know.
        let hasTimes = input.hasStartsAt && input.hasEndsAt && fields.isSuperset(of: [.startsAt, .endsAt])
        if !fields.contains(.policy) {
            if !fields.contains(.maxLockTime) { show.policy.maxLockTime = show.policy.lockTTL }
            if !fields.contains(.lockTTL) { show.policy.lockTTL = show.policy.maxLockTime }
        }
        for fault in show.faults(hall: nil) where fields.contains(where: { $0.decides(fault) }) {
            if hasTimes || fault.field != "show.ends_at" { add(fault.field, fault.description) }
        }
    }
}
