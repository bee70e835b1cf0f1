import CUsherProto
import UsherCore

extension MemberUpdate: MessageMapping {
    typealias C = Usher__V1__MemberUpdate
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__member_update__init }
    static var unpack: Unpack { usher__v1__member_update__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(memberID: r.text(c.member_id, "member_id"))
        if c._seat_case == USHER__V1__MEMBER_UPDATE___SEAT_SEAT { seat = r.text(c.seat, "seat") }
        if c._status_case == USHER__V1__MEMBER_UPDATE___STATUS_STATUS { status = MemberStatus(wire: c.status) }
        if c._focus_started_at_case == USHER__V1__MEMBER_UPDATE___FOCUS_STARTED_AT_FOCUS_STARTED_AT {
            focusStartedAt = r.time(c.focus_started_at, "focus_started_at")
        }
        if c._planned_case == USHER__V1__MEMBER_UPDATE___PLANNED_PLANNED { planned = r.span(c.planned, "planned") }
        if c._nickname_case == USHER__V1__MEMBER_UPDATE___NICKNAME_NICKNAME {
            nickname = r.text(c.nickname, "nickname")
        }
        if c._avatar_case == USHER__V1__MEMBER_UPDATE___AVATAR_AVATAR { avatar = r.text(c.avatar, "avatar") }
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.member_id = w.text(memberID)
        if let seat {
            c._seat_case = USHER__V1__MEMBER_UPDATE___SEAT_SEAT
            c.seat = w.text(seat)
        }
        if let status {
            c._status_case = USHER__V1__MEMBER_UPDATE___STATUS_STATUS
            c.status = status.wire
        }
        if let focusStartedAt {
            c._focus_started_at_case = USHER__V1__MEMBER_UPDATE___FOCUS_STARTED_AT_FOCUS_STARTED_AT
            c.focus_started_at = w.time(focusStartedAt)
        }
        if let planned {
            c._planned_case = USHER__V1__MEMBER_UPDATE___PLANNED_PLANNED
            c.planned = w.span(planned)
        }
        if let nickname {
            c._nickname_case = USHER__V1__MEMBER_UPDATE___NICKNAME_NICKNAME
            c.nickname = w.text(nickname)
        }
        if let avatar {
            c._avatar_case = USHER__V1__MEMBER_UPDATE___AVATAR_AVATAR
            c.avatar = w.text(avatar)
        }
    }
}
