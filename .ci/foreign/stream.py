"""WatchSeats and GetSeats: the rules of the stream."""
import time

from cases import case
from usher_client import (AVAILABLE, BLOCKED, Reader, Watcher, field_mask_pb2, must_refuse, new_show, refusal, seconds,
                          show_pb2, span)


def toggle(client, show_id, times, seat="R0C0"):
    """So many changes of one seat."""
    for number in range(times):
        call = client.UnblockSeats if number % 2 else client.BlockSeats
        call(show_id=show_id, seats=[seat])


def first(client, show_id, **fields):
    stream = client.watch(show_id, timeout=10, **fields)
    event = next(stream)
    stream.cancel()
    return event


def kind(event):
    return event.WhichOneof("event")


def update(client, show_id, **fields):
    return client.UpdateShow(show=show_pb2.Show(show_id=show_id, **fields),
                             update_mask=field_mask_pb2.FieldMask(paths=list(fields)))


@case("a snapshot has one byte a seat in index order, the hall's revision, the epoch and the seq")
def snapshot(client):
    show = new_show(client, rows=3, columns=7)
    client.lock(show.show_id, ["R1C0"])
    taken = client.snapshot(show.show_id)
    assert (taken.show_id, taken.hall_id, taken.hall_revision) == (show.show_id, show.hall_id, 1)
    assert taken.epoch == show.epoch and taken.seq == 1
    assert taken.states == bytes([1] * 7 + [2] + [1] * 13)
    assert abs(seconds(taken.server_time) - time.time()) < 5
    watched = first(client, show.show_id).snapshot
    assert (watched.epoch, watched.seq, watched.states) == (taken.epoch, taken.seq, taken.states)


@case("the first event: a snapshot if the epoch is empty or differs or the position is ahead")
def first_snapshot(client):
    show = new_show(client)
    toggle(client, show.show_id, 3)
    for fields in [{}, {"after_seq": 3}, {"epoch": "other", "after_seq": 3}, {"epoch": show.epoch, "after_seq": 4},
                   {"epoch": show.epoch, "after_seq": 2**64 - 1}]:
        assert kind(client.GetSeats(show_id=show.show_id, **fields)) == "snapshot", fields
        assert kind(first(client, show.show_id, **fields)) == "snapshot", fields


@case("the first event: the missing deltas, or a heartbeat at once if nothing was missed")
def first_delta(client):
    show = new_show(client)
    toggle(client, show.show_id, 3)
    client.BlockSeats(show_id=show.show_id, seats=["R0C1", "R0C2"])
    for event in (client.GetSeats(show_id=show.show_id, epoch=show.epoch, after_seq=1),
                  first(client, show.show_id, epoch=show.epoch, after_seq=1)):
        assert kind(event) == "delta" and event.delta.first_seq == 2, event
    delta = client.GetSeats(show_id=show.show_id, epoch=show.epoch, after_seq=1).delta
    assert (delta.first_seq, delta.last_seq) == (2, 4)
    assert sorted((change.seat, change.state) for change in delta.changes) == [(0, BLOCKED), (1, BLOCKED), (2, BLOCKED)]
    started = time.monotonic()
    for event in (client.GetSeats(show_id=show.show_id, epoch=show.epoch, after_seq=4),
                  first(client, show.show_id, epoch=show.epoch, after_seq=4)):
        assert kind(event) == "heartbeat" and event.heartbeat.seq == 4, event
        assert event.heartbeat.show_version == client.GetShow(show_id=show.show_id).version
    assert time.monotonic() - started < 2


