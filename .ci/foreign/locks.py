"""LockService: locking, changing, renewing, paying, releasing, expiring."""
import time

from cases import case
from usher_client import (AVAILABLE, LOCKED, Watcher, field_mask_pb2, hall_pb2, duration_pb2, make_hall,
                          must_refuse, new_id, new_show, refusal, seconds, show_pb2, span)

HELD, PAYING, CONFIRMED, RELEASED, EXPIRED = 1, 2, 3, 4, 5


def close_to(value, wanted, slack=0.5):
    assert abs(value - wanted) <= slack, f"{value} is not about {wanted}"


def left(lock):
    return seconds(lock.expires_at) - seconds(lock.server_time)


def prices(**amounts):
    return [show_pb2.ZonePrice(zone_id=zone, currency_code="EUR", amount_minor=amount)
            for zone, amount in amounts.items()]


def expire(client, show_id, seats, **fields):
    """A lock whose deadline has passed."""
    lock = client.lock(show_id, seats, ttl=1, **fields)
    time.sleep(1.1)
    return lock


@case("a lock tells its seats, its amounts, its deadline and the server's time")
def locked(client):
    show = new_show(client, zones=("A", "B"), prices=prices(A=1000, B=500))
    lock = client.lock(show.show_id, ["R3C1", "R0C0"], holder="ann", ttl=120)
    assert lock.lock_id and lock.token and lock.lock_id != lock.token
    assert (lock.show_id, lock.holder, lock.state, lock.seq) == (show.show_id, "ann", HELD, 1)
    assert sorted(lock.seats) == ["R0C0", "R3C1"]
    close_to(left(lock), 120)
    close_to(seconds(lock.server_time), time.time(), 5)
    assert [(a.currency_code, a.amount_minor) for a in lock.amounts] == [("EUR", 1500)]
    found = {a.seat: (a.zone_id, a.currency_code, a.amount_minor) for a in lock.seat_amounts}
    assert found == {"R0C0": ("A", "EUR", 1000), "R3C1": ("B", "EUR", 500)}, found
    states = client.snapshot(show.show_id).states
    assert states[0] == states[31] == LOCKED and states[1] == AVAILABLE
    read = client.GetLock(token=lock.token)
    assert (read.token, read.state, read.seats, read.expires_at) == (lock.token, HELD, lock.seats, lock.expires_at)


@case("an absent ttl is the policy's lock_ttl; without a policy 15 minutes")
def default_ttl(client):
    close_to(left(client.lock(new_show(client).show_id, ["R0C0"])), 900)
    show = new_show(client, policy={"lock_ttl": span(42)})
    close_to(left(client.lock(show.show_id, ["R0C0"])), 42)


@case("a ttl under 1 s, over max_lock_time or malformed is a field fault")
def absurd_ttl(client):
    show = new_show(client, policy={"max_lock_time": span(600), "lock_ttl": span(60)})
    wrong = [span(0.999), span(601), duration_pb2.Duration(seconds=-5), duration_pb2.Duration(seconds=10**15),
             duration_pb2.Duration(seconds=-(2**63)), duration_pb2.Duration(seconds=2**63 - 1, nanos=999_999_999),
             duration_pb2.Duration(seconds=5, nanos=-1), duration_pb2.Duration(seconds=5, nanos=2**31 - 1)]
    for ttl in wrong:
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, show.show_id, ["R0C0"], ttl=ttl)
        assert list(refused.faults) == ["ttl"], (ttl, refused.faults)
    assert client.snapshot(show.show_id).seq == 0
    for ttl in [1, 600]:
        close_to(left(client.lock(show.show_id, [f"R0C{ttl % 10 + 2}"], ttl=ttl)), ttl)


