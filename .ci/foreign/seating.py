"""Choosing seats: suggestions, locks that choose, and nobody left alone."""
from cases import case
from usher_client import (LOCKED, field_mask_pb2, hall_pb2, lock_pb2, lock_pb2_grpc, make_hall, must_refuse, new_id,
                          new_show, show_pb2)

AVOIDABLE = {"orphan_rule": show_pb2.ORPHAN_RULE_AVOIDABLE}
STRICT = {"orphan_rule": show_pb2.ORPHAN_RULE_STRICT}
TERMS = {"balance", "center", "depth", "orphans", "pieces"}


def columns(seats):
    return sorted(int(seat.split("C")[1]) for seat in seats)


def rows(seats):
    return {seat.split("C")[0] for seat in seats}


@case("SuggestSeats: together, near the middle two thirds back, explained, apart from each other, the same for a seed")
def suggestions(client):
    show = new_show(client, rows=10, columns=10, policy=AVOIDABLE)
    found = client.SuggestSeats(show_id=show.show_id, count=2).suggestions
    assert len(found) == 5 and sorted(found[0].seats) == ["R6C4", "R6C5"], found[0]
    assert [s.score for s in found] == sorted((s.score for s in found), reverse=True)
    assert len({seat for s in found for seat in s.seats}) == 10
    for suggestion in found:
        assert suggestion.together and suggestion.pieces == 1
        assert TERMS <= {term.name for term in suggestion.terms}
        assert abs(sum(term.value for term in suggestion.terms) - suggestion.score) < 1e-6
    assert client.SuggestSeats(show_id=show.show_id, count=2, seed=7) == client.SuggestSeats(
        show_id=show.show_id, count=2, seed=7)
    assert len(client.SuggestSeats(show_id=show.show_id, count=2, limit=1).suggestions) == 1
    for suggestion in found:
        client.lock(show.show_id, suggestion.seats)
    must_refuse("NOT_FOUND", "SHOW_UNKNOWN", client.SuggestSeats, show_id="nowhere", count=2)
    must_refuse("FAILED_PRECONDITION", "TOO_MANY_SEATS", client.SuggestSeats, show_id=show.show_id, count=11)
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.SuggestSeats, show_id=show.show_id, count=51, limit=21,
                          max_amount_minor=-1)
    assert set(refused.faults) == {"count", "limit", "max_amount_minor"}, refused.faults
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.SuggestSeats, show_id=show.show_id, count=2,
                          zone_ids=["A", "attic"])
    assert set(refused.faults) == {"zone_ids[1]"}, refused.faults


@case("zones, prices and kinds: only what was asked for; wheelchair and couples' places only for whom they are")
def filters(client):
    hall = make_hall(new_id("hall"), rows=2, columns=8, zones=("A", "B"))
    by_code = {seat.code: seat for seat in hall.seats}
    by_code["R0C0"].kind = hall_pb2.SEAT_KIND_WHEELCHAIR
    for one, other in [("R0C3", "R0C4"), ("R0C4", "R0C3")]:
        by_code[one].kind, by_code[one].partner = hall_pb2.SEAT_KIND_COUPLE, other
    prices = [show_pb2.ZonePrice(zone_id=zone, currency_code="EUR", amount_minor=amount)
              for zone, amount in [("A", 900), ("B", 500)]]
    show = new_show(client, hall=hall, policy=AVOIDABLE, prices=prices)

    def first(**fields):
        found = client.SuggestSeats(show_id=show.show_id, **fields).suggestions
        return sorted(found[0].seats) if found else []

    zone = {seat.code: seat.zone_id for seat in hall.seats}
    assert {zone[seat] for seat in first(count=3, zone_ids=["B"])} == {"B"}
    assert {zone[seat] for seat in first(count=3, max_amount_minor=600)} == {"B"}
    assert first(count=1, max_amount_minor=100) == []
    assert first(count=1, kind=hall_pb2.SEAT_KIND_WHEELCHAIR) == ["R0C0"]
    assert first(count=2, kind=hall_pb2.SEAT_KIND_COUPLE) == ["R0C3", "R0C4"]
    assert first(count=1, kind=hall_pb2.SEAT_KIND_COUPLE) == []
    everything = [seat for s in client.SuggestSeats(show_id=show.show_id, count=1, limit=20).suggestions
                  for seat in s.seats]
    assert everything and not {"R0C0", "R0C3", "R0C4"} & set(everything), everything


