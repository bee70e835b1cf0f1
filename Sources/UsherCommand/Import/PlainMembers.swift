/// The members of a record by names without case, blanks, `_` and `-`, as files spell them in every way.
struct PlainMembers {
    private var members: [String: LayoutValue] = [:]

    init(_ value: LayoutValue) {
        guard case .object(let found) = value else { return }
        for (name, member) in found where member != .null { members[Self.plain(name)] = member }
    }

    /// The first that holds a single value, in the order of the names.
    func first(_ names: [String]) -> LayoutValue? {
        for name in names {
            if let member = members[name], member.string != nil { return member }
        }
        return nil
    }

    static func plain(_ name: String) -> String {
        // Names of fields are ASCII nearly always, and there is one for each value of a file.
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
        }
        let bytes = name.utf8.lazy.filter { $0 != 0x5F && $0 != 0x2D && $0 != 0x20 }
            .map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