@case("all faults of a request are listed at once, and nothing is locked")
def faults(client):
    show = new_show(client)
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, show.show_id, [], holder="no good", ttl=0.1,
                          request_id="x" * 65)
    assert set(refused.faults) == {"seats", "holder", "ttl", "request_id"}, refused.faults
    assert "holder" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, show.show_id, ["R0C0"], holder="").faults
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, show.show_id, ["R0C0", "R0C1", "R0C0"])
    assert any(path.startswith("seats") for path in refused.faults), refused.faults
    must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", client.lock, show.show_id, ["R0C0", "R7C7"])
    must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", client.lock, show.show_id, ["r0c0"])
    must_refuse("NOT_FOUND", "SHOW_UNKNOWN", client.lock, "nowhere", ["R0C0"])
    for bad in ["", "a b", "x" * 65]:
        assert "show_id" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, bad, ["R0C0"]).faults
    assert client.snapshot(show.show_id).seq == 0


@case("a taken seat refuses the whole lock and names exactly the taken seats")
def taken(client):
    show = new_show(client)
    client.lock(show.show_id, ["R0C0", "R0C1"])
    sold = client.lock(show.show_id, ["R0C4"])
    client.ConfirmLock(token=sold.token, order_ref="o")
    client.BlockSeats(show_id=show.show_id, seats=["R0C5"])
    seq = client.snapshot(show.show_id).seq
    refused = must_refuse("ABORTED", "SEAT_TAKEN", client.lock, show.show_id, ["R0C1", "R0C2", "R0C4", "R0C5"], holder="bob")
    assert sorted(refused.seats) == ["R0C1", "R0C4", "R0C5"], refused.seats
    assert client.snapshot(show.show_id).seq == seq
    client.lock(show.show_id, ["R0C2"], holder="bob")


@case("policy: seats a lock, seats a holder (locked and sold), one row only")
def policy(client):
    show = new_show(client, rows=4, columns=20)
    codes = [f"R0C{n}" for n in range(11)]
    must_refuse("FAILED_PRECONDITION", "TOO_MANY_SEATS", client.lock, show.show_id, codes)
    client.lock(show.show_id, codes[:10])
    show = new_show(client, policy={"max_seats_per_holder": 3, "same_row_only": True})
    must_refuse("FAILED_PRECONDITION", "NOT_SAME_ROW", client.lock, show.show_id, ["R0C0", "R1C0"])
    sold = client.lock(show.show_id, ["R0C0", "R0C1"])
    client.ConfirmLock(token=sold.token, order_ref="o")
    must_refuse("FAILED_PRECONDITION", "TOO_MANY_SEATS", client.lock, show.show_id, ["R0C2", "R0C3"])
    client.lock(show.show_id, ["R0C2"])
    must_refuse("FAILED_PRECONDITION", "TOO_MANY_SEATS", client.lock, show.show_id, ["R0C3"])
    client.lock(show.show_id, ["R0C3", "R0C4"], holder="bob")


@case("new locks on a closed, a cancelled or an ended show are SALES_CLOSED")
def closed(client):
    for fields in [{"sales_open": False}, {"cancelled": True}]:
        show = new_show(client)
        changed = show_pb2.Show(show_id=show.show_id, **fields)
        client.UpdateShow(show=changed, update_mask=field_mask_pb2.FieldMask(paths=list(fields)))
        must_refuse("FAILED_PRECONDITION", "SALES_CLOSED", client.lock, show.show_id, ["R0C0"])
    ended = new_show(client, starts_in=-7200, lasts=3600)
    must_refuse("FAILED_PRECONDITION", "SALES_CLOSED", client.lock, ended.show_id, ["R0C0"])
    running = new_show(client, starts_in=-3600, lasts=7200)
    client.lock(running.show_id, ["R0C0"])
    shut = new_show(client, sales_open=False)
    must_refuse("FAILED_PRECONDITION", "SALES_CLOSED", client.lock, shut.show_id, ["R0C0"])