@case("six without a stretch of six are three and three; too many people: an empty list, and NO_SEATS")
def pieces(client):
    show = new_show(client, rows=2, columns=7, policy=AVOIDABLE)
    client.BlockSeats(show_id=show.show_id, seats=["R0C3", "R1C3"])
    best = client.SuggestSeats(show_id=show.show_id, count=6).suggestions[0]
    assert best.pieces == 2 and not best.together and len(best.seats) == 6
    lock = client.LockBestSeats(show_id=show.show_id, count=6, holder="ann")
    assert sorted(lock.seats) == sorted(best.seats)
    assert not client.SuggestSeats(show_id=show.show_id, count=7).suggestions
    must_refuse("FAILED_PRECONDITION", "NO_SEATS", client.LockBestSeats, show_id=show.show_id, count=7, holder="bob")


@case("ORPHAN_SEAT names who would be left alone and carries a repair, which is accepted; the same for a change")
def repair(client):
    show = new_show(client, policy=AVOIDABLE)
    refused = must_refuse("FAILED_PRECONDITION", "ORPHAN_SEAT", client.lock, show.show_id, ["R0C1", "R0C2"])
    assert refused.seats == ["R0C0"] and refused.suggestion.together and refused.suggestion.pieces == 1
    assert rows(refused.suggestion.seats) == {"R0"} and len(refused.suggestion.seats) == 2
    assert TERMS <= {term.name for term in refused.suggestion.terms}
    lock = client.lock(show.show_id, refused.suggestion.seats)
    last = max(columns(lock.seats))
    refused = must_refuse("FAILED_PRECONDITION", "ORPHAN_SEAT", client.ChangeLock, token=lock.token,
                          add=[f"R0C{last + 2}"])
    assert refused.seats == [f"R0C{last + 1}"], refused.seats
    wanted = set(refused.suggestion.seats)
    changed = client.ChangeLock(token=lock.token, add=sorted(wanted - set(lock.seats)),
                                remove=sorted(set(lock.seats) - wanted))
    assert set(changed.seats) == wanted and len(wanted) == 3
    # Money is never judged, nor is what goes back.
    sale = client.ConfirmLock(token=lock.token, order_ref="o")
    client.RefundSale(sale_id=sale.sale_id, seats=[sorted(wanted)[1]])


@case("the last two seats of a row: one buyer is seated, marked as the last resort; STRICT sends them elsewhere")
def last_resort(client):
    for rule, accepted in [(show_pb2.ORPHAN_RULE_AVOIDABLE, True), (show_pb2.ORPHAN_RULE_STRICT, False)]:
        show = new_show(client, rows=2, columns=6, policy={"orphan_rule": rule})
        client.lock(show.show_id, ["R0C0", "R0C1", "R0C2", "R0C3"])
        if accepted:
            client.lock(show.show_id, ["R0C4"])
        else:
            refused = must_refuse("FAILED_PRECONDITION", "ORPHAN_SEAT", client.lock, show.show_id, ["R0C4"])
            client.lock(show.show_id, refused.suggestion.seats)
    show = new_show(client, rows=1, columns=6, policy=AVOIDABLE)
    client.lock(show.show_id, ["R0C0", "R0C1", "R0C2", "R0C3"])
    best = client.SuggestSeats(show_id=show.show_id, count=1).suggestions[0]
    assert {term.name: term.value for term in best.terms}["orphans"] < 0
    client.lock(show.show_id, best.seats)


