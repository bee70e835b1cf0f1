import CUsherProto
import UsherCore

extension Show: MessageMapping {
    typealias C = Usher__V1__Show
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__show__init }
    static var unpack: Unpack { usher__v1__show__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            showID: r.text(c.show_id, "show_id"),
            hallID: r.text(c.hall_id, "hall_id"),
            hallRevision: c.hall_revision,
            title: r.text(c.title, "title"),
            startsAt: r.time(c.starts_at, "starts_at") ?? Timestamp(nanoseconds: 0),
            endsAt: r.time(c.ends_at, "ends_at") ?? Timestamp(nanoseconds: 0),
            timeZone: r.text(c.time_zone, "time_zone"),
            prices: r.list(c.n_prices, c.prices, "prices"),
            policy: r.message(c.policy, "policy") ?? Policy(),
            salesOpen: c._sales_open_case == USHER__V1__SHOW___SALES_OPEN__NOT_SET || c.sales_open != 0,
            cancelled: c.cancelled != 0,
            version: c.version,
            epoch: r.text(c.epoch, "epoch"))
    }

    /// Leaves `seq` and `counts` to the view.
    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.hall_id = w.text(hallID)
        c.hall_revision = hallRevision
        c.title = w.text(title)
        c.starts_at = w.time(startsAt)
        c.ends_at = w.time(endsAt)
        c.time_zone = w.text(timeZone)
        w.list(prices, &c.n_prices, &c.prices)
        c.policy = w.message(policy)
        c._sales_open_case = USHER__V1__SHOW___SALES_OPEN_SALES_OPEN
        c.sales_open = salesOpen ? 1 : 0
        c.cancelled = cancelled ? 1 : 0
        c.version = version
        c.epoch = w.text(epoch)
    }
}
