"""Away and leave by the clock: never early, at most two seconds late; heartbeats and tallies. All stories run side by side,
since each waits."""
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cases import case
from room_client import (AWAY, COUNTS, FOCUSING, IDLE, RESTING, RoomWatcher, is_status, join, kind, new_room, present, seconds,
                         whole)
from usher_client import must_refuse, span

LATE = 2.0
AWAY_AFTER, LEAVE_AFTER = 1.5, 4.0

_stories = []
_running = {}


def story(sentence, away=AWAY_AFTER, leave=LEAVE_AFTER):
    """A case that waits for the clock, in a room of its own which a watcher without a token follows."""
    def register(function):
        def play(server):
            client = server.client()
            room = new_room(client, away=away, leave=leave)
            watcher = RoomWatcher(client, room).ready()
            try:
                function(client, room, watcher)
                watcher.settled(client, room)
                watcher.leave()
            finally:
                client.close()

        def wait(server):
            if not _running:
                pool = ThreadPoolExecutor(len(_stories))
                for name, one in _stories:
                    _running[name] = pool.submit(one, server)
                pool.shutdown(wait=False)
            _running[sentence].result(timeout=60)

        wait.__module__ = __name__
        _stories.append((sentence, play))
        case(sentence)(wait)
        return function
    return register


def change_of(watcher, member, number, within):
    """(when, change) number `number` of a member, 0 being the join."""
    watcher.wait(lambda _: len(watcher.of(member)) > number, within, f"change {number} of {member}")
    return watcher.of(member)[number]


def in_time(when, earliest, latest, span, what):
    """The event of a deadline `span` after a sign of life that fell between these two moments."""
    assert when >= earliest + span, f"{what} {earliest + span - when:.3f} s early"
    assert when <= latest + span + LATE, f"{what} {when - latest - span:.3f} s late"


@story("a silent device turns AWAY at its deadline, keeps its seat, and leaves at the other one; its token is dead then")
def silent(client, room, watcher):
    before = time.time()
    ann = join(client, room, "ann", seat="R0C0")
    after = time.time()
    when, change = change_of(watcher, "ann", 1, AWAY_AFTER + LATE + 1)
    in_time(when, before, after, AWAY_AFTER, "AWAY")
    assert is_status(change, AWAY), change
    assert present(client, room)[0]["ann"].seat == "R0C0"
    bob = join(client, room, "bob")
    must_refuse("ABORTED", "SEAT_OCCUPIED", client.TakeSeat, token=bob.token, seat="R0C0")
    while not watcher.reader.left and time.time() < after + LEAVE_AFTER + LATE + 1:
        client.KeepAlive(token=bob.token)
        time.sleep(0.1)
    when, change = change_of(watcher, "ann", 2, 0.1)
    in_time(when, before, after, LEAVE_AFTER, "left")
    assert change.left == "ann"
    for call, fields in [(client.KeepAlive, {}), (client.TakeSeat, {"seat": "R0C1"}), (client.SetStatus, {"status": IDLE})]:
        must_refuse("NOT_FOUND", "MEMBER_UNKNOWN", call, token=ann.token, **fields)
    client.LeaveRoom(token=ann.token)
    assert list(present(client, room)[0]) == ["bob"] and client.TakeSeat(token=bob.token, seat="R0C0").seat == "R0C0"


@story("KeepAlive keeps a member, with no event, for longer than both deadlines")
def kept(client, room, watcher):
    ann = join(client, room, "ann")
    until = time.time() + LEAVE_AFTER + 1
    while time.time() < until:
        time.sleep(AWAY_AFTER / 3)
        client.KeepAlive(token=ann.token)
    assert len(watcher.of("ann")) == 1, watcher.of("ann")


@story("every call with the token is a sign of life, also one that is refused or changes nothing")
def signs(client, room, watcher):
    join(client, room, "bob", seat="R0C0")
    ann = join(client, room, "ann", device_id="phone")
    calls = [lambda: client.LeaveSeat(token=ann.token), lambda: client.SetStatus(token=ann.token, status=IDLE),
             lambda: must_refuse("ABORTED", "SEAT_OCCUPIED", client.TakeSeat, token=ann.token, seat="R0C0"),
             lambda: must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", client.TakeSeat, token=ann.token, seat="none"),
             lambda: join(client, room, "ann", device_id="phone")]
    for call in calls:
        time.sleep(AWAY_AFTER * 0.6)
        call()
    assert len(watcher.of("ann")) == 1, watcher.of("ann")