@case("a party in two stretches: STRICT refuses what AVOIDABLE refuses; the repair shares it out so that nobody is alone")
def spread(client):
    for policy in (AVOIDABLE, STRICT):
        show = new_show(client, rows=1, columns=8, policy=policy)
        client.BlockSeats(show_id=show.show_id, seats=["R0C2", "R0C7"])
        refused = must_refuse("FAILED_PRECONDITION", "ORPHAN_SEAT", client.lock, show.show_id, ["R0C0", "R0C4", "R0C5"])
        assert refused.seats == ["R0C3", "R0C6"], refused.seats
        assert sorted(refused.suggestion.seats) == ["R0C0", "R0C1", "R0C3"], refused.suggestion
        client.lock(show.show_id, refused.suggestion.seats)


@case("of two even splits the one that leaves nobody alone; three and three before four and two, and the score says why")
def even(client):
    show = new_show(client, rows=2, columns=5, policy=AVOIDABLE)
    client.BlockSeats(show_id=show.show_id, seats=["R0C3", "R0C4", "R1C2"])
    best = client.SuggestSeats(show_id=show.show_id, count=4).suggestions[0]
    assert sorted(best.seats) == ["R1C0", "R1C1", "R1C3", "R1C4"], best
    show = new_show(client, rows=1, columns=9, policy=AVOIDABLE)
    client.BlockSeats(show_id=show.show_id, seats=["R0C4"])
    best = client.SuggestSeats(show_id=show.show_id, count=6).suggestions[0]
    terms = {term.name: term.value for term in best.terms}
    assert sum(column < 4 for column in columns(best.seats)) == 3
    assert terms["balance"] == 0 > terms["orphans"], terms
    lock = client.lock(show.show_id, best.seats)
    assert len(lock.seats) == 6


@case("SPLIT_PAIR names the halves asked for; half is taken alone once the other half is gone")
def pairs(client):
    hall = make_hall(new_id("hall"), rows=1, columns=6)
    for one, other in [(0, 1), (1, 0), (2, 3), (3, 2)]:
        hall.seats[one].kind, hall.seats[one].partner = hall_pb2.SEAT_KIND_COUPLE, hall.seats[other].code
    show = new_show(client, hall=hall, policy=AVOIDABLE)
    refused = must_refuse("FAILED_PRECONDITION", "SPLIT_PAIR", client.lock, show.show_id, ["R0C1", "R0C2"])
    assert sorted(refused.seats) == ["R0C1", "R0C2"]
    lock = client.lock(show.show_id, refused.suggestion.seats)
    must_refuse("FAILED_PRECONDITION", "SPLIT_PAIR", client.ChangeLock, token=lock.token, remove=[lock.seats[0]])
    sale = client.ConfirmLock(token=lock.token, order_ref="o")
    client.RefundSale(sale_id=sale.sale_id, seats=[sale.seats[0]])
    client.lock(show.show_id, [sale.seats[0]], holder="bob")


@case("a change is judged as a release and a lock anew: nobody leaves a seat alone in two steps, and a swap of the last two goes")
def change(client):
    show = new_show(client, rows=1, columns=5, policy=AVOIDABLE)
    must_refuse("FAILED_PRECONDITION", "ORPHAN_SEAT", client.lock, show.show_id, ["R0C1", "R0C2"])
    lock = client.lock(show.show_id, ["R0C1", "R0C2", "R0C3", "R0C4"])
    refused = must_refuse("FAILED_PRECONDITION", "ORPHAN_SEAT", client.ChangeLock, token=lock.token,
                          remove=["R0C3", "R0C4"])
    assert refused.seats == ["R0C0"] and sorted(refused.suggestion.seats) == ["R0C0", "R0C1"], refused.suggestion
    changed = client.ChangeLock(token=lock.token, add=["R0C0"], remove=["R0C2", "R0C3", "R0C4"])
    assert sorted(changed.seats) == ["R0C0", "R0C1"]
    # Nothing changes: nothing is judged, and no seq is used.
    assert client.ChangeLock(token=lock.token, add=["R0C0"]).seq == changed.seq
    show = new_show(client, rows=1, columns=2, policy=AVOIDABLE)
    lock = client.lock(show.show_id, ["R0C0"])
    assert list(client.ChangeLock(token=lock.token, add=["R0C1"], remove=["R0C0"]).seats) == ["R0C1"]