@case("amounts are frozen when the seat is locked")
def frozen(client):
    show = new_show(client, prices=prices(A=1000))
    lock = client.lock(show.show_id, ["R0C0"])
    client.UpdateShow(show=show_pb2.Show(show_id=show.show_id, prices=prices(A=2000)),
                      update_mask=field_mask_pb2.FieldMask(paths=["prices"]))
    assert client.GetLock(token=lock.token).amounts[0].amount_minor == 1000
    assert client.ConfirmLock(token=lock.token, order_ref="o").amounts[0].amount_minor == 1000
    assert client.lock(show.show_id, ["R0C1"]).amounts[0].amount_minor == 2000


@case("ChangeLock swaps atomically: one seq, the deadline stays")
def swap(client):
    show = new_show(client, prices=prices(A=700))
    lock = client.lock(show.show_id, ["R0C0", "R0C1"], ttl=300)
    watcher = Watcher(client, show.show_id)
    watcher.wait(lambda reader: reader.states)
    changed = client.ChangeLock(token=lock.token, add=["R1C0", "R1C1"], remove=["R0C0"])
    assert sorted(changed.seats) == ["R0C1", "R1C0", "R1C1"] and changed.seq == lock.seq + 1
    assert changed.expires_at == lock.expires_at and changed.token == lock.token and changed.lock_id == lock.lock_id
    assert changed.amounts[0].amount_minor == 2100 and len(changed.seat_amounts) == 3
    reader = watcher.wait(lambda reader: reader.seq == changed.seq)
    assert (reader.states[0], reader.states[1], reader.states[10], reader.states[11]) == (
        AVAILABLE, LOCKED, LOCKED, LOCKED)
    watcher.leave()


@case("ChangeLock that is refused changes nothing: taken, empty, unknown, too many")
def change_refused(client):
    show = new_show(client, columns=14)
    lock = client.lock(show.show_id, ["R0C0", "R0C1"])
    client.lock(show.show_id, ["R1C0"], holder="bob")
    seq = client.snapshot(show.show_id).seq
    change = client.ChangeLock
    refused = must_refuse("ABORTED", "SEAT_TAKEN", change, token=lock.token, add=["R1C0", "R1C1"], remove=["R0C0"])
    assert refused.seats == ["R1C0"], refused.seats
    must_refuse("INVALID_ARGUMENT", "FIELDS", change, token=lock.token, remove=["R0C0", "R0C1"])
    must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", change, token=lock.token, add=["R9C0"])
    assert refusal(change, token=lock.token, remove=["R0C5"]).code == "INVALID_ARGUMENT"
    assert refusal(change, token=lock.token, add=["R0C3", "R0C3"]).code == "INVALID_ARGUMENT"
    must_refuse("FAILED_PRECONDITION", "TOO_MANY_SEATS", change, token=lock.token,
                add=[f"R2C{n}" for n in range(9)])
    assert client.snapshot(show.show_id).seq == seq
    # Judged as the lock it becomes: nine new ones for one old one is ten.
    full = change(token=lock.token, add=[f"R2C{n}" for n in range(9)], remove=["R0C0"])
    assert len(full.seats) == 10


@case("RenewLock: max(old, min(now + ttl, start + max_lock_time)), RENEW_LIMIT only at the cap")
def renew(client):
    show = new_show(client, policy={"lock_ttl": span(10), "max_lock_time": span(30)})
    lock = client.lock(show.show_id, ["R0C0"])
    start = seconds(lock.server_time)
    same = client.RenewLock(token=lock.token, ttl=span(2))
    assert same.expires_at == lock.expires_at, "one that ends earlier leaves the lock as it is"
    later = client.RenewLock(token=lock.token, ttl=span(20))
    close_to(seconds(later.expires_at), start + 20)
    assert later.seq == lock.seq == client.snapshot(show.show_id).seq, "a renewal raises no seq"
    time.sleep(0.3)
    capped = client.RenewLock(token=lock.token, ttl=span(30))
    close_to(seconds(capped.expires_at), start + 30, 0.15)
    assert client.GetLock(token=lock.token).expires_at == capped.expires_at
    must_refuse("FAILED_PRECONDITION", "RENEW_LIMIT", client.RenewLock, token=lock.token, ttl=span(30))
    assert client.GetLock(token=lock.token).expires_at == capped.expires_at
    for ttl in [0.5, 31]:
        assert "ttl" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.RenewLock, token=lock.token, ttl=span(ttl)).faults
    absent = client.lock(show.show_id, ["R0C5"], ttl=2)
    close_to(left(client.RenewLock(token=absent.token)), 10)