@story("a return within the grace is exactly one `updated` with the status from before, and no `left`")
def returning(client, room, watcher):
    ann = join(client, room, "ann", seat="R0C0", nickname="Ann")
    focusing = client.SetStatus(token=ann.token, status=FOCUSING)
    change_of(watcher, "ann", 2, AWAY_AFTER + LATE + 1)
    assert present(client, room)[0]["ann"].focus_started_at == focusing.focus_started_at
    client.KeepAlive(token=ann.token)
    client.KeepAlive(token=ann.token)
    _, change = change_of(watcher, "ann", 3, 1)
    assert is_status(change, FOCUSING), change
    assert present(client, room)[0]["ann"] == focusing
    # Silent again: the deadlines count anew from the last sign.
    last = time.time()
    when, change = change_of(watcher, "ann", 4, AWAY_AFTER + LATE + 1)
    assert is_status(change, AWAY) and when >= last - 0.1 + AWAY_AFTER
    assert len(watcher.of("ann")) == 5


@story("of those who were lost, TakeSeat is one `updated` with seat and status, JoinRoom one with the status")
def returning_by_calls(client, room, watcher):
    ann, _ = join(client, room, "ann"), join(client, room, "bob")
    change_of(watcher, "ann", 1, AWAY_AFTER + LATE + 1)
    change_of(watcher, "bob", 1, 1)
    client.TakeSeat(token=ann.token, seat="R0C3")
    _, change = change_of(watcher, "ann", 2, 1)
    assert (change.updated.seat, change.updated.status) == ("R0C3", IDLE), change
    assert join(client, room, "bob").member.status == IDLE
    _, change = change_of(watcher, "bob", 2, 1)
    assert is_status(change, IDLE)


@story("AWAY that the device set itself: KeepAlive does not undo it but keeps the seat; silence makes no second AWAY, and leaves")
def said_away(client, room, watcher):
    ann = join(client, room, "ann", seat="R0C0")
    client.SetStatus(token=ann.token, status=RESTING)
    client.SetStatus(token=ann.token, status=AWAY)
    until = time.time() + LEAVE_AFTER + 0.5
    while time.time() < until:
        before = time.time()
        client.KeepAlive(token=ann.token)
        last = time.time()
        time.sleep(0.4)
    assert len(watcher.of("ann")) == 3
    when, change = change_of(watcher, "ann", 3, LEAVE_AFTER + LATE + 1)
    in_time(when, before, last, LEAVE_AFTER, "left")
    assert change.left == "ann", change


@story("two devices: one falls silent and nothing happens; both, and the member is AWAY from the second one's deadline on")
def two_devices(client, room, watcher):
    join(client, room, "ann")
    laptop = join(client, room, "ann")
    until = time.time() + AWAY_AFTER + LATE
    while time.time() < until:
        before = time.time()
        client.KeepAlive(token=laptop.token)
        last = time.time()
        time.sleep(0.4)
    assert len(watcher.of("ann")) == 1, watcher.of("ann")
    when, change = change_of(watcher, "ann", 1, AWAY_AFTER + LATE + 1)
    in_time(when, before, last, AWAY_AFTER, "AWAY")
    # The first device is gone at its own deadline, the member only at the second one's.
    when, change = change_of(watcher, "ann", 2, LEAVE_AFTER + LATE + 1)
    in_time(when, before, last, LEAVE_AFTER, "left")
    assert change.left == "ann"


@story("a lost device beside one that said AWAY: the member is AWAY, and back with either")
def lost_and_said(client, room, watcher):
    phone, laptop = join(client, room, "ann"), join(client, room, "ann")
    client.SetStatus(token=phone.token, status=AWAY)
    assert present(client, room)[1] == 1
    until = time.time() + AWAY_AFTER + LATE
    while len(watcher.of("ann")) < 2 and time.time() < until:
        client.KeepAlive(token=phone.token)
        time.sleep(0.2)
    assert is_status(watcher.of("ann")[1][1], AWAY)
    client.KeepAlive(token=phone.token)
    assert present(client, room)[0]["ann"].status == AWAY
    client.KeepAlive(token=laptop.token)
    assert present(client, room)[0]["ann"].status == IDLE
    client.SetStatus(token=laptop.token, status=AWAY)
    assert present(client, room)[0]["ann"].status == AWAY
    client.SetStatus(token=phone.token, status=RESTING)
    assert present(client, room)[0]["ann"].status == RESTING