@case("a gap of max(100, seats / 16) is served by deltas, one more by a snapshot")
def gap(client):
    show = new_show(client)
    toggle(client, show.show_id, 101)
    reader = Reader()
    reader.epoch, reader.seq = show.epoch, 1
    reader.apply(client.GetSeats(show_id=show.show_id, epoch=show.epoch, after_seq=1))
    assert reader.deltas == 1 and reader.seq == 101
    assert kind(client.GetSeats(show_id=show.show_id, epoch=show.epoch, after_seq=0)) == "snapshot"
    assert kind(first(client, show.show_id, epoch=show.epoch, after_seq=1)) == "delta"
    assert kind(first(client, show.show_id, epoch=show.epoch, after_seq=0)) == "snapshot"
    wide = new_show(client, rows=40, columns=50)
    toggle(client, wide.show_id, 126)
    assert kind(client.GetSeats(show_id=wide.show_id, epoch=wide.epoch, after_seq=1)) == "delta"
    assert kind(client.GetSeats(show_id=wide.show_id, epoch=wide.epoch, after_seq=0)) == "snapshot"


@case("one accepted request raises the seq by one, whatever it touches; reads and refusals raise nothing")
def one_seq(client):
    show = new_show(client)
    watcher = Watcher(client, show.show_id)
    watcher.wait(lambda reader: reader.states)
    lock = client.lock(show.show_id, [f"R0C{n}" for n in range(10)])
    assert lock.seq == 1
    refusal(client.lock, show.show_id, ["R0C0"])
    client.GetLock(token=lock.token)
    client.RenewLock(token=lock.token, ttl=span(2000))
    client.BeginPayment(token=lock.token)
    update(client, show.show_id, title="Renamed")
    sale = client.ConfirmLock(token=lock.token, order_ref="o")
    assert sale.seq == 2
    assert client.RefundSale(sale_id=sale.sale_id, all=True).seq == 3
    reader = watcher.wait(lambda reader: reader.seq == 3)
    assert all(state == AVAILABLE for state in reader.states) and reader.snapshots == 1
    watcher.leave()


@case("a watcher holds exactly the server's map at every position it reaches")
def exact(client):
    show = new_show(client, rows=8, columns=20)
    watcher = Watcher(client, show.show_id)
    for number in range(60):
        lock = client.lock(show.show_id, [f"R{number % 8}C{number // 8}"], holder=f"h{number}")
        if number % 3 == 0:
            client.ConfirmLock(token=lock.token, order_ref="o")
        elif number % 3 == 1:
            client.ReleaseLock(token=lock.token)
    taken = client.snapshot(show.show_id)
    reader = watcher.wait(lambda reader: reader.seq == taken.seq)
    assert bytes(reader.states) == taken.states
    watcher.leave()


@case("a reader that leaves and resumes gets what it missed, once")
def resume(client):
    show = new_show(client)
    watcher = Watcher(client, show.show_id)
    watcher.wait(lambda reader: reader.states)
    reader = watcher.leave()
    for round in range(10):
        toggle(client, show.show_id, 1 + round, seat=f"R1C{round}")
        watcher = Watcher(client, show.show_id, reader=reader)
        toggle(client, show.show_id, 2, seat=f"R2C{round}")
        taken = client.snapshot(show.show_id)
        watcher.wait(lambda reader: reader.seq == taken.seq)
        reader = watcher.leave()
        assert bytes(reader.states) == taken.states
    assert reader.snapshots == 1, "short gaps are answered by deltas"


@case("heartbeats come after the asked silence, clamped to 5 s, at the reader's own position")
def heartbeats(client):
    show = new_show(client)
    asked = [span(1), span(5), span(7)]
    watchers = [Watcher(client, show.show_id, heartbeat=heartbeat) for heartbeat in asked]
    for watcher in watchers:
        watcher.wait(lambda reader: reader.states)
    begun = time.time()
    for watcher, wanted in zip(watchers, [5, 5, 7]):
        watcher.wait(lambda reader: reader.heartbeats >= 1, within=10)
        beat = [moment for moment, event in watcher.events if kind(event) == "heartbeat"][0]
        assert wanted - 0.5 <= beat - begun <= wanted + 2, f"asked for {wanted}, came after {beat - begun:.2f} s"
        assert watcher.reader.last.heartbeat.HasField("server_time")
        watcher.leave()