@case("BeginPayment: PAYING, the window's deadline, and change and renew are LOCK_FIXED")
def payment(client):
    show = new_show(client, policy={"payment_window": span(100), "lock_ttl": span(20), "max_lock_time": span(50)})
    lock = client.lock(show.show_id, ["R0C0"])
    paying = client.BeginPayment(token=lock.token)
    assert paying.state == PAYING and paying.seq == lock.seq
    close_to(left(paying), 100)
    time.sleep(0.2)
    again = client.BeginPayment(token=lock.token)
    assert again.state == PAYING and again.expires_at == paying.expires_at, "again: the lock unchanged"
    must_refuse("FAILED_PRECONDITION", "LOCK_FIXED", client.RenewLock, token=lock.token, ttl=span(30))
    must_refuse("FAILED_PRECONDITION", "LOCK_FIXED", client.ChangeLock, token=lock.token, add=["R0C1"])
    held = client.EndPayment(token=lock.token)
    assert held.state == HELD and held.expires_at == paying.expires_at, "the deadline is kept"
    assert client.EndPayment(token=lock.token).expires_at == held.expires_at, "of a held lock: unchanged"
    client.ChangeLock(token=lock.token, add=["R0C1"])
    assert client.BeginPayment(token=lock.token).state == PAYING
    assert client.snapshot(show.show_id).states[0] == LOCKED


@case("BeginPayment never shortens a deadline, and never passes start + max_lock_time + payment_window")
def payment_deadline(client):
    show = new_show(client, policy={"payment_window": span(5), "lock_ttl": span(20), "max_lock_time": span(50)})
    lock = client.lock(show.show_id, ["R0C0"])
    assert client.BeginPayment(token=lock.token).expires_at == lock.expires_at
    show = new_show(client, policy={"payment_window": span(3), "lock_ttl": span(1), "max_lock_time": span(2)})
    lock = client.lock(show.show_id, ["R0C0"])
    start, deadline = seconds(lock.server_time), 0
    for _ in range(12):
        paying = client.BeginPayment(token=lock.token)
        deadline = seconds(paying.expires_at)
        assert deadline <= start + 5.001, deadline - start
        client.EndPayment(token=lock.token)
        time.sleep(0.3)
    close_to(deadline, start + 5, 0.05)


