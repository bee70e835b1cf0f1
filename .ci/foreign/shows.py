"""ShowService: creation, overlaps, masks and versions, blocking, counts."""
import time

from cases import case
from usher_client import (AVAILABLE, BLOCKED, at, field_mask_pb2, make_hall, must_refuse, new_id, new_show, seconds,
                          show_pb2, span)


def draft(client, starts_in=3600, lasts=3600, hall_id=None, **fields):
    if hall_id is None:
        hall_id = client.PutHall(hall=make_hall(new_id("hall"), zones=("A", "B"))).hall_id
    start = int(time.time()) + starts_in
    return show_pb2.Show(show_id=new_id("show"), hall_id=hall_id, title="T", starts_at=at(start),
                         ends_at=at(start + lasts), **fields)


def update(client, show, *paths, expected=0):
    return client.UpdateShow(show=show, update_mask=field_mask_pb2.FieldMask(paths=paths), expected_version=expected)


def price(zone, amount, currency="EUR", ticket=""):
    return show_pb2.ZonePrice(zone_id=zone, ticket_type=ticket, currency_code=currency, amount_minor=amount)


@case("a show made is a show read, with open sales, a version, an epoch, seq 0 and counts")
def made(client):
    wanted = draft(client, time_zone="Europe/Berlin", prices=[price("A", 1500), price("B", 990)],
                   policy=show_pb2.Policy(max_seats_per_lock=4, lock_ttl=span(60), same_row_only=True,
                                          orphan_rule=show_pb2.ORPHAN_RULE_STRICT, keep_pairs_together=False))
    made = client.CreateShow(show=wanted)
    read = client.GetShow(show_id=wanted.show_id)
    for show in (made, read):
        assert (show.hall_id, show.hall_revision, show.title) == (wanted.hall_id, 1, "T")
        assert show.starts_at == wanted.starts_at and show.ends_at == wanted.ends_at
        assert show.time_zone == "Europe/Berlin" and show.prices == wanted.prices
        assert show.sales_open and not show.cancelled
        assert show.version >= 1 and show.epoch and show.seq == 0
        policy = show.policy
        assert policy.max_seats_per_lock == 4 and policy.same_row_only and seconds(policy.lock_ttl) == 60
        assert policy.orphan_rule == show_pb2.ORPHAN_RULE_STRICT
        assert policy.HasField("keep_pairs_together") and not policy.keep_pairs_together
    counts = read.counts
    assert (counts.total, counts.available, counts.locked, counts.sold, counts.blocked) == (40, 40, 0, 0, 0)
    assert [(zone.zone_id, zone.total, zone.available) for zone in counts.zones] == [("A", 20, 20), ("B", 20, 20)]


@case("counts follow the seats, in all and per zone")
def counted(client):
    show = client.CreateShow(show=draft(client, policy=show_pb2.Policy(orphan_rule=show_pb2.ORPHAN_RULE_OFF)))
    client.lock(show.show_id, ["R0C0", "R3C0", "R3C1"])
    sold = client.lock(show.show_id, ["R2C5"])
    client.ConfirmLock(token=sold.token, order_ref="o")
    client.BlockSeats(show_id=show.show_id, seats=["R1C1", "R1C2"])
    counts = client.GetShow(show_id=show.show_id).counts
    assert (counts.total, counts.available, counts.locked, counts.sold, counts.blocked) == (40, 34, 3, 1, 2), counts
    zones = {zone.zone_id: (zone.total, zone.available, zone.locked, zone.sold, zone.blocked) for zone in counts.zones}
    assert zones == {"A": (20, 17, 1, 0, 2), "B": (20, 17, 2, 1, 0)}, zones


@case("the content first sent returns the show as it is now, other content is SHOW_EXISTS")
def again(client):
    wanted = draft(client)
    made = client.CreateShow(show=wanted)
    assert client.CreateShow(show=wanted).epoch == made.epoch
    changed = show_pb2.Show()
    changed.CopyFrom(wanted)
    changed.title = "Renamed"
    must_refuse("ALREADY_EXISTS", "SHOW_EXISTS", client.CreateShow, show=changed)
    update(client, changed, "title")
    assert client.CreateShow(show=wanted).title == "Renamed"
    must_refuse("ALREADY_EXISTS", "SHOW_EXISTS", client.CreateShow, show=changed)


