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
        name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    }
}
