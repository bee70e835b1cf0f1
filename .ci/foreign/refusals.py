"""Every refusal tells its reason, all its faults, what it was about and what to do; and which refusal comes first."""
import re
import time

from cases import case
from usher_client import (Refused, at, field_mask_pb2, make_hall, must_refuse, new_id, new_show, show_pb2, span)


def update(client, expected=0, paths=(), **fields):
    return client.UpdateShow(show=show_pb2.Show(**fields), update_mask=field_mask_pb2.FieldMask(paths=paths),
                             expected_version=expected)


@case("what is not there is named in the sentence and in the metadata")
def named(client):
    show = new_show(client)
    for reason, key, value, call, fields in [
            ("SHOW_UNKNOWN", "show_id", "nope", client.GetShow, {"show_id": "nope"}),
            ("SHOW_UNKNOWN", "show_id", "nope", client.GetSeats, {"show_id": "nope"}),
            ("SHOW_UNKNOWN", "show_id", "nope", client.ListSales, {"show_id": "nope"}),
            ("SHOW_UNKNOWN", "show_id", "nope", client.lock, {"show_id": "nope", "seats": ["R0C0"]}),
            ("HALL_UNKNOWN", "hall_id", "nope", client.GetHall, {"hall_id": "nope"}),
            ("HALL_UNKNOWN", "hall_revision", "9", client.GetHall, {"hall_id": show.hall_id, "revision": 9}),
            ("SALE_UNKNOWN", "sale_id", "sa_nope_1", client.GetSale, {"sale_id": "sa_nope_1"}),
            ("SALE_UNKNOWN", "sale_id", "sa_nope_1", client.RefundSale, {"sale_id": "sa_nope_1", "all": True})]:
        refused = must_refuse("NOT_FOUND", reason, call, **fields)
        assert refused.metadata.get(key) == value and value in refused.message, refused
    same = show_pb2.Show(show_id=show.show_id, hall_id=show.hall_id, starts_at=at(10), ends_at=at(20))
    assert show.show_id in must_refuse("ALREADY_EXISTS", "SHOW_EXISTS", client.CreateShow, show=same).message
    same = show_pb2.Show(show_id=new_id(), hall_id=show.hall_id, starts_at=show.starts_at, ends_at=show.ends_at)
    refused = must_refuse("FAILED_PRECONDITION", "HALL_BUSY", client.CreateShow, show=same)
    assert refused.metadata["show_id"] == show.show_id and show.show_id in refused.message


