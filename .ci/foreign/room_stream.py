"""WatchRoom and GetRoom: the rules of the stream, and sizes on the wire. What waits for the clock is in room_deadlines."""
import threading
import time

from cases import case
from raw_h2 import RawConnection, framed
from room_client import (AWAY, FOCUSING, IDLE, RESTING, RoomReader, RoomWatcher, join, kind, new_room, present,
                         seconds, whole)
from usher_client import must_refuse, new_id, room_pb2, span

WATCH = "/usher.v1.RoomService/WatchRoom"


def toggle(client, token, times):
    """So many changes of one member."""
    for number in range(times):
        client.SetStatus(token=token, status=RESTING if number % 2 == 0 else IDLE)


def first(client, room, **fields):
    stream = client.watch_room(room.room_id, timeout=10, **fields)
    event = next(stream)
    stream.cancel()
    return event


@case("GetRoom: the change if exactly one was missed, a heartbeat if none, else a snapshot")
def get_room(client):
    room = new_room(client)
    ann = join(client, room, "ann", seat="R0C0")
    toggle(client, ann.token, 3)
    assert ann.epoch and whole(client, room).epoch == ann.epoch
    at = {"room_id": room.room_id, "epoch": ann.epoch}
    event = client.GetRoom(**at, after_seq=3)
    assert kind(event) == "change" and event.change.seq == 4 and event.change.updated.status == RESTING, event
    event = client.GetRoom(**at, after_seq=4)
    assert kind(event) == "heartbeat" and event.heartbeat.seq == 4 and event.heartbeat.show_version == 0
    assert abs(seconds(event.heartbeat.server_time) - time.time()) < 5
    for fields in [{**at, "after_seq": 2}, {**at, "after_seq": 0}, {**at, "after_seq": 5}, {**at, "after_seq": 2**64 - 1},
                   {**at, "epoch": "other", "after_seq": 4}, {"room_id": room.room_id, "after_seq": 4}]:
        assert kind(client.GetRoom(**fields)) == "snapshot", fields
    must_refuse("NOT_FOUND", "ROOM_UNKNOWN", client.GetRoom, room_id=new_id("room"))
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.GetRoom, room_id="a b")


@case("a snapshot has everybody in the order of their joining, the hall, its revision, epoch and seq")
def snapshot(client):
    room = new_room(client)
    tokens = [join(client, room, name).token for name in ("eve", "ann", "bob", "dan")]
    client.LeaveRoom(token=tokens[0])
    join(client, room, "eve")
    for event in (client.GetRoom(room_id=room.room_id), first(client, room)):
        taken = event.snapshot
        assert [member.member_id for member in taken.members] == ["ann", "bob", "dan", "eve"]
        assert (taken.hall_id, taken.hall_revision, taken.seq) == (room.hall_id, 1, 6) and taken.epoch
        assert abs(seconds(taken.server_time) - time.time()) < 5


@case("the first event: a snapshot without a position, ahead, or of another epoch; else what was missed, or a heartbeat at once")
def first_event(client):
    room = new_room(client)
    ann = join(client, room, "ann")
    toggle(client, ann.token, 3)
    for fields in [{}, {"after_seq": 3}, {"epoch": "other", "after_seq": 3}, {"epoch": ann.epoch, "after_seq": 5}]:
        assert kind(first(client, room, **fields)) == "snapshot", fields
    watcher = RoomWatcher(client, room, reader=RoomReader(ann.epoch, 1, {"ann": ann.member}))
    watcher.wait(lambda reader: reader.seq == 4)
    reader = watcher.settled(client, room)
    assert (reader.snapshots, reader.changes) == (0, 3), "the missed changes, one by one"
    watcher.leave()
    started = time.monotonic()
    event = first(client, room, epoch=ann.epoch, after_seq=4)
    assert kind(event) == "heartbeat" and event.heartbeat.seq == 4 and time.monotonic() - started < 2
    must_refuse("NOT_FOUND", "ROOM_UNKNOWN", client.WatchRoom, new_id("room"))
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.WatchRoom, "")
    must_refuse("NOT_FOUND", "MEMBER_UNKNOWN", client.WatchRoom, room.room_id, token="rm_nobody")


@case("a gap of 100 changes is replayed one by one, one more is a snapshot")
def gap(client):
    room = new_room(client)
    ann = join(client, room, "ann")
    toggle(client, ann.token, 101)
    watcher = RoomWatcher(client, room, reader=RoomReader(ann.epoch, 2, {"ann": present(client, room)[0]["ann"]}))
    # The member as it stood at seq 2.
    watcher.reader.members["ann"].status = RESTING
    watcher.wait(lambda reader: reader.seq == 102)
    assert (watcher.reader.snapshots, watcher.reader.changes) == (0, 100), vars(watcher.reader)
    watcher.leave()
    assert kind(first(client, room, epoch=ann.epoch, after_seq=1)) == "snapshot"


@case("a reader that leaves and resumes gets what it missed, once")
def resume(client):
    room = new_room(client)
    tokens = {name: join(client, room, name).token for name in ("ann", "bob")}
    reader = RoomWatcher(client, room).ready().leave()
    for round in range(8):
        toggle(client, tokens["ann"], 1 + round)
        client.TakeSeat(token=tokens["bob"], seat=f"R1C{round}")
        watcher = RoomWatcher(client, room, reader=reader)
        toggle(client, tokens["ann"], 2)
        reader = watcher.settled(client, room)
        watcher.leave()
    assert reader.snapshots == 1, "short gaps are replayed"


