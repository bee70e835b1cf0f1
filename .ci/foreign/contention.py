"""Two hundred callers, one seat."""
import threading

from cases import case
from usher_client import Refused, SOLD, lock_pb2, lock_pb2_grpc, new_show

CONNECTIONS, CALLERS, ROUNDS = 20, 200, 100


@case("200 concurrent LockSeats for one seat from 20 connections: one winner, 199 SEAT_TAKEN naming it; 100 rounds")
def one_winner(client, server):
    show = new_show(client, rows=10, columns=10)
    clients = [server.client() for _ in range(CONNECTIONS)]
    stubs = [lock_pb2_grpc.LockServiceStub(one.channel) for one in clients]
    for round in range(ROUNDS):
        seat = f"R{round // 10}C{round % 10}"
        calls = [stubs[n % CONNECTIONS].LockSeats.future(
            lock_pb2.LockSeatsRequest(show_id=show.show_id, holder=f"h{n}", seats=[seat]), timeout=30)
            for n in range(CALLERS)]
        winners = []
        for number, call in enumerate(calls):
            error = call.exception()
            if error is None:
                winners.append((number, call.result()))
                continue
            refused = Refused(error)
            assert (refused.code, refused.reason, refused.seats) == ("ABORTED", "SEAT_TAKEN", [seat]), refused
        assert len(winners) == 1, f"round {round}: {len(winners)} winners"
        number, lock = winners[0]
        assert lock.seats == [seat] and lock.holder == f"h{number}" and lock.seq == round + 1, lock
    assert client.snapshot(show.show_id).seq == ROUNDS
    for one in clients:
        one.close()


@case("overlapping pairs of seats: nobody gets half, and every seat is sold at most once")
def overlapping(client, server):
    show = new_show(client, rows=1, columns=40)
    clients = [server.client() for _ in range(8)]
    sold, failures, guard = [], [], threading.Lock()

    def buyer(number):
        one = clients[number]
        for step in range(60):
            start = (number * 7 + step * 11) % 38
            seats = [f"R0C{start}", f"R0C{start + 1}", f"R0C{start + 2}"]
            try:
                lock = one.lock(show.show_id, seats, holder=f"h{number}")
                if step % 3:
                    one.ReleaseLock(token=lock.token)
                else:
                    sale = one.ConfirmLock(token=lock.token, order_ref=f"o{step}")
                    with guard:
                        sold.extend(sale.seats)
            except Refused as refused:
                if refused.reason != "SEAT_TAKEN" or not set(refused.seats) <= set(seats):
                    failures.append(refused)

    threads = [threading.Thread(target=buyer, args=(n,)) for n in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures, failures[0]
    assert len(sold) == len(set(sold))
    states = client.snapshot(show.show_id).states
    assert {f"R0C{n}" for n in range(40) if states[n] == SOLD} == set(sold)
    for one in clients:
        one.close()


@case("1,000 streams on one connection, all told of a change")
def many_streams(client, server):
    show = new_show(client)
    other = server.client()                             # a thousand is a connection's limit
    streams = [client.watch(show.show_id, timeout=60) for _ in range(1000)]
    for stream in streams:
        assert next(stream).WhichOneof("event") == "snapshot"
    other.lock(show.show_id, ["R0C0"])
    other.close()
    for stream in streams:
        event = next(stream)
        while event.WhichOneof("event") == "heartbeat":
            event = next(stream)
        assert event.delta.last_seq == 1
    for stream in streams:
        stream.cancel()


@case("thousands of abandoned streams hurt nobody")
def abandoned(client):
    show = new_show(client)
    for _ in range(1500):
        stream = client.watch(show.show_id)
        stream.cancel()
    client.lock(show.show_id, ["R0C0"])
    assert client.snapshot(show.show_id).seq == 1
