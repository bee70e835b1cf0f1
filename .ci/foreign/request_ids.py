"""Request ids: for 24 h, across restarts, the same id with the same content does nothing again."""
from concurrent.futures import ThreadPoolExecutor

from cases import case
from locks import CONFIRMED, HELD, expire
from usher_client import make_hall, must_refuse, new_id, new_show, show_pb2, span


@case("a repeat returns the same lock as it is now and changes nothing")
def repeat(client):
    show = new_show(client)
    first = client.lock(show.show_id, ["R0C0", "R0C1"], ttl=100, request_id="r1")
    again = client.lock(show.show_id, ["R0C0", "R0C1"], ttl=100, request_id="r1")
    assert (again.token, again.state, again.seq, again.expires_at) == (first.token, HELD, first.seq, first.expires_at)
    client.ConfirmLock(token=first.token, order_ref="o")
    now = client.lock(show.show_id, ["R0C0", "R0C1"], ttl=100, request_id="r1")
    assert now.token == first.token and now.state == CONFIRMED, "as it is now"
    assert client.snapshot(show.show_id).seq == 2


@case("the same id with other content is REQUEST_ID_REUSED")
def reused(client):
    show = new_show(client)
    client.lock(show.show_id, ["R0C0"], ttl=100, request_id="r2")
    for seats, fields in [(["R0C1"], {"ttl": 100}), (["R0C0"], {"ttl": 101}), (["R0C0"], {}),
                          (["R0C0"], {"ttl": 100, "holder": "bob"}), (["R0C0", "R0C1"], {"ttl": 100})]:
        must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.lock, show.show_id, seats, request_id="r2", **fields)
    other = new_show(client)
    must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.lock, other.show_id, ["R0C0"], ttl=100, request_id="r2")
    assert client.snapshot(show.show_id).seq == 1 and client.snapshot(other.show_id).seq == 0


@case("refusals are not kept: the same id wins later")
def not_kept(client):
    show = new_show(client)
    other = client.lock(show.show_id, ["R0C0"], holder="bob")
    must_refuse("ABORTED", "SEAT_TAKEN", client.lock, show.show_id, ["R0C0"], request_id="r3")
    client.ReleaseLock(token=other.token)
    lock = client.lock(show.show_id, ["R0C0"], request_id="r3")
    assert client.lock(show.show_id, ["R0C0"], request_id="r3").token == lock.token


@case("an id belongs to its rpc: the same one may be used for another")
def per_rpc(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"], request_id="r4")
    changed = client.ChangeLock(token=lock.token, add=["R0C1"], request_id="r4")
    client.RenewLock(token=lock.token, ttl=span(3000), request_id="r4")
    sale = client.ConfirmLock(token=lock.token, order_ref="o", request_id="r4")
    refunded = client.RefundSale(sale_id=sale.sale_id, seats=["R0C0"], request_id="r4")
    assert len(changed.seats) == 2 and refunded.seats == ["R0C1"]
    must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.ChangeLock, token=lock.token, add=["R0C2"], request_id="r4")
    must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.ConfirmLock, token=lock.token, order_ref="p", request_id="r4")
    must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.RefundSale, sale_id=sale.sale_id, all=True, request_id="r4")


@case("repeats of change, renew, confirm and refund give what is now")
def repeats(client):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"])
    changed = client.ChangeLock(token=lock.token, add=["R0C1"], request_id="r5")
    assert client.ChangeLock(token=lock.token, add=["R0C1"], request_id="r5").seats == changed.seats
    renewed = client.RenewLock(token=lock.token, ttl=span(2000), request_id="r5")
    assert client.RenewLock(token=lock.token, ttl=span(2000), request_id="r5").expires_at == renewed.expires_at
    client.BeginPayment(token=lock.token)
    assert client.ChangeLock(token=lock.token, add=["R0C1"], request_id="r5").state == 2, "the repeat of an accepted one"
    sale = client.ConfirmLock(token=lock.token, order_ref="o", request_id="r5")
    assert client.ConfirmLock(token=lock.token, order_ref="o", request_id="r5") == sale
    refunded = client.RefundSale(sale_id=sale.sale_id, seats=["R0C0"], request_id="r5")
    client.RefundSale(sale_id=sale.sale_id, seats=["R0C1"])
    again = client.RefundSale(sale_id=sale.sale_id, seats=["R0C0"], request_id="r5")
    assert len(refunded.seats) == 1 and not again.seats and len(again.refunds) == 2
    assert not client.ConfirmLock(token=lock.token, order_ref="o", request_id="r5").seats
    assert client.snapshot(show.show_id).seq == 5


@case("a repeat of a lock that expired returns it as expired and takes nothing")
def repeat_expired(client):
    show = new_show(client)
    lock = expire(client, show.show_id, ["R0C0"], request_id="r6")
    again = client.lock(show.show_id, ["R0C0"], ttl=1, request_id="r6")
    assert again.token == lock.token and again.state == 5
    client.lock(show.show_id, ["R0C0"], holder="bob")