@case("the content first sent returns the show also when the hall's newest revision would refuse it")
def again_after_revision(client):
    wanted = draft(client, prices=[price("A", 1500), price("B", 990)])
    made = client.CreateShow(show=wanted, request_id=wanted.show_id)
    client.PutHall(hall=make_hall(wanted.hall_id, zones=("A", "B", "C")))
    for request_id in ["", wanted.show_id]:
        found = client.CreateShow(show=wanted, request_id=request_id)
        assert (found.epoch, found.hall_revision) == (made.epoch, 1)
    other = show_pb2.Show()
    other.CopyFrom(wanted)
    other.title = "Another"
    must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.CreateShow, show=other, request_id=wanted.show_id)
    must_refuse("ALREADY_EXISTS", "SHOW_EXISTS", client.CreateShow, show=other)
    other.show_id = new_id("show")
    assert "show.prices" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow, show=other).faults


@case("every fault of a show is listed at once")
def faults(client):
    show = draft(client)
    show.show_id = "no spaces"
    show.ends_at.CopyFrom(show.starts_at)
    show.prices.append(price("A", 100))                    # B has no base price
    show.prices.append(price("Q", 100))                    # no such zone
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow, show=show)
    assert "show.show_id" in refused.faults and "show.ends_at" in refused.faults, refused.faults
    assert any(path.startswith("show.prices") for path in refused.faults), refused.faults
    bare = must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow, show=show_pb2.Show())
    assert {"show.show_id", "show.hall_id"} <= set(bare.faults), bare.faults
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow)
    must_refuse("NOT_FOUND", "HALL_UNKNOWN", client.CreateShow, show=draft(client, hall_id="nowhere"))
    late = draft(client)
    late.hall_revision = 9
    must_refuse("NOT_FOUND", "HALL_UNKNOWN", client.CreateShow, show=late)
    must_refuse("NOT_FOUND", "SHOW_UNKNOWN", client.GetShow, show_id="nowhere")


@case("either every zone has a base price or none has; other ticket types are kept")
def prices(client):
    one = draft(client, prices=[price("A", 100)])
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow, show=one)
    assert all(path.startswith("show.prices") for path in refused.faults), refused.faults
    for bad in [price("A", -1), price("A", 1, currency="euro"), price("A", 1, currency="")]:
        show = draft(client, prices=[bad, price("B", 1)])
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow, show=show)
        assert any(path.startswith("show.prices[0]") for path in refused.faults), refused.faults
    twice = draft(client, prices=[price("A", 1), price("B", 1), price("A", 2)])
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow, show=twice)
    show = client.CreateShow(show=draft(
        client, prices=[price("A", 0), price("B", 900), price("A", 500, ticket="child")]))
    assert len(show.prices) == 3 and show.prices[2].ticket_type == "child"


@case("two shows that overlap in one hall: HALL_BUSY; touching ends and cancelled shows do not count")
def overlap(client):
    hall_id = client.PutHall(hall=make_hall(new_id("hall"))).hall_id
    first = client.CreateShow(show=draft(client, 10_000, 1000, hall_id))
    for start, lasts in [(10_000, 1000), (10_999, 1000), (9001, 1000), (9000, 5000), (10_100, 10)]:
        must_refuse("FAILED_PRECONDITION", "HALL_BUSY", client.CreateShow, show=draft(client, start, lasts, hall_id))
    base = seconds(first.starts_at)
    after = draft(client, 0, 1000, hall_id)
    after.starts_at.CopyFrom(first.ends_at)
    after.ends_at.CopyFrom(at(seconds(first.ends_at) + 1000))
    after = client.CreateShow(show=after)
    # Moving one onto the other is refused as well, and changes nothing.
    moved = show_pb2.Show(show_id=after.show_id, starts_at=at(base + 500))
    must_refuse("FAILED_PRECONDITION", "HALL_BUSY", update, client, moved, "starts_at")
    assert client.GetShow(show_id=after.show_id).starts_at == after.starts_at
    update(client, show_pb2.Show(show_id=first.show_id, cancelled=True), "cancelled")
    update(client, moved, "starts_at")
    must_refuse("FAILED_PRECONDITION", "HALL_BUSY", update, client,
                show_pb2.Show(show_id=first.show_id, cancelled=False), "cancelled")