@case("every SEAT_TAKEN, SEAT_UNKNOWN and LOCK_LOST carries a SeatConflict; no refusal tells a token")
def conflicts(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"])
    sale = client.ConfirmLock(token=client.lock(show.show_id, ["R0C5"]).token, order_ref="o")
    lost = client.lock(show.show_id, ["R0C2", "R0C3"])
    client.ReleaseLock(token=lost.token)
    calls = [(client.ChangeLock, {"add": ["R1C0"]}), (client.RenewLock, {}), (client.BeginPayment, {}),
             (client.EndPayment, {})]
    for call, fields in calls:
        refused = must_refuse("ABORTED", "LOCK_LOST", call, token=lost.token, **fields)
        assert refused.has_conflict and not refused.seats, "all of its seats are still available"
        assert lost.token not in str(refused) + str(refused.metadata)
    client.lock(show.show_id, ["R0C3"], holder="bob")
    for call, fields in [*calls, (client.ConfirmLock, {"order_ref": "o"})]:
        assert must_refuse("ABORTED", "LOCK_LOST", call, token=lost.token, **fields).seats == ["R0C3"]
    for code, reason, seats, call, fields in [
            ("ABORTED", "SEAT_TAKEN", ["R0C0"], client.lock, {"show_id": show.show_id, "seats": ["R0C0", "R1C1"]}),
            ("ABORTED", "SEAT_TAKEN", ["R0C3"], client.ChangeLock, {"token": lock.token, "add": ["R0C3"]}),
            ("ABORTED", "SEAT_TAKEN", ["R0C0"], client.BlockSeats, {"show_id": show.show_id, "seats": ["R0C0"]}),
            ("ABORTED", "SEAT_TAKEN", ["R0C0"], client.UnblockSeats, {"show_id": show.show_id, "seats": ["R0C0"]}),
            ("INVALID_ARGUMENT", "SEAT_UNKNOWN", ["Q"], client.lock, {"show_id": show.show_id, "seats": ["Q", "R1C1"]}),
            ("INVALID_ARGUMENT", "SEAT_UNKNOWN", ["R1C1"], client.ChangeLock,
             {"token": lock.token, "remove": ["R1C1"]}),
            ("INVALID_ARGUMENT", "SEAT_UNKNOWN", ["R0C0"], client.RefundSale,
             {"sale_id": sale.sale_id, "seats": ["R0C0"]})]:
        refused = must_refuse(code, reason, call, **fields)
        assert refused.has_conflict and refused.seats == seats and seats[0] in refused.message, refused


@case("a late confirm after the show's end is LOCK_LOST, of a held lock it is a sale; new locks are SALES_CLOSED")
def ended(client):
    hall = make_hall(new_id("hall"))
    client.PutHall(hall=hall)
    end = time.time() + 2
    show = client.CreateShow(show=show_pb2.Show(
        show_id=new_id("show"), hall_id=hall.hall_id, starts_at=at(int(end) - 100), ends_at=at(end),
        policy=show_pb2.Policy(orphan_rule=show_pb2.ORPHAN_RULE_OFF)))
    expired = client.lock(show.show_id, ["R0C0"], ttl=1)
    released = client.lock(show.show_id, ["R0C2"])
    client.ReleaseLock(token=released.token)
    held = client.lock(show.show_id, ["R0C4"])
    time.sleep(max(0, end - time.time()) + 0.1)
    must_refuse("FAILED_PRECONDITION", "SALES_CLOSED", client.lock, show.show_id, ["R1C0"])
    for lock in (expired, released):
        refused = must_refuse("ABORTED", "LOCK_LOST", client.ConfirmLock, token=lock.token, order_ref="o")
        assert refused.has_conflict and "refund" in refused.message, refused
    sale = client.ConfirmLock(token=held.token, order_ref="o")
    assert not sale.late and not client.RefundSale(sale_id=sale.sale_id, all=True).seats


@case("faults of fields come before what is not there, and that before conflicts")
def precedence(client):
    show = new_show(client)
    client.lock(show.show_id, ["R0C0"])
    title = {"paths": ["title"], "title": "x" * 300}
    must_refuse("INVALID_ARGUMENT", "FIELDS", update, client, show_id="nope", **title)
    must_refuse("INVALID_ARGUMENT", "FIELDS", update, client, show_id=show.show_id, expected=99, **title)
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, "nope", ["R0C0"], ttl=0.1)
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, show.show_id, ["R0C0", "Q"], ttl=5000)
    must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", client.lock, show.show_id, ["R0C0", "Q"])
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.GetShow, show_id="not one")
    # A title that is not named is not judged.
    assert update(client, show_id=show.show_id, paths=["time_zone"], title="x" * 300, time_zone="CET").title == "A show"


@case("an update tells all faults of the named fields at once")
def update_faults(client):
    show = new_show(client)
    refused = must_refuse(
        "INVALID_ARGUMENT", "FIELDS", update, client, show_id=show.show_id, title="x" * 300, starts_at=at(100),
        ends_at=at(50), prices=[show_pb2.ZonePrice(zone_id="A", currency_code="euro", amount_minor=-1)],
        policy=show_pb2.Policy(lock_ttl=span(0.5)),
        paths=["title", "starts_at", "ends_at", "prices", "policy.lock_ttl", "nothing"])
    assert set(refused.faults) == {
        "show.title", "show.ends_at", "show.prices[0].currency_code", "show.prices[0].amount_minor",
        "show.policy.lock_ttl", "update_mask.paths[5]"}, refused.faults


@case("a listing tells a wrong size and a wrong token at once, and the id beside them")
def listing_faults(client):
    show = new_show(client)
    for call, fields, wanted in [(client.ListHalls, {}, []), (client.ListShows, {}, []),
                                 (client.ListShows, {"hall_id": "a b"}, ["hall_id"]),
                                 (client.ListSales, {"show_id": show.show_id}, [])]:
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", call, page_size=1001, page_token="bad", **fields)
        assert set(refused.faults) == {"page_size", "page_token", *wanted}, refused.faults