def hall_with_pairs(columns, pairs, kind=hall_pb2.SEAT_KIND_COUPLE):
    hall = make_hall(new_id("hall"), rows=1, columns=columns)
    for one, other in pairs:
        for seat, partner in [(one, other), (other, one)]:
            hall.seats[seat].kind, hall.seats[seat].partner = kind, hall.seats[partner].code
    return hall


@case("SPLIT_PAIR carries a repair where the party cannot sit together, also with the rule off; it is accepted")
def split_apart(client):
    for policy in (AVOIDABLE, STRICT, {"orphan_rule": show_pb2.ORPHAN_RULE_OFF}):
        show = new_show(client, hall=hall_with_pairs(7, [(0, 1), (3, 4)]), policy=policy)
        client.BlockSeats(show_id=show.show_id, seats=["R0C2", "R0C5"])
        refused = must_refuse("FAILED_PRECONDITION", "SPLIT_PAIR", client.lock, show.show_id, ["R0C0", "R0C3", "R0C6"])
        assert sorted(refused.seats) == ["R0C0", "R0C3"]
        assert len(set(refused.suggestion.seats)) == 3 and "R0C6" in refused.suggestion.seats, refused.suggestion
        client.lock(show.show_id, refused.suggestion.seats)


@case("without keep_pairs_together pairs are neighbours like any: for the rule, for its repairs and for suggestions")
def pairs_off(client):
    policy = dict(AVOIDABLE, keep_pairs_together=False)
    show = new_show(client, hall=hall_with_pairs(8, [(0, 1)]), policy=policy)
    client.BlockSeats(show_id=show.show_id, seats=["R0C2"])
    # Half a pair in the party does not switch the rule off elsewhere.
    refused = must_refuse("FAILED_PRECONDITION", "ORPHAN_SEAT", client.lock, show.show_id, ["R0C0", "R0C4", "R0C5"])
    assert "R0C3" in refused.seats, refused.seats
    client.lock(show.show_id, refused.suggestion.seats)
    show = new_show(client, hall=hall_with_pairs(4, [(0, 1), (2, 3)]), policy=policy)
    assert len(client.SuggestSeats(show_id=show.show_id, count=3).suggestions[0].seats) == 3
    assert len(client.LockBestSeats(show_id=show.show_id, count=1, holder="ann").seats) == 1


@case("odd parties beside pairs: plain seats sold together are seats like any; half a sofa only where nothing else is left")
def odd(client):
    plain = hall_with_pairs(3, [(0, 1)], kind=hall_pb2.SEAT_KIND_STANDARD)
    show = new_show(client, hall=plain, policy=AVOIDABLE)
    assert sorted(client.LockBestSeats(show_id=show.show_id, count=3, holder="ann").seats) == ["R0C0", "R0C1", "R0C2"]
    show = new_show(client, hall=hall_with_pairs(3, [(0, 1)]), policy=AVOIDABLE)
    assert not client.SuggestSeats(show_id=show.show_id, count=3).suggestions
    client.BlockSeats(show_id=show.show_id, seats=["R0C0"])
    assert list(client.SuggestSeats(show_id=show.show_id, count=1).suggestions[0].seats) == ["R0C2"]
    client.BlockSeats(show_id=show.show_id, seats=["R0C2"])
    half = client.LockBestSeats(show_id=show.show_id, count=1, holder="bob")
    assert list(half.seats) == ["R0C1"]