@case("a change of the show's own fields is a show event: no seq, no counts")
def show_events(client):
    show = new_show(client)
    watcher = Watcher(client, show.show_id)
    watcher.wait(lambda reader: reader.states)
    changed = update(client, show.show_id, sales_open=False)
    watcher.wait(lambda reader: reader.shows == 1)
    told = watcher.reader.last.show
    assert told.show_id == show.show_id and not told.sales_open and told.version == changed.version
    assert told.seq == 0 and not told.HasField("counts")
    client.BlockSeats(show_id=show.show_id, seats=["R0C0"])
    watcher.wait(lambda reader: reader.seq == 1)
    watcher.leave()


@case("a show_version that is behind brings a show event after the first event; 0 and the newest bring none")
def show_version(client):
    show = new_show(client)
    changed = update(client, show.show_id, title="Renamed")
    assert changed.version > show.version
    for fields in [{"epoch": ""}, {"epoch": show.epoch}]:
        stream = client.watch(show.show_id, timeout=10, show_version=show.version, **fields)
        events = [next(stream), next(stream)]
        stream.cancel()
        assert kind(events[0]) in ("snapshot", "heartbeat") and kind(events[1]) == "show", events
        assert events[1].show.title == "Renamed"
    for version in (0, changed.version):
        watcher = Watcher(client, show.show_id, show_version=version)
        watcher.wait(lambda reader: reader.states)
        client.BlockSeats(show_id=show.show_id, seats=["R0C0"])
        client.UnblockSeats(show_id=show.show_id, seats=["R0C0"])
        position = client.snapshot(show.show_id).seq
        assert watcher.wait(lambda reader: reader.seq == position).shows == 0
        watcher.leave()


@case("an unknown show is SHOW_UNKNOWN, an impossible id a field fault, for both")
def unknown(client):
    import grpc
    from usher_client import Refused
    must_refuse("NOT_FOUND", "SHOW_UNKNOWN", client.GetSeats, show_id="nowhere")
    assert "show_id" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.GetSeats, show_id="a b").faults
    for show_id, code, reason in [("nowhere", "NOT_FOUND", "SHOW_UNKNOWN"), ("", "INVALID_ARGUMENT", "FIELDS")]:
        try:
            next(client.watch(show_id, timeout=10))
            raise AssertionError("a stream for a show that is not there")
        except grpc.RpcError as error:
            refused = Refused(error)
        assert (refused.code, refused.reason) == (code, reason), refused


@case("a watch sends its headers at once, and a deadline ends it with DEADLINE_EXCEEDED")
def deadline(client):
    import grpc
    show = new_show(client)
    stream = client.watch(show.show_id, timeout=1)
    started = time.monotonic()
    stream.initial_metadata()
    assert time.monotonic() - started < 0.9
    try:
        for _ in stream:
            pass
        raise AssertionError("the stream ended by itself")
    except grpc.RpcError as error:
        assert error.code().name == "DEADLINE_EXCEEDED", error.code()


@case("what was answered is seen at once by every reader, whatever connection it asks on")
def read_your_writes(client, server):
    show = new_show(client)
    clients = [server.client() for _ in range(6)]
    for number in range(300):
        writer, reader = clients[number % 6], clients[(number * 5 + 1) % 6]
        call = writer.UnblockSeats if number % 2 else writer.BlockSeats
        seq = call(show_id=show.show_id, seats=["R0C0"]).seq
        taken = reader.snapshot(show.show_id)
        assert taken.seq == seq and taken.states[0] == (AVAILABLE if number % 2 else BLOCKED), (taken.seq, seq)
        delta = reader.GetSeats(show_id=show.show_id, epoch=show.epoch, after_seq=seq - 1).delta
        assert (delta.first_seq, delta.last_seq) == (seq, seq), delta
        assert reader.GetShow(show_id=show.show_id).seq == seq
    for one in clients:
        one.close()
