import CUsherProto
import UsherCore

extension RejectedFocusEvent: MessageMapping {
    typealias C = Usher__V1__Rejected
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__rejected__init }
    static var unpack: Unpack { usher__v1__rejected__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            sessionID: r.text(c.session_id, "session_id"), ordinal: c.ordinal, reason: r.text(c.reason, "reason"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.session_id = w.text(sessionID)
        c.ordinal = ordinal
        c.reason = w.text(reason)
    }
}