@story("an open stream with the token keeps a member for longer than both deadlines; when it ends, the deadline counts from then")
def by_stream(client, room, watcher):
    ann = join(client, room, "ann", seat="R0C0")
    stream = RoomWatcher(client, room, token=ann.token).ready()
    time.sleep(LEAVE_AFTER + 1)
    assert len(watcher.of("ann")) == 1, watcher.of("ann")
    before = time.time()
    stream.leave()
    after = time.time()
    when, change = change_of(watcher, "ann", 1, AWAY_AFTER + LATE + 1)
    in_time(when, before, after, AWAY_AFTER, "AWAY")
    assert is_status(change, AWAY)
    again = RoomWatcher(client, room, token=ann.token, reader=stream.reader)
    _, change = change_of(watcher, "ann", 2, 2)
    assert is_status(change, IDLE), "a new stream is a return"
    again.settled(client, room)
    assert again.reader.snapshots == 1, "it resumed from its position"
    again.leave()


@story("a stream that was open before does not undo an AWAY that the device set itself, and a new one does")
def stream_and_said(client, room, watcher):
    ann = join(client, room, "ann")
    stream = RoomWatcher(client, room, token=ann.token).ready()
    client.SetStatus(token=ann.token, status=AWAY)
    time.sleep(AWAY_AFTER + 1)
    assert len(watcher.of("ann")) == 2, watcher.of("ann")
    other = RoomWatcher(client, room, token=ann.token).ready()
    _, change = change_of(watcher, "ann", 2, 2)
    assert is_status(change, IDLE)
    stream.leave()
    time.sleep(AWAY_AFTER + 0.5)
    assert len(watcher.of("ann")) == 3, "one of two streams ended"
    other.leave()


@story("a stream without a token, or of COUNTS, is no sign of life by itself; with a token COUNTS is one")
def looking_only(client, room, watcher):
    join(client, room, "ann")
    bob = join(client, room, "bob")
    looker = RoomWatcher(client, room)
    counter = RoomWatcher(client, room, token=bob.token, detail=COUNTS).ready()
    _, change = change_of(watcher, "ann", 1, AWAY_AFTER + LATE + 1)
    assert is_status(change, AWAY)
    time.sleep(1)
    assert len(watcher.of("bob")) == 1
    looker.leave()
    counter.leave()


PEER = Path(__file__).with_name("room_peer.py")