@case("UpdateShow changes what the mask names and nothing else, and raises the version")
def masked(client):
    show = client.CreateShow(show=draft(client, policy=show_pb2.Policy(max_seats_per_lock=3, lock_ttl=span(90))))
    other = show_pb2.Show(show_id=show.show_id, title="New", time_zone="Asia/Tokyo")
    changed = update(client, other, "title")
    assert (changed.title, changed.time_zone) == ("New", "") and changed.version > show.version
    assert changed.seq == show.seq, "only seats raise the seq"
    policy = show_pb2.Show(show_id=show.show_id, policy=show_pb2.Policy(max_seats_per_lock=7))
    changed = update(client, policy, "policy.max_seats_per_lock")
    assert changed.policy.max_seats_per_lock == 7 and seconds(changed.policy.lock_ttl) == 90
    whole = update(client, policy, "policy")
    assert whole.policy.max_seats_per_lock == 7 and seconds(whole.policy.lock_ttl) in (0, 900)
    assert not update(client, show_pb2.Show(show_id=show.show_id, sales_open=False), "sales_open").sales_open
    priced = update(client, show_pb2.Show(show_id=show.show_id, prices=[price("A", 5), price("B", 6)]), "prices")
    assert [item.amount_minor for item in priced.prices] == [5, 6]
    unpriced = update(client, show_pb2.Show(show_id=show.show_id), "prices")
    assert not unpriced.prices


@case("a stale version is VERSION_STALE; a wrong or missing path is a field fault")
def versions(client):
    show = client.CreateShow(show=draft(client))
    renamed = show_pb2.Show(show_id=show.show_id, title="One")
    first = update(client, renamed, "title", expected=show.version)
    renamed.title = "Two"
    must_refuse("ABORTED", "VERSION_STALE", update, client, renamed, "title", expected=show.version)
    assert client.GetShow(show_id=show.show_id).title == "One"
    update(client, renamed, "title", expected=first.version)
    for path in ["nothing", "hall_id", "policy.nothing", "seq", "show_id"]:
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", update, client, renamed, "title", path)
        assert any("update_mask" in field for field in refused.faults), refused.faults
    must_refuse("INVALID_ARGUMENT", "FIELDS", update, client, renamed)
    backwards = show_pb2.Show(show_id=show.show_id, ends_at=at(seconds(show.starts_at) - 1))
    must_refuse("INVALID_ARGUMENT", "FIELDS", update, client, backwards, "ends_at")
    must_refuse("NOT_FOUND", "SHOW_UNKNOWN", update, client, show_pb2.Show(show_id="nowhere", title="x"), "title")


@case("blocking is all or nothing, raises the seq by one, and what is so already makes no commit")
def blocking(client):
    show = new_show(client)
    block, unblock = client.BlockSeats, client.UnblockSeats
    assert block(show_id=show.show_id, seats=["R0C0", "R0C1"], reason="house").seq == 1
    assert block(show_id=show.show_id, seats=["R0C0"]).seq == 1
    assert block(show_id=show.show_id, seats=["R0C1", "R0C2"]).seq == 2
    client.lock(show.show_id, ["R1C0"])
    sold = client.lock(show.show_id, ["R1C1"])
    client.ConfirmLock(token=sold.token, order_ref="o")
    for call in (block, unblock):
        refused = must_refuse("ABORTED", "SEAT_TAKEN", call, show_id=show.show_id, seats=["R0C0", "R0C5", "R1C0", "R1C1"])
        assert sorted(refused.seats) == ["R1C0", "R1C1"], refused.seats
        must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", call, show_id=show.show_id, seats=["R0C0", "R9C9"])
        must_refuse("INVALID_ARGUMENT", "FIELDS", call, show_id=show.show_id, seats=[])
        must_refuse("INVALID_ARGUMENT", "FIELDS", call, show_id=show.show_id, seats=["R0C7", "R0C7"])
        must_refuse("NOT_FOUND", "SHOW_UNKNOWN", call, show_id="nowhere", seats=["R0C0"])
    states = client.snapshot(show.show_id).states
    assert (states[0], states[5]) == (BLOCKED, AVAILABLE)
    refused = must_refuse("ABORTED", "SEAT_TAKEN", client.lock, show.show_id, ["R0C0", "R0C4"])
    assert refused.seats == ["R0C0"]
    seq = client.snapshot(show.show_id).seq
    assert unblock(show_id=show.show_id, seats=["R0C0"]).seq == seq + 1
    assert unblock(show_id=show.show_id, seats=["R0C0", "R0C9"]).seq == seq + 1
    client.lock(show.show_id, ["R0C0"])


