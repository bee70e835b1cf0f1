"""ConfirmLock, late confirms, refunds, listings of sales."""
import time

from cases import case
from locks import CONFIRMED, EXPIRED, expire, prices
from usher_client import (AVAILABLE, LOCKED, SOLD, Watcher, field_mask_pb2, must_refuse, new_show, refusal, seconds,
                          show_pb2)


def sold(client, show_id, seats, order="o", **fields):
    return client.ConfirmLock(token=client.lock(show_id, seats, **fields).token, order_ref=order)


def close_sales(client, show_id):
    client.UpdateShow(show=show_pb2.Show(show_id=show_id, sales_open=False),
                      update_mask=field_mask_pb2.FieldMask(paths=["sales_open"]))


@case("a confirmed lock is a sale of exactly its seats, one seq further")
def confirmed(client):
    show = new_show(client, prices=prices(A=1250))
    lock = client.lock(show.show_id, ["R0C0", "R0C1"], holder="ann")
    client.BeginPayment(token=lock.token)
    sale = client.ConfirmLock(token=lock.token, order_ref="order 17/ä")
    assert sale.sale_id and sale.lock_id == lock.lock_id and sale.show_id == show.show_id
    assert (sale.holder, sale.order_ref, sale.late) == ("ann", "order 17/ä", False)
    assert sorted(sale.seats) == ["R0C0", "R0C1"] and sale.seq == lock.seq + 1 and not sale.refunds
    assert [(a.currency_code, a.amount_minor) for a in sale.amounts] == [("EUR", 2500)]
    assert sorted((a.seat, a.amount_minor) for a in sale.seat_amounts) == [("R0C0", 1250), ("R0C1", 1250)]
    assert abs(seconds(sale.sold_at) - time.time()) < 5
    states = client.snapshot(show.show_id).states
    assert (states[0], states[1], states[2]) == (SOLD, SOLD, AVAILABLE)
    assert client.GetSale(sale_id=sale.sale_id) == sale
    assert client.GetLock(token=lock.token).state == CONFIRMED


