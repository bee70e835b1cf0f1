import CUsherProto
import UsherCore

extension MemberStatus {
    /// What a request says; nil for unspecified, and for one of a newer version.
    init?(known wire: Usher__V1__MemberStatus) {
        guard let raw = UInt8(exactly: wire.rawValue) else { return nil }
        self.init(rawValue: raw)
    }

    /// What a reply says. Whatever a newer version's members may do, this one sees them there and not focusing; an
    /// update says it as a snapshot does, so that all readers agree.
    init(wire: Usher__V1__MemberStatus) {
        self = MemberStatus(known: wire) ?? .idle
    }

    var wire: Usher__V1__MemberStatus { Usher__V1__MemberStatus(rawValue: UInt32(rawValue)) }
}