@case("ListShows pages through a hall's shows, without counts")
def listed(client):
    hall_id = client.PutHall(hall=make_hall(new_id("hall"))).hall_id
    made = [client.CreateShow(show=draft(client, 10_000 * n, 100, hall_id)).show_id for n in range(1, 6)]
    new_show(client)
    found, token = [], ""
    while True:
        page = client.ListShows(hall_id=hall_id, page_size=2, page_token=token)
        assert len(page.shows) <= 2 and not any(show.HasField("counts") for show in page.shows)
        found += [show.show_id for show in page.shows]
        token = page.next_page_token
        if not token:
            break
    assert sorted(found) == sorted(made) and len(found) == 5
    assert len(client.ListShows(page_size=1000).shows) >= 6
    assert "page_size" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.ListShows, page_size=1001).faults
    assert "page_token" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.ListShows, page_token="?").faults


@case("in an update a zero or absent policy field is its default again, for `policy` and for `policy.<field>`")
def defaults_again(client):
    odd = show_pb2.Policy(max_seats_per_lock=3, max_seats_per_holder=5, lock_ttl=span(90), max_lock_time=span(600),
                          payment_window=span(30), same_row_only=True, orphan_rule=show_pb2.ORPHAN_RULE_OFF,
                          keep_pairs_together=False)
    show = client.CreateShow(show=draft(client, policy=odd))
    empty = show_pb2.Show(show_id=show.show_id)

    def judged(policy):
        return (policy.max_seats_per_lock, policy.max_seats_per_holder, seconds(policy.lock_ttl),
                seconds(policy.max_lock_time), seconds(policy.payment_window), policy.same_row_only,
                policy.orphan_rule, policy.keep_pairs_together)

    before, after = judged(odd), (10, 0, 900, 3600, 900, False, show_pb2.ORPHAN_RULE_AVOIDABLE, True)
    assert judged(show.policy) == before
    paths = ["max_seats_per_lock", "max_seats_per_holder", "lock_ttl", "max_lock_time", "payment_window",
             "same_row_only", "orphan_rule", "keep_pairs_together"]
    for number, path in enumerate(paths):
        found = judged(update(client, empty, f"policy.{path}").policy)
        assert found == after[:number + 1] + before[number + 1:], (path, found)
    update(client, show_pb2.Show(show_id=show.show_id, policy=odd), "policy")
    assert judged(update(client, empty, "policy").policy) == after
    closed = update(client, show_pb2.Show(show_id=show.show_id, sales_open=False), "sales_open")
    assert not closed.sales_open and update(client, empty, "sales_open").sales_open, "absent = true"


@case("a time zone is one that the tz database has, wherever it is said")
def zones(client):
    show = client.CreateShow(show=draft(client, time_zone="America/Argentina/Buenos_Aires"))
    for name in ["Mars/X", "europe/berlin", "Europe", "../passwd", "x" * 65]:
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow, show=draft(client, time_zone=name))
        assert list(refused.faults) == ["show.time_zone"], refused.faults
        said = show_pb2.Show(show_id=show.show_id, title="Anew", time_zone=name)
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", update, client, said, "time_zone")
        assert list(refused.faults) == ["show.time_zone"], refused.faults
    assert update(client, said, "title").time_zone == "America/Argentina/Buenos_Aires"
    assert update(client, show_pb2.Show(show_id=show.show_id, time_zone="UTC"), "time_zone").time_zone == "UTC"
    assert not update(client, show_pb2.Show(show_id=show.show_id), "time_zone").time_zone