@case("a ttl over max_lock_time is told with the request's other faults")
def ttl_fault(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"])
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, show.show_id, ["R1C0", "R1C0"], ttl=3601)
    assert set(refused.faults) == {"seats[1]", "ttl"}, refused.faults
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.RenewLock, token=lock.token, ttl=span(3601),
                          request_id="x" * 65)
    assert set(refused.faults) == {"request_id", "ttl"}, refused.faults


@case("tokens, lock ids and sale ids go into URLs and shells as they are")
def plain_ids(client):
    hall = client.PutHall(hall=make_hall(new_id("hall")))
    for show_id in ["a", "x" * 64, "A.b_c:d-1"]:
        show = client.CreateShow(show=show_pb2.Show(
            show_id=show_id, hall_id=hall.hall_id, starts_at=at(4e9 + len(show_id) * 100),
            ends_at=at(4e9 + len(show_id) * 100 + 50)))
        lock = client.lock(show.show_id, ["R0C0", "R0C1"])
        sale = client.ConfirmLock(token=lock.token, order_ref="o")
        for text in (lock.token, lock.lock_id, sale.sale_id):
            assert re.fullmatch(r"[A-Za-z0-9._:~-]+", text), text
        assert client.GetLock(token=lock.token).lock_id == sale.lock_id
        assert client.GetSale(sale_id=sale.sale_id) == sale
        must_refuse("NOT_FOUND", "LOCK_UNKNOWN", client.GetLock, token=lock.lock_id)


@case("a refusal of many or long seats or faults still has its reason and tells as many as a header field takes")
def long_lists(client):
    hall = make_hall(new_id("hall"), rows=10, columns=30)
    show = new_show(client, hall=hall, policy={"max_seats_per_lock": 300})
    codes = [seat.code for seat in hall.seats]
    client.lock(show.show_id, codes)
    refused = must_refuse("ABORTED", "SEAT_TAKEN", client.lock, show.show_id, codes, holder="bob")
    assert refused.seats == codes and "seats_total" not in refused.metadata, len(refused.seats)
    assert "and 290 more" in refused.message, refused.message
    foreign = [f"nowhere-{number}" for number in range(12_345)]
    for call, fields in [(client.LockSeats, {"show_id": show.show_id, "holder": "bob", "seats": foreign}),
                         (client.BlockSeats, {"show_id": show.show_id, "seats": ["R0C0", *foreign]})]:
        refused = must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", call, **fields)
        assert "and 12335 more" in refused.message, refused.message
        assert refused.seats == foreign[:len(refused.seats)] and refused.metadata["seats_total"] == "12345", refused
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.lock, show.show_id, ["x" * 65] * 500)
    assert refused.message.startswith("500 faulty fields") and "CheckHall" not in refused.faults[""], refused
    for number, seat in enumerate(hall.seats):
        seat.code = "\N{PERFORMING ARTS}" * 60 + f"{number:04}"
    hall.hall_id = new_id("hall")
    show = new_show(client, hall=hall, policy={"max_seats_per_lock": 300})
    codes = [seat.code for seat in hall.seats]
    client.lock(show.show_id, codes)
    refused = must_refuse("ABORTED", "SEAT_TAKEN", client.lock, show.show_id, codes, holder="bob")
    assert len(refused.seats) >= 10 and refused.seats == codes[:len(refused.seats)]
    assert refused.metadata["seats_total"] == "300"
    # Halls as partners have them: codes of a dozen characters, faults that name two of them each.
    for count in range(10, 60, 3):
        hall = make_hall(new_id("hall"), rows=2, columns=60, code="H3-A-{row:02}-{column:02}")
        for seat in list(hall.seats)[1:count + 1]:
            seat.row = seat.column = 0
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.PutHall, hall=hall)
        assert len(refused.faults) >= min(count, 25), (count, len(refused.faults))
    must_refuse("INVALID_ARGUMENT", "FIELDS", update, client, show_id="s", paths=["x" * 100_000, "y"])