@case("a hundred buyers of four at once get a hundred disjoint answers, all together; the next gets NO_SEATS")
def hundred(client, server):
    show = new_show(client, rows=20, columns=20, policy=AVOIDABLE)
    clients = [server.client() for _ in range(10)]
    stubs = [lock_pb2_grpc.LockServiceStub(one.channel) for one in clients]
    calls = [stubs[n % 10].LockBestSeats.future(
        lock_pb2.LockBestSeatsRequest(show_id=show.show_id, count=4, holder=f"h{n}", request_id=f"{show.show_id}-{n}"),
        timeout=30) for n in range(100)]
    locks = [call.result() for call in calls]
    seats = [seat for lock in locks for seat in lock.seats]
    assert len(seats) == 400 and len(set(seats)) == 400
    for lock in locks:
        assert len(rows(lock.seats)) == 1 and columns(lock.seats) == list(
            range(columns(lock.seats)[0], columns(lock.seats)[0] + 4)), lock.seats
    assert sorted(lock.seq for lock in locks) == list(range(1, 101))
    must_refuse("FAILED_PRECONDITION", "NO_SEATS", client.LockBestSeats, show_id=show.show_id, count=1, holder="late")
    # The same id and question: the same lock. Another question: refused.
    again = client.LockBestSeats(show_id=show.show_id, count=4, holder="h7", request_id=f"{show.show_id}-7")
    assert again.token == locks[7].token and again.seats == locks[7].seats
    must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.LockBestSeats, show_id=show.show_id, count=3,
                holder="h7", request_id=f"{show.show_id}-7")
    assert set(client.snapshot(show.show_id).states) == {LOCKED}
    for one in clients:
        one.close()


@case("limits and closed sales: LockBestSeats and SuggestSeats say why")
def refused(client):
    show = new_show(client, policy=dict(AVOIDABLE, max_seats_per_lock=3, max_seats_per_holder=4))
    must_refuse("FAILED_PRECONDITION", "TOO_MANY_SEATS", client.LockBestSeats, show_id=show.show_id, count=4, holder="a")
    client.LockBestSeats(show_id=show.show_id, count=3, holder="a")
    must_refuse("FAILED_PRECONDITION", "TOO_MANY_SEATS", client.LockBestSeats, show_id=show.show_id, count=2, holder="a")
    client.UpdateShow(show=show_pb2.Show(show_id=show.show_id, sales_open=False),
                      update_mask=field_mask_pb2.FieldMask(paths=["sales_open"]))
    must_refuse("FAILED_PRECONDITION", "SALES_CLOSED", client.LockBestSeats, show_id=show.show_id, count=1, holder="b")
    must_refuse("FAILED_PRECONDITION", "SALES_CLOSED", client.SuggestSeats, show_id=show.show_id, count=1)
    must_refuse("NOT_FOUND", "SHOW_UNKNOWN", client.LockBestSeats, show_id="nowhere", count=1, holder="b")


@case("a hall of 100,000 seats, half sold: what is suggested can be locked, for a pair and for fifty")
def large(client):
    hall = make_hall(new_id("hall"), rows=250, columns=400)
    show = new_show(client, hall=hall, policy=dict(AVOIDABLE, max_seats_per_lock=50))
    gone = [seat.code for n, seat in enumerate(hall.seats) if n % 23 in {0, 1, 2, 5, 6, 9, 10, 11, 12, 13, 17}]
    for start in range(0, len(gone), 20000):
        client.BlockSeats(show_id=show.show_id, seats=gone[start:start + 20000])
    for count in (2, 8, 50):
        best = client.SuggestSeats(show_id=show.show_id, count=count).suggestions[0]
        assert len(set(best.seats)) == count
        client.lock(show.show_id, best.seats, holder=f"h{count}")