@case("lock_ttl is not longer than max_lock_time, as the policy becomes; the default gives way")
def ttl_within(client):
    def policy(**fields):
        return show_pb2.Policy(**{name: span(value) for name, value in fields.items()})

    for bad in [policy(lock_ttl=3601), policy(lock_ttl=61, max_lock_time=60), policy(lock_ttl=-1),
                policy(max_lock_time=31 * 86_400), policy(payment_window=-5), policy(lock_ttl=0.5)]:
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.CreateShow, show=draft(client, policy=bad))
        assert len(refused.faults) == 1 and list(refused.faults)[0].startswith("show.policy."), refused.faults
    show = client.CreateShow(show=draft(client, policy=policy(lock_ttl=60, max_lock_time=60)))

    def change(*paths, **fields):
        return update(client, show_pb2.Show(show_id=show.show_id, policy=policy(**fields)), *paths)

    for paths, fields in [(["policy.lock_ttl"], {"lock_ttl": 61}), (["policy.max_lock_time"], {"max_lock_time": 59}),
                          (["policy"], {"lock_ttl": 3601})]:
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", change, *paths, **fields)
        assert list(refused.faults) == ["show.policy.lock_ttl"], refused.faults
    both = change("policy.lock_ttl", "policy.max_lock_time", lock_ttl=7200, max_lock_time=7200).policy
    assert (seconds(both.lock_ttl), seconds(both.max_lock_time)) == (7200, 7200)
    assert seconds(change("policy", max_lock_time=30).policy.max_lock_time) == 30
    lock = client.lock(show.show_id, ["R0C0", "R0C1"])
    assert seconds(lock.expires_at) - seconds(lock.server_time) <= 30


@case("an update that changes nothing keeps the version; one that moves a cancelled show onto another waits for its return")
def quiet_updates(client):
    show = client.CreateShow(show=draft(client))
    assert update(client, show, "title", "starts_at", "prices", "policy").version == show.version
    other = draft(client, 3600 * 5, 3600, show.hall_id)
    other.cancelled = True
    other = client.CreateShow(show=other)
    moved = show_pb2.Show(show_id=other.show_id, starts_at=show.starts_at, ends_at=show.ends_at)
    assert update(client, moved, "starts_at", "ends_at").cancelled
    back = show_pb2.Show(show_id=other.show_id)
    refused = must_refuse("FAILED_PRECONDITION", "HALL_BUSY", update, client, back, "cancelled")
    assert refused.metadata["show_id"] == show.show_id
    back.starts_at.CopyFrom(show.ends_at)
    back.ends_at.CopyFrom(at(seconds(show.ends_at) + 60))
    assert not update(client, back, "cancelled", "starts_at", "ends_at").cancelled


@case("a listing of shows goes by their start and tells each show once, also while others are made")
def steady_listing(client):
    hall_id = client.PutHall(hall=make_hall(new_id("hall"))).hall_id
    made = [client.CreateShow(show=draft(client, 10_000 * (20 - n), 100, hall_id)).show_id for n in range(9)]
    found, token, later = [], "", 0
    while True:
        page = client.ListShows(hall_id=hall_id, page_size=2, page_token=token)
        found += [show.show_id for show in page.shows]
        for gap in (5_000 + 200 * later, 900_000 + 200 * later):
            client.CreateShow(show=draft(client, gap, 100, hall_id))
        later, token = later + 1, page.next_page_token
        if not token:
            break
    assert len(found) == len(set(found)) and [one for one in found if one in made] == made[::-1]
    starts = [seconds(show.starts_at) for show in client.ListShows(hall_id=hall_id, page_size=1000).shows]
    assert starts == sorted(starts) and len(starts) == 9 + 2 * later
