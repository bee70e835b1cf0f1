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

    /// What is wrong with the named fields whatever the show is now. Judged before the show is looked for: a request
    /// that can never be accepted is told so first, with all its faults.
    private mutating func judge(_ input: ShowInput, named paths: [String]) {
        let hasTimes = input.hasStartsAt && input.hasEndsAt
        for fault in input.show.faults(hall: nil) {
            let isNamed = paths.contains { path in
                let field = "show." + path
                return fault.field == field || fault.field.hasPrefix(field + ".") || fault.field.hasPrefix(field + "[")
            }
            let isOfTimes = fault.field == "show.ends_at"
            if isNamed, !isOfTimes || (hasTimes && paths.contains("starts_at")) { add(fault.field, fault.description) }
        }
    }
}
