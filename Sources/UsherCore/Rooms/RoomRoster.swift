/// Members by id, in the order of their joining.
struct RoomRoster: Sendable {
    /// Who left leaves a gap here until there are more gaps than members.
    private var places: [RoomMember?] = []
    private var placeOf: [String: Int] = [:]

    var count: Int { placeOf.count }

    var members: [RoomMember] { places.compactMap { $0 } }

    subscript(memberID: String) -> RoomMember? {
        placeOf[memberID].flatMap { places[$0] }
    }

    /// Where somebody stands among the others: the lower, the earlier.
    func place(of memberID: String) -> Int? { placeOf[memberID] }

    /// Puts a member at the end, or a known one in their own place.
    mutating func put(_ member: RoomMember) {
        if let place = placeOf[member.memberID] {
            places[place] = member
        } else {
            placeOf[member.memberID] = places.count
            places.append(member)
        }
    }

    mutating func remove(_ memberID: String) {
        guard let place = placeOf.removeValue(forKey: memberID) else { return }
        places[place] = nil
        guard places.count > 2 * placeOf.count + 16 else { return }
        places.removeAll { $0 == nil }
        for (place, member) in places.enumerated() {
            if let member { placeOf[member.memberID] = place }
        }
    }
}