@case("confirming again with the same order_ref is the same sale, with another LOCK_FIXED")
def again(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"])
    sale = client.ConfirmLock(token=lock.token, order_ref="one")
    assert client.ConfirmLock(token=lock.token, order_ref="one") == sale
    must_refuse("FAILED_PRECONDITION", "LOCK_FIXED", client.ConfirmLock, token=lock.token, order_ref="two")
    assert client.snapshot(show.show_id).seq == 2


@case("held locks may be confirmed while sales are closed")
def closed(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"])
    close_sales(client, show.show_id)
    assert not client.ConfirmLock(token=lock.token, order_ref="o").late


@case("an expired or released lock whose seats are available is sold late, whatever limits say")
def late(client):
    show = new_show(client, policy={"max_seats_per_holder": 2})
    expired = expire(client, show.show_id, ["R0C0", "R0C1"])
    client.lock(show.show_id, ["R1C0", "R1C1"])             # the holder's limit is used up
    sale = client.ConfirmLock(token=expired.token, order_ref="o")
    assert sale.late and sorted(sale.seats) == ["R0C0", "R0C1"]
    assert client.ConfirmLock(token=expired.token, order_ref="o") == sale
    must_refuse("FAILED_PRECONDITION", "LOCK_FIXED", client.ConfirmLock, token=expired.token, order_ref="p")
    released = client.lock(show.show_id, ["R2C0"], holder="bob")
    client.ReleaseLock(token=released.token)
    close_sales(client, show.show_id)
    sale = client.ConfirmLock(token=released.token, order_ref="o")
    assert sale.late and client.snapshot(show.show_id).states[20] == SOLD
    assert client.GetLock(token=released.token).state == CONFIRMED


@case("a late confirm whose seats are gone is LOCK_LOST with the seats, and touches nobody")
def too_late(client):
    show = new_show(client)
    expired = expire(client, show.show_id, ["R0C0", "R0C1", "R0C2"])
    other = client.lock(show.show_id, ["R0C1"], holder="bob")
    sale = sold(client, show.show_id, ["R0C2"], holder="cem")
    seq = client.snapshot(show.show_id).seq
    refused = must_refuse("ABORTED", "LOCK_LOST", client.ConfirmLock, token=expired.token, order_ref="o")
    assert sorted(refused.seats) == ["R0C1", "R0C2"], refused.seats
    assert client.snapshot(show.show_id).seq == seq
    assert client.GetLock(token=other.token).seats == ["R0C1"]
    assert client.GetSale(sale_id=sale.sale_id).seats == ["R0C2"]
    assert client.GetLock(token=expired.token).state == EXPIRED
    # When they are available again, it goes through after all.
    client.ReleaseLock(token=other.token)
    client.RefundSale(sale_id=sale.sale_id, all=True)
    assert client.ConfirmLock(token=expired.token, order_ref="o").late
    blocked = client.lock(show.show_id, ["R1C0"])
    client.ReleaseLock(token=blocked.token)
    client.BlockSeats(show_id=show.show_id, seats=["R1C0"])
    refused = must_refuse("ABORTED", "LOCK_LOST", client.ConfirmLock, token=blocked.token, order_ref="o")
    assert refused.seats == ["R1C0"]


@case("a refund frees its seats at once and leaves the rest sold, with the amounts of what is left")
def refund(client):
    show = new_show(client, prices=prices(A=300))
    sale = sold(client, show.show_id, ["R0C0", "R0C1", "R0C2"])
    watcher = Watcher(client, show.show_id)
    watcher.wait(lambda reader: reader.states)
    left = client.RefundSale(sale_id=sale.sale_id, seats=["R0C1"])
    assert sorted(left.seats) == ["R0C0", "R0C2"] and left.amounts[0].amount_minor == 600
    assert sorted(a.seat for a in left.seat_amounts) == ["R0C0", "R0C2"] and left.seq == sale.seq + 1
    assert [(list(r.seats), r.amounts[0].amount_minor) for r in left.refunds] == [(["R0C1"], 300)]
    assert abs(seconds(left.refunds[0].refunded_at) - time.time()) < 5
    reader = watcher.wait(lambda reader: reader.seq == left.seq)
    assert bytes(reader.states[:3]) == bytes([SOLD, AVAILABLE, SOLD])
    watcher.leave()
    client.lock(show.show_id, ["R0C1"], holder="bob")
    rest = client.RefundSale(sale_id=sale.sale_id, all=True)
    assert not rest.seats and not rest.amounts and len(rest.refunds) == 2
    assert bytes(client.snapshot(show.show_id).states[:3]) == bytes([AVAILABLE, LOCKED, AVAILABLE])


@case("seats refunded before make no commit, also when they are sold again")
def refund_again(client):
    show = new_show(client)
    sale = sold(client, show.show_id, ["R0C0", "R0C1"])
    first = client.RefundSale(sale_id=sale.sale_id, seats=["R0C0"])
    assert client.RefundSale(sale_id=sale.sale_id, seats=["R0C0"]) == first
    other = sold(client, show.show_id, ["R0C0"], holder="bob", order="p")
    seq = client.snapshot(show.show_id).seq
    assert client.RefundSale(sale_id=sale.sale_id, seats=["R0C0"]).seats == ["R0C1"]
    assert client.snapshot(show.show_id).seq == seq
    assert client.GetSale(sale_id=other.sale_id).seats == ["R0C0"]
    # Some refunded before, some not: only the others are.
    both = client.RefundSale(sale_id=sale.sale_id, seats=["R0C0", "R0C1"])
    assert not both.seats and client.snapshot(show.show_id).states[0] == SOLD
    seq = client.snapshot(show.show_id).seq
    assert not client.RefundSale(sale_id=sale.sale_id, all=True).seats
    assert client.snapshot(show.show_id).seq == seq


@case("a refund of neither or both, of other seats, of an unknown sale is refused")
def refund_refused(client):
    show = new_show(client)
    sale = sold(client, show.show_id, ["R0C0"])
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.RefundSale, sale_id=sale.sale_id)
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.RefundSale, sale_id=sale.sale_id, seats=["R0C0"], all=True)
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.RefundSale, sale_id=sale.sale_id, seats=["R0C0", "R0C0"])
    must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", client.RefundSale, sale_id=sale.sale_id, seats=["R0C0", "R0C1"])
    must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", client.RefundSale, sale_id=sale.sale_id, seats=["nothing"])
    for wrong in ["nonsense", sale.sale_id + "9", sale.sale_id[:-1]]:
        for call, fields in [(client.GetSale, {}), (client.RefundSale, {"all": True})]:
            must_refuse("NOT_FOUND", "SALE_UNKNOWN", call, sale_id=wrong, **fields)
    assert refusal(client.GetSale, sale_id="").code in ("NOT_FOUND", "INVALID_ARGUMENT")
    assert client.GetSale(sale_id=sale.sale_id).seats == ["R0C0"]


@case("ListSales pages through a show's sales")
def listed(client):
    show = new_show(client)
    made = [sold(client, show.show_id, [f"R0C{n}"], order=f"o{n}").sale_id for n in range(5)]
    found, token = [], ""
    while True:
        page = client.ListSales(show_id=show.show_id, page_size=2, page_token=token)
        assert len(page.sales) <= 2
        found += [sale.sale_id for sale in page.sales]
        token = page.next_page_token
        if not token:
            break
    assert found == made, (found, made)
    must_refuse("NOT_FOUND", "SHOW_UNKNOWN", client.ListSales, show_id="nowhere")
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.ListSales, show_id=show.show_id, page_size=1001)
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.ListSales, show_id=show.show_id, page_token="?")


@case("held and late confirms go through on a cancelled show too: the money may have been taken")
def cancelled(client):
    show = new_show(client)
    held = client.lock(show.show_id, ["R0C0"])
    paying = client.lock(show.show_id, ["R0C2"])
    client.BeginPayment(token=paying.token)
    released = client.lock(show.show_id, ["R0C4"])
    client.ReleaseLock(token=released.token)
    client.UpdateShow(show=show_pb2.Show(show_id=show.show_id, cancelled=True),
                      update_mask=field_mask_pb2.FieldMask(paths=["cancelled"]))
    must_refuse("FAILED_PRECONDITION", "SALES_CLOSED", client.lock, show.show_id, ["R1C0"])
    for lock, late in [(held, False), (paying, False), (released, True)]:
        sale = client.ConfirmLock(token=lock.token, order_ref="o")
        assert sale.late is late
        assert not client.RefundSale(sale_id=sale.sale_id, all=True).seats