@case("ReleaseLock frees the seats, also while paying; again and after expiry it is OK")
def release(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"])
    client.ReleaseLock(token=lock.token)
    seq = client.snapshot(show.show_id).seq
    assert seq == 2 and client.snapshot(show.show_id).states[0] == AVAILABLE
    client.ReleaseLock(token=lock.token)
    assert client.snapshot(show.show_id).seq == seq
    assert client.GetLock(token=lock.token).state == RELEASED
    paying = client.lock(show.show_id, ["R0C0"])
    client.BeginPayment(token=paying.token)
    client.ReleaseLock(token=paying.token)
    assert client.snapshot(show.show_id).states[0] == AVAILABLE
    gone = expire(client, show.show_id, ["R0C3"])
    client.ReleaseLock(token=gone.token)
    assert client.GetLock(token=gone.token).state == EXPIRED


@case("change, renew, pay and end of payment of an expired or released lock are LOCK_LOST")
def lost(client):
    show = new_show(client)
    released = client.lock(show.show_id, ["R0C0"])
    client.ReleaseLock(token=released.token)
    expired = expire(client, show.show_id, ["R0C1"])
    for token in (released.token, expired.token):
        must_refuse("ABORTED", "LOCK_LOST", client.ChangeLock, token=token, add=["R1C0"])
        must_refuse("ABORTED", "LOCK_LOST", client.RenewLock, token=token, ttl=span(5))
        must_refuse("ABORTED", "LOCK_LOST", client.BeginPayment, token=token)
        must_refuse("ABORTED", "LOCK_LOST", client.EndPayment, token=token)


@case("after confirm everything but confirming is LOCK_FIXED")
def fixed(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"])
    client.ConfirmLock(token=lock.token, order_ref="o")
    assert client.GetLock(token=lock.token).state == CONFIRMED
    for call, fields in [(client.ChangeLock, {"add": ["R0C1"]}), (client.RenewLock, {"ttl": span(5)}),
                         (client.BeginPayment, {}), (client.EndPayment, {}), (client.ReleaseLock, {})]:
        must_refuse("FAILED_PRECONDITION", "LOCK_FIXED", call, token=lock.token, **fields)


@case("an unknown token is LOCK_UNKNOWN for every rpc, also one with a wrong secret")
def unknown(client):
    show = new_show(client)
    token = client.lock(show.show_id, ["R0C0"]).token
    last = "A" if token[-2] != "A" else "B"
    for wrong in ["nonsense", "ä", token[:-2] + last + token[-1], token[:-1], token + "A", "x" * 5000]:
        for call, fields in [(client.GetLock, {}), (client.ChangeLock, {"add": ["R0C1"]}), (client.RenewLock, {}),
                             (client.BeginPayment, {}), (client.EndPayment, {}), (client.ReleaseLock, {}),
                             (client.ConfirmLock, {"order_ref": "o"})]:
            refused = refusal(call, token=wrong, **fields)
            assert refused.reason in ("LOCK_UNKNOWN", "FIELDS"), refused
            if wrong[:4] == token[:4]:
                assert (refused.code, refused.reason) == ("NOT_FOUND", "LOCK_UNKNOWN"), refused
    assert client.GetLock(token=token).state == HELD


@case("an expired lock's seats win for the next LockSeats at the deadline; freeing is a commit of its own")
def next_wins(client):
    show = new_show(client)
    first = client.lock(show.show_id, ["R0C0", "R0C1"], ttl=1)
    deadline = seconds(first.expires_at)
    offset = seconds(first.server_time) - time.time()
    watcher = Watcher(client, show.show_id)
    watcher.wait(lambda reader: reader.states)
    while time.time() + offset < deadline - 0.2:
        must_refuse("ABORTED", "SEAT_TAKEN", client.lock, show.show_id, ["R0C1"], holder="bob")
        time.sleep(0.1)
    while True:
        try:
            second = client.lock(show.show_id, ["R0C1"], holder="bob")
            break
        except Exception:
            assert time.time() + offset < deadline + 0.25, "not to be had after the deadline"
    assert seconds(second.server_time) >= deadline, "had before the deadline"
    assert second.seq == first.seq + 2, (first.seq, second.seq)
    reader = watcher.wait(lambda reader: reader.seq == second.seq)
    assert (reader.states[0], reader.states[1]) == (AVAILABLE, LOCKED)
    assert client.GetLock(token=first.token).state == EXPIRED
    watcher.leave()


@case("the delta that frees an expired lock follows within 1 s of its deadline, one seq a lock")
def freeing(client):
    show = new_show(client)
    watcher = Watcher(client, show.show_id)
    locks = [client.lock(show.show_id, [f"R0C{n}", f"R1C{n}"], ttl=1 + n / 10) for n in range(5)]
    offset = seconds(locks[0].server_time) - time.time()
    watcher.wait(lambda reader: reader.seq == 10, what="five locks and five expiries")
    for number, lock in enumerate(locks):
        seen = [moment for moment, event in watcher.events if event.WhichOneof("event") == "delta"
                for change in event.delta.changes if change.seat == number and change.state == AVAILABLE]
        late = seen[0] + offset - seconds(lock.expires_at)
        assert -0.1 <= late <= 1, f"freed {late:.3f} s after the deadline"
    assert all(state == AVAILABLE for state in watcher.leave().states)
    must_refuse("ABORTED", "LOCK_LOST", client.RenewLock, token=locks[0].token)


@case("pairs may be halved alone when the other half is not available; the policy is stored and returned")
def pairs(client):
    hall = make_hall(new_id("hall"))
    hall.seats[0].partner, hall.seats[1].partner = hall.seats[1].code, hall.seats[0].code
    hall.seats[0].kind = hall.seats[1].kind = hall_pb2.SEAT_KIND_COUPLE
    show = new_show(client, hall=hall)
    client.BlockSeats(show_id=show.show_id, seats=["R0C1"])
    client.lock(show.show_id, ["R0C0"])


@case("amounts are one total per currency, and what a change adds has the price of its own moment")
def currencies(client):
    both = [show_pb2.ZonePrice(zone_id="A", currency_code="EUR", amount_minor=300),
            show_pb2.ZonePrice(zone_id="B", currency_code="USD", amount_minor=0),
            show_pb2.ZonePrice(zone_id="A", ticket_type="child", currency_code="EUR", amount_minor=1)]
    show = new_show(client, zones=("A", "B"), prices=both)
    assert client.GetShow(show_id=show.show_id).prices == both
    lock = client.lock(show.show_id, ["R0C0", "R0C1", "R3C0"])
    assert sorted((a.currency_code, a.amount_minor) for a in lock.amounts) == [("EUR", 600), ("USD", 0)]
    both[0].amount_minor = 1000
    client.UpdateShow(show=show_pb2.Show(show_id=show.show_id, prices=both),
                      update_mask=field_mask_pb2.FieldMask(paths=["prices"]))
    changed = client.ChangeLock(token=lock.token, add=["R0C2"], remove=["R0C0"])
    assert {a.seat: a.amount_minor for a in changed.seat_amounts} == {"R0C1": 300, "R3C0": 0, "R0C2": 1000}
    sale = client.ConfirmLock(token=lock.token, order_ref="o")
    assert sorted((a.currency_code, a.amount_minor) for a in sale.amounts) == [("EUR", 1300), ("USD", 0)]
    left = client.RefundSale(sale_id=sale.sale_id, seats=["R0C2"])
    assert sorted((a.currency_code, a.amount_minor) for a in left.amounts) == [("EUR", 300), ("USD", 0)]
    assert [(a.currency_code, a.amount_minor) for a in left.refunds[0].amounts] == [("EUR", 1000)]


@case("an absent ttl never asks for more than max_lock_time")
def short_maximum(client):
    show = new_show(client, policy={"max_lock_time": span(30)})
    lock = client.lock(show.show_id, ["R0C0"])
    close_to(left(lock), 30)
    must_refuse("FAILED_PRECONDITION", "RENEW_LIMIT", client.RenewLock, token=lock.token)


@case("a change that only gives seats back needs no open sales, one that takes seats does")
def change_closed(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0", "R0C1"])
    client.UpdateShow(show=show_pb2.Show(show_id=show.show_id, sales_open=False),
                      update_mask=field_mask_pb2.FieldMask(paths=["sales_open"]))
    must_refuse("FAILED_PRECONDITION", "SALES_CLOSED", client.ChangeLock, token=lock.token, add=["R1C0"])
    assert client.ChangeLock(token=lock.token, remove=["R0C1"]).seats == ["R0C0"]
    assert client.BeginPayment(token=client.RenewLock(token=lock.token, ttl=span(1800)).token).state == PAYING


@case("a seat to add that the lock has, a seat in both lists, an empty change")
def odd_changes(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0", "R0C1"])
    same = client.ChangeLock(token=lock.token, add=["R0C0"])
    assert (same.seats, same.seq) == (lock.seats, lock.seq), "no change, no commit"
    for fields in [{}, {"add": ["R1C0"], "remove": ["R1C0"]}, {"add": ["R0C0"], "remove": ["R0C0"]}]:
        must_refuse("INVALID_ARGUMENT", "FIELDS", client.ChangeLock, token=lock.token, **fields)
    assert client.snapshot(show.show_id).seq == 1