@case("concurrent repeats make one lock")
def concurrent(client, server):
    show = new_show(client)
    clients = [server.client() for _ in range(10)]
    with ThreadPoolExecutor(40) as pool:
        jobs = [pool.submit(clients[n % 10].lock, show.show_id, ["R0C0"], ttl=50, request_id="r7") for n in range(40)]
        tokens = {job.result().token for job in jobs}
    for one in clients:
        one.close()
    assert len(tokens) == 1 and client.snapshot(show.show_id).seq == 1


@case("CreateShow keeps its request id too")
def created(client):
    hall_id = client.PutHall(hall=make_hall(new_id("hall"))).hall_id
    show = show_pb2.Show(show_id=new_id("show"), hall_id=hall_id)
    show.starts_at.seconds, show.ends_at.seconds = 4_000_000_000, 4_000_003_600
    made = client.CreateShow(show=show, request_id="r8")
    assert client.CreateShow(show=show, request_id="r8").epoch == made.epoch
    show.show_id = new_id("show")
    must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.CreateShow, show=show, request_id="r8")


@case("request ids, locks, sales, the epoch and the map survive a restart and a kill")
def restart(client, server):
    show = new_show(client)
    lock = client.lock(show.show_id, ["R0C0"], ttl=100, request_id="r9")
    other = client.lock(show.show_id, ["R1C0", "R1C1"], holder="bob")
    sale = client.ConfirmLock(token=other.token, order_ref="o", request_id="r9")
    client.BlockSeats(show_id=show.show_id, seats=["R2C0"])
    before = client.snapshot(show.show_id)
    for stop in (server.terminate, server.kill):
        stop()
        server.start()
        fresh = server.client()
        after = fresh.snapshot(show.show_id)
        assert (after.epoch, after.seq, after.states) == (before.epoch, before.seq, before.states)
        assert fresh.lock(show.show_id, ["R0C0"], ttl=100, request_id="r9").token == lock.token
        must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", fresh.lock, show.show_id, ["R0C5"], ttl=100, request_id="r9")
        assert fresh.ConfirmLock(token=other.token, order_ref="o", request_id="r9") == sale
        assert fresh.GetLock(token=lock.token).expires_at == lock.expires_at
        assert fresh.GetSale(sale_id=sale.sale_id) == sale
        assert fresh.GetHall(hall_id=show.hall_id).revision == 1
        assert fresh.GetShow(show_id=show.show_id).version == show.version
        assert fresh.snapshot(show.show_id).seq == before.seq
        fresh.close()


@case("after a restart a paying lock has at least 60 s left, also one whose deadline passed meanwhile")
def paying(client, server):
    show = new_show(client, policy={"payment_window": span(2), "lock_ttl": span(2)})
    lock = client.lock(show.show_id, ["R0C0"])
    client.BeginPayment(token=lock.token)
    held = client.lock(show.show_id, ["R0C5"], ttl=2)
    server.kill()
    import time
    time.sleep(2.5)
    server.start()
    fresh = server.client()
    now = fresh.GetLock(token=lock.token)
    left = now.expires_at.seconds - now.server_time.seconds + (now.expires_at.nanos - now.server_time.nanos) / 1e9
    assert now.state == 2 and 60 <= left <= 63, (now.state, left)
    assert fresh.GetLock(token=held.token).state == 5
    assert not fresh.ConfirmLock(token=lock.token, order_ref="o").late
    fresh.close()


@case("a repeat is not judged again: sales closed, a shorter policy and a released lock do not matter")
def not_judged(client):
    from usher_client import field_mask_pb2
    show = new_show(client)
    fields = {"ttl": 3000, "request_id": new_id()}
    lock = client.lock(show.show_id, ["R0C0"], **fields)
    renew = {"token": lock.token, "ttl": span(3500), "request_id": new_id()}
    client.RenewLock(**renew)
    client.UpdateShow(
        show=show_pb2.Show(show_id=show.show_id, sales_open=False, policy=show_pb2.Policy(max_lock_time=span(60))),
        update_mask=field_mask_pb2.FieldMask(paths=["sales_open", "policy.max_lock_time"]))
    assert client.lock(show.show_id, ["R0C0"], **fields).token == lock.token
    assert client.RenewLock(**renew).state == HELD
    client.ReleaseLock(token=lock.token)
    assert client.lock(show.show_id, ["R0C0"], **fields).state == 4
    assert client.RenewLock(**renew).state == 4


@case("an id used for one show's lock or sale is refused for another's, for every rpc")
def across_shows(client):
    one, two = [client.lock(new_show(client).show_id, ["R0C0", "R0C1"]) for _ in range(2)]
    used = new_id()
    for call, fields in [(client.ChangeLock, {"remove": ["R0C1"]}), (client.RenewLock, {"ttl": span(2000)}),
                         (client.ConfirmLock, {"order_ref": "o"})]:
        call(token=one.token, request_id=used, **fields)
        must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", call, token=two.token, request_id=used, **fields)
    sales = [client.ConfirmLock(token=lock.token, order_ref="o").sale_id for lock in (one, two)]
    client.RefundSale(sale_id=sales[0], all=True, request_id=used)
    must_refuse("INVALID_ARGUMENT", "REQUEST_ID_REUSED", client.RefundSale, sale_id=sales[1], all=True, request_id=used)
