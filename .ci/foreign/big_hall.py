"""A hall of 100,000 seats: it imports, snapshots and streams. Prints the figures."""
import json
import time

from cases import case
from usher_client import LOCKED, Reader, Watcher, make_hall, new_id, new_show


@case("a hall of 100,000 seats is put, read, snapshotted and streamed")
def big(client, server):
    before = server.memory()
    hall = make_hall(new_id("big"), rows=250, columns=400, zones=tuple("ABCDE"))
    started = time.monotonic()
    put = client.PutHall(hall=hall)
    import_seconds = time.monotonic() - started
    assert put.seat_count == 100_000 and put.revision == 1
    assert not client.CheckHall(hall=hall).faults
    part = client.GetHall(hall_id=hall.hall_id, first_row=249)
    assert [seat.index for seat in part.seats] == list(range(99_600, 100_000))
    show = new_show(client, hall=hall)
    started = time.monotonic()
    event = client.GetSeats(show_id=show.show_id)
    snapshot_seconds = time.monotonic() - started
    assert len(event.snapshot.states) == 100_000
    watchers = [Watcher(client, show.show_id) for _ in range(10)]
    for watcher in watchers:
        watcher.wait(lambda reader: reader.states, within=20)
    for number in range(200):
        client.lock(show.show_id, [f"R{number}C{n}" for n in range(10)], holder=f"h{number}")
    taken = client.snapshot(show.show_id)
    assert taken.seq == 200 and sum(state == LOCKED for state in taken.states) == 2000
    for watcher in watchers:
        watcher.wait(lambda reader: reader.seq == 200, within=20)
        reader = watcher.leave()
        assert bytes(reader.states) == taken.states and reader.snapshots == 1
    # 100,000 / 16 = 6,250: all of this gap is served as one delta.
    reader = Reader()
    reader.epoch = show.epoch
    reader.apply(client.GetSeats(show_id=show.show_id, epoch=show.epoch, after_seq=0))
    assert reader.deltas == 1 and reader.seq == 200
    counts = client.GetShow(show_id=show.show_id).counts
    assert (counts.total, counts.locked) == (100_000, 2000)
    started = time.monotonic()
    server.kill()
    server.start()
    fresh = server.client()
    again = fresh.snapshot(show.show_id)
    restart_seconds = time.monotonic() - started
    assert (again.seq, again.states, again.epoch) == (taken.seq, taken.states, taken.epoch)
    fresh.close()
    print(json.dumps({"figure": "hall of 100,000 seats", "import_seconds": round(import_seconds, 2),
                      "snapshot_bytes": event.ByteSize(), "snapshot_seconds": round(snapshot_seconds, 3),
                      "restart_to_snapshot_seconds": round(restart_seconds, 2),
                      "server_memory_before": before, "server_memory_after": server.memory()}))


@case("the command line brings such a hall out and in again, and tells how many seats it has")
def by_command(client, server):
    from command_line import parsed, usher
    from usher_client import hall_pb2
    hall = make_hall(new_id("big"), rows=250, columns=400)
    client.PutHall(hall=hall)
    out, _ = usher(server, "hall", "get", hall.hall_id, "--json", seconds=120)
    said, _ = usher(server, "import", "-", "--hall", f"{hall.hall_id}-b", stdin=out, seconds=180)
    assert "100000 seats" in said, said
    put = parsed(usher(server, "import", "-", "--json", stdin=out, seconds=180)[0], hall_pb2.Hall())
    assert (put.seat_count, put.revision) == (100_000, 1)