class Peer:
    """A client in a process of its own: it joins, holds a stream with its token, and prints what it sees."""

    def __init__(self, address, room, member, seat, python=(sys.executable,)):
        self.process = subprocess.Popen([*python, str(PEER), address, room.room_id, member, seat],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.token = self.process.stdout.readline().strip()
        assert self.process.stdout.readline().strip() == "watching"

    def close(self):
        self.process.kill()
        self.process.wait()


@story("a half-open connection, whose process is stopped, turns its member AWAY by the deadline; one `updated` when it goes on",
       away=3, leave=20)
def half_open(client, room, watcher):
    peer = Peer(client.address, room, "ann", "R0C0")
    try:
        time.sleep(4)
        assert len(watcher.of("ann")) == 1, "an open connection is a sign of life"
        peer.process.send_signal(signal.SIGSTOP)
        stopped = time.time()
        when, change = change_of(watcher, "ann", 1, 3 + LATE + 1)
        assert is_status(change, AWAY), change
        # The last sign of life is the last PING that was answered: at most a third of the span before.
        assert stopped + 3 - 1.1 <= when <= stopped + 3 + LATE, when - stopped
        peer.process.send_signal(signal.SIGCONT)
        _, change = change_of(watcher, "ann", 2, 5)
        assert is_status(change, IDLE), change
        time.sleep(1)
        assert len(watcher.of("ann")) == 3 and present(client, room)[0]["ann"].seat == "R0C0"
    finally:
        peer.close()


@story("a connection that ends without a word counts from its end, and its member comes back by the token in its seat",
       away=2, leave=20)
def broken(client, room, watcher):
    peer = Peer(client.address, room, "ann", "R0C0")
    before = time.time()
    peer.close()
    when, change = change_of(watcher, "ann", 1, 2 + LATE + 1)
    in_time(when, before - 0.7, time.time(), 2, "AWAY")
    assert client.SetStatus(token=peer.token, status=IDLE).seat == "R0C0"
    _, change = change_of(watcher, "ann", 2, 2)
    assert is_status(change, IDLE) and len(watcher.of("ann")) == 3


@story("the shortest spans, a second each, are kept as well", away=1, leave=1)
def shortest(client, room, watcher):
    before = time.time()
    join(client, room, "ann")
    after = time.time()
    watcher.wait(lambda reader: reader.left == 1, 1 + LATE + 1, "the end")
    when, change = watcher.of("ann")[-1]
    in_time(when, before, after, 1, "left")
    assert change.left == "ann" and whole(client, room).members[:] == []
    assert seconds(room.away_after) == 1 and room.leave_after == span(1)


@story("heartbeats come after the asked silence, clamped to 5 s, at the reader's own position; also between counts",
       away=60, leave=120)
def heartbeats(client, room, watcher):
    join(client, room, "ann")
    asking = [RoomWatcher(client, room, heartbeat=span(asked)).ready() for asked in (1, 5, 7)]
    asking.append(RoomWatcher(client, room, heartbeat=span(1), detail=COUNTS).ready())
    for one, wanted in zip(asking, [5, 5, 7, 5]):
        one.wait(lambda reader: reader.heartbeats == 1, 12, "a heartbeat")
        times = [when for when, _ in one.events]
        assert wanted - 0.2 <= times[-1] - times[0] <= wanted + 2, (wanted, times)
        one.leave()


@story("COUNTS: numbers first, then at most once a second, and the last ones are right; areas in the hall's order",
       away=60, leave=120)
def counts(client, _, others):
    room = new_room(client, rows=4, areas=[("window", 0, 1), ("quiet", 1, 2), ("talk", 3, 1)])
    watcher = RoomWatcher(client, room, detail=COUNTS).ready()
    assert watcher.reader.counts.present == 0
    assert [area.area_id for area in watcher.reader.counts.areas] == ["window", "quiet", "talk"]
    seats = {"ann": "R0C0", "bob": "R1C0", "cat": "R2C0", "dan": "R2C1", "eve": ""}
    tokens = {name: join(client, room, name, seat=seat).token for name, seat in seats.items()}
    client.SetStatus(token=tokens["ann"], status=FOCUSING)
    client.SetStatus(token=tokens["bob"], status=RESTING)
    client.SetStatus(token=tokens["cat"], status=AWAY)
    client.SetStatus(token=tokens["dan"], status=FOCUSING)
    # A second and a half of changes in a row: three tallies at most.
    until, marks = time.monotonic() + 1.5, len(watcher.events)
    while time.monotonic() < until:
        client.SetStatus(token=tokens["eve"], status=RESTING)
        client.SetStatus(token=tokens["eve"], status=IDLE)
    assert len(watcher.events) - marks <= 3, [when for when, _ in watcher.events]
    seq = whole(client, room).seq
    reader = watcher.wait(lambda reader: reader.seq == seq, 3)
    told = reader.counts
    assert (told.present, told.focusing, told.resting, told.away) == (5, 2, 1, 1), told
    found = {area.area_id: (area.present, area.focusing, area.resting, area.away) for area in told.areas}
    assert found == {"window": (1, 1, 0, 0), "quiet": (3, 1, 1, 1), "talk": (0, 0, 0, 0)}, found
    times = [when for when, event in watcher.events if kind(event) == "counts"]
    assert all(later - sooner > 0.9 for sooner, later in zip(times[1:], times[2:])), times
    assert reader.changes == reader.snapshots == 0
    # A single change after a silence is told at once, or within the second.
    time.sleep(1.1)
    client.LeaveRoom(token=tokens["eve"])
    watcher.wait(lambda reader: reader.counts.present == 4, 2)
    watcher.leave()
