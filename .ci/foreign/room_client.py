"""What the tests of rooms share: rooms in halls of their own, a reader of one room, a watcher on a thread of its own."""
import time

from usher_client import Watcher, make_hall, new_id, room_pb2, seconds, span

IDLE, FOCUSING, RESTING, AWAY = 1, 2, 3, 4
COUNTS = room_pb2.ROOM_DETAIL_COUNTS


def new_room(client, rows=4, columns=10, away=None, leave=None, areas=(), hall=None, **fields):
    """A room in a hall of its own; `away` and `leave` in seconds; `areas` as (id, first row, row count)."""
    if hall is None:
        hall = make_hall(new_id("hall"), rows, columns)
        for area_id, first_row, row_count in areas:
            hall.areas.add(area_id=area_id, name=area_id.title(), first_row=first_row, row_count=row_count,
                           first_column=0, column_count=columns)
        client.PutHall(hall=hall)
    if away is not None:
        fields["away_after"] = span(away)
    if leave is not None:
        fields["leave_after"] = span(leave)
    return client.CreateRoom(room=room_pb2.Room(room_id=new_id("room"), hall_id=hall.hall_id, name="A room", **fields))


def join(client, room, member="ann", **fields):
    room_id = room if isinstance(room, str) else room.room_id
    return client.JoinRoom(room_id=room_id, member_id=member, **fields)


def kind(event):
    return event.WhichOneof("event")


def whole(client, room):
    """The room as a snapshot."""
    event = client.GetRoom(room_id=room if isinstance(room, str) else room.room_id)
    assert kind(event) == "snapshot", event
    return event.snapshot


def present(client, room):
    """Members by id, and the seq."""
    snapshot = whole(client, room)
    return {member.member_id: member for member in snapshot.members}, snapshot.seq


class RoomReader:
    """Holds a room by the rules of the stream, and fails at the first event that breaks one."""

    def __init__(self, epoch="", seq=0, members=None):
        self.epoch, self.seq, self.members, self.counts = epoch, seq, members, None
        self.snapshots = self.changes = self.heartbeats = self.drains = self.tallies = 0
        self.joined = self.updated = self.left = 0
        self.last = None

    def apply(self, event):
        what = kind(event)
        self.last = event
        if what == "snapshot":
            snapshot = event.snapshot
            assert snapshot.epoch, "a snapshot without an epoch"
            assert self.epoch != snapshot.epoch or snapshot.seq >= self.seq, (
                f"snapshot at {snapshot.seq} behind the reader at {self.seq}")
            self.epoch, self.seq = snapshot.epoch, snapshot.seq
            self.members = {member.member_id: member for member in snapshot.members}
            assert len(self.members) == len(snapshot.members), "a member twice"
            self.snapshots += 1
        elif what == "change":
            assert event.change.seq == self.seq + 1, f"change {event.change.seq}, reader at {self.seq}"
            self.seq = event.change.seq
            self.changes += 1
            if self.members is not None:
                self.change(event.change)
        elif what == "counts":
            counts = event.counts
            assert counts.seq >= self.seq, f"counts of {counts.seq} behind the reader at {self.seq}"
            assert counts.focusing + counts.resting + counts.away <= counts.present, counts
            self.seq, self.counts = counts.seq, counts
            self.tallies += 1
        elif what == "heartbeat":
            assert event.heartbeat.seq == self.seq, f"heartbeat at {event.heartbeat.seq}, reader at {self.seq}"
            self.heartbeats += 1
        elif what == "drain":
            self.drains += 1
        if what in ("snapshot", "change") and self.members is not None:
            seats = [member.seat for member in self.members.values() if member.seat]
            assert len(seats) == len(set(seats)), f"two members in one seat after {event}"
        return what

    def change(self, change):
        what = change.WhichOneof("change")
        if what == "joined":
            member = change.joined
            assert member.member_id not in self.members, f"{member.member_id} joined while present"
            assert 1 <= member.status <= 4, member
            self.members[member.member_id] = member
            self.joined += 1
        elif what == "left":
            assert change.left in self.members, f"{change.left} left without having been there"
            del self.members[change.left]
            self.left += 1
        else:
            update, member = change.updated, self.members[change.updated.member_id]
            touched = [field for field in ("seat", "status", "focus_started_at", "planned", "nickname", "avatar")
                       if update.HasField(field)]
            assert touched, f"an update that says nothing: {update}"
            before = room_pb2.Member()
            before.CopyFrom(member)
            for field in touched:
                value = getattr(update, field)
                if field in ("focus_started_at", "planned"):
                    if value.seconds == 0 and value.nanos == 0:
                        assert member.HasField(field), f"{field} cleared where there was none: {update}"
                        member.ClearField(field)
                        continue
                    assert not member.HasField(field) or getattr(member, field) != value, f"{field} is no change: {update}"
                    getattr(member, field).CopyFrom(value)
                else:
                    assert getattr(member, field) != value, f"{field} is no change: {update} of {before}"
                    setattr(member, field, value)
            self.updated += 1

    def equals(self, snapshot):
        """Fails unless it holds what the snapshot says, in its order."""
        assert self.seq == snapshot.seq, f"reader at {self.seq}, snapshot at {snapshot.seq}"
        mine = list(self.members.values())
        assert mine == list(snapshot.members), (
            f"the reader's room is another at seq {self.seq}: "
            f"{[pair for pair in zip(mine, snapshot.members) if pair[0] != pair[1]][:2]}")


class RoomWatcher(Watcher):
    """A reader on a thread of its own. `events` are (when, event)."""

    def __init__(self, client, room, reader=None, **fields):
        super().__init__(client, room if isinstance(room, str) else room.room_id, reader=reader or RoomReader(), **fields)

    @staticmethod
    def open(client, room_id, **fields):
        return client.watch_room(room_id, **fields)

    def ready(self):
        self.wait(lambda reader: reader.members is not None or reader.counts is not None, what="the first event")
        return self

    def settled(self, client, room, within=10):
        """Waits until it stands where the room stands, and holds what the room holds."""
        until = time.monotonic() + within
        while True:
            snapshot = whole(client, room)
            self.wait(lambda reader: reader.seq >= snapshot.seq, within, f"seq {snapshot.seq}")
            if self.reader.seq == snapshot.seq:
                self.reader.equals(snapshot)
                return self.reader
            assert time.monotonic() < until, "the room does not come to rest"

    def of(self, member):
        """(when, change) of one member, in order."""
        found = []
        for when, event in list(self.events):
            if kind(event) == "change":
                what = event.change.WhichOneof("change")
                name = event.change.left if what == "left" else getattr(event.change, what).member_id
                if name == member:
                    found.append((when, event.change))
        return found


def is_status(change, status):
    """Whether the change is an update to this status, and of nothing else."""
    update = change.updated
    return (change.WhichOneof("change") == "updated" and update.HasField("status") and update.status == status
            and len(update.ListFields()) == 2)


__all__ = ["IDLE", "FOCUSING", "RESTING", "AWAY", "COUNTS", "RoomReader", "RoomWatcher", "is_status", "join", "kind",
           "new_room", "present", "seconds", "whole"]