@case("twenty writers, ten watchers that come and go: everybody ends on the room, whatever they missed")
def many(client, server):
    room = new_room(client, rows=5, columns=10)
    clients = [server.client() for _ in range(4)]
    failures = []

    def writer(number):
        mine = clients[number % 4]
        token = join(mine, room, f"m{number}").token
        for turn in range(15):
            try:
                mine.TakeSeat(token=token, seat=f"R{(number + turn) % 5}C{(number * 3 + turn) % 10}")
                mine.SetStatus(token=token, status=1 + turn % 3)
            except Exception as error:  # noqa: BLE001: whatever is not the one refusal is a failure
                if getattr(error, "reason", "") != "SEAT_OCCUPIED":
                    failures.append(error)
        if number % 5 == 0:
            mine.LeaveRoom(token=token)

    readers = [RoomReader() for _ in range(10)]
    writers = [threading.Thread(target=writer, args=(number,)) for number in range(20)]
    [thread.start() for thread in writers]
    while any(thread.is_alive() for thread in writers):
        watchers = [RoomWatcher(one, room, reader=reader) for one, reader in zip(clients * 3, readers)]
        time.sleep(0.15)
        [watcher.leave() for watcher in watchers]
    assert not failures, failures[0]
    for one, reader in zip(clients * 3, readers):
        watcher = RoomWatcher(one, room, reader=reader)
        watcher.settled(client, room)
        watcher.leave()
    assert len(present(client, room)[0]) == 16
    [one.close() for one in clients]


def data_frames(data):
    """The DATA frames in these bytes of a connection, as (header and payload) sizes."""
    sizes = []
    while len(data) >= 9:
        length = int.from_bytes(data[:3], "big")
        if data[3] == 0:
            sizes.append(9 + length)
        data = data[9 + length:]
    return sizes


@case("50 members with ids and names of 16 characters: a snapshot of at most 5 KB, a status change of at most 64 bytes")
def sizes(client, server):
    room = new_room(client, rows=5, columns=10)
    tokens = []
    for number in range(50):
        name = f"member-{number:09}"
        tokens.append(join(client, room, name, nickname=name[::-1], seat=f"R{number // 10}C{number % 10}").token)
    # All focus for 25 minutes: the fullest that members are.
    for number in range(50):
        client.StartFocus(session_id=new_id("focus"), member_id=f"member-{number:09}", room_id=room.room_id,
                          planned=span(1500))
    taken = whole(client, room)
    assert len(taken.members) == 50 and all(member.status == FOCUSING for member in taken.members)
    assert all(seconds(member.planned) == 1500 for member in taken.members)
    raw = RawConnection(server.address)
    try:
        stream = raw.open(WATCH)
        raw.send(stream, framed(room_pb2.WatchRoomRequest(room_id=room.room_id).SerializeToString()), end=True)
        while not raw.messages(stream):
            assert raw.read(5)
        event = room_pb2.RoomEvent.FromString(raw.messages(stream)[0])
        size = event.ByteSize()
        assert len(event.snapshot.members) == 50 and size <= 5 * 1024, f"{size} bytes"
        sizes = []
        for call in [lambda: client.SetStatus(token=tokens[7], status=RESTING),
                     lambda: client.SetStatus(token=tokens[7], status=FOCUSING),
                     lambda: client.SetStatus(token=tokens[7], status=AWAY),
                     lambda: client.SetStatus(token=tokens[7], status=IDLE)]:
            call()
            raw.socket.settimeout(5)
            sizes += data_frames(raw.socket.recv(65536))
        print(f"          snapshot of 50: {size} bytes; status changes: {sizes} bytes as DATA frames", flush=True)
        assert len(sizes) == 4 and max(sizes) <= 64, sizes
    finally:
        raw.close()


@case("the fullest status change, the start of a focus with its plan, is one DATA frame of at most 64 bytes")
def focus_size(client, server):
    room = new_room(client)
    name = "member-000000099"
    join(client, room, name, seat="R0C0")
    raw = RawConnection(server.address)
    try:
        stream = raw.open(WATCH)
        raw.send(stream, framed(room_pb2.WatchRoomRequest(room_id=room.room_id).SerializeToString()), end=True)
        while not raw.messages(stream):
            assert raw.read(5)
        client.StartFocus(session_id=new_id("focus"), member_id=name, room_id=room.room_id, planned=span(1500))
        raw.socket.settimeout(5)
        sizes = data_frames(raw.socket.recv(65536))
        print(f"          {sizes} bytes", flush=True)
        assert len(sizes) == 1 and sizes[0] <= 64, sizes
    finally:
        raw.close()


@case("a token has 32 streams and no more: the next one is told the reason and when to come back")
def too_many_streams(client):
    room = new_room(client)
    token = join(client, room).token
    streams = [client.watch_room(room.room_id, token=token) for _ in range(32)]
    for stream in streams:
        next(stream)
    refused = must_refuse("RESOURCE_EXHAUSTED", "TOO_MANY", client.WatchRoom, room_id=room.room_id, token=token)
    assert refused.retry_after, refused
    for stream in streams:
        stream.cancel()
