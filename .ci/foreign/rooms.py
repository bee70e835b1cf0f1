"""RoomService's calls: what each does, what each refuses, and what others see of it."""
import random
import time

from cases import case
from room_client import (AWAY, FOCUSING, IDLE, RESTING, RoomWatcher, is_status, join, kind, new_room, present, seconds,
                         whole)
from usher_client import make_hall, must_refuse, new_id, refusal, room_pb2, span


def refused_fields(wanted, call, **fields):
    """INVALID_ARGUMENT `FIELDS` with exactly these paths."""
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", call, **fields)
    assert set(refused.faults) == set(wanted), f"wanted {wanted}, got {refused.faults}"


@case("CreateRoom gives the newest hall's revision and the usual spans, again the same room, else ROOM_EXISTS")
def create(client):
    hall = make_hall(new_id("hall"))
    client.PutHall(hall=hall)
    asked = room_pb2.Room(room_id=new_id("room"), hall_id=hall.hall_id, name="Library")
    room = client.CreateRoom(room=asked)
    assert (room.room_id, room.hall_id, room.name, room.hall_revision) == (asked.room_id, hall.hall_id, "Library", 1)
    assert (seconds(room.away_after), seconds(room.leave_after)) == (50, 1800), room
    assert client.CreateRoom(room=asked) == room
    hall.name = "Renamed"
    assert client.PutHall(hall=hall).revision == 2
    assert client.CreateRoom(room=asked) == room, "a room keeps its hall's revision"
    assert whole(client, room).hall_revision == 1
    for other in [{"name": "Other"}, {"hall_id": new_room(client).hall_id}, {"away_after": span(40)},
                  {"leave_after": span(60)}]:
        changed = room_pb2.Room(room_id=asked.room_id, hall_id=hall.hall_id, name="Library")
        changed.MergeFrom(room_pb2.Room(**other))
        must_refuse("ALREADY_EXISTS", "ROOM_EXISTS", client.CreateRoom, room=changed)
    assert client.CreateRoom(room=asked) == room
    newer = client.CreateRoom(room=room_pb2.Room(room_id=new_id("room"), hall_id=hall.hall_id))
    assert newer.hall_revision == 2, newer


@case("CreateRoom refuses an unknown hall, and tells all field faults at once")
def create_refused(client):
    must_refuse("NOT_FOUND", "HALL_UNKNOWN", client.CreateRoom, room=room_pb2.Room(room_id=new_id("r"), hall_id="none"))
    refused_fields({"room.room_id", "room.hall_id", "room.away_after", "room.leave_after"}, client.CreateRoom,
                   room=room_pb2.Room(room_id="a b", hall_id="", away_after=span(0.5), leave_after=span(-1)))
    assert refusal(client.CreateRoom).reason == "FIELDS"
    refused_fields({"room.away_after"}, new_room, client=client, away=61, leave=60)
    refused_fields({"room.away_after"}, new_room, client=client, away=1801)
    assert seconds(new_room(client, leave=10).leave_after) == 10, "nobody is AWAY first"
    room = new_room(client, away=1, leave=1)
    assert (seconds(room.away_after), seconds(room.leave_after)) == (1, 1)


@case("JoinRoom tells token, member, heartbeat, time and position; others see one `joined`")
def join_room(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    ann = join(client, room, "ann", nickname="Ann", avatar="cat", seat="R1C2")
    member = ann.member
    assert ann.token and ann.token != join(client, room, "bob").token
    assert (member.member_id, member.seat, member.nickname, member.avatar) == ("ann", "R1C2", "Ann", "cat")
    assert member.status == IDLE and not member.HasField("focus_started_at") and not member.HasField("planned")
    assert member.joined_at.nanos == 0 and abs(seconds(member.joined_at) - time.time()) < 5, member
    assert seconds(ann.heartbeat) == 25 and abs(seconds(ann.server_time) - time.time()) < 5
    assert ann.room == room and ann.seq == 1
    reader = watcher.settled(client, room)
    assert reader.joined == 2 and reader.changes == 2 and reader.epoch == ann.epoch and reader.seq == 2
    assert watcher.of("ann")[0][1].joined == member
    # Little room between signs of life where silence is soon noticed.
    assert 0 < seconds(join(client, new_room(client, away=4), "ann").heartbeat) <= 2
    watcher.leave()


@case("a refused seat refuses the join: SEAT_OCCUPIED, SEAT_UNKNOWN, and nothing is changed")
def join_refused(client):
    room = new_room(client)
    join(client, room, "ann", seat="R0C0")
    before = whole(client, room)
    must_refuse("ABORTED", "SEAT_OCCUPIED", join, client, room, "bob", seat="R0C0")
    must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", join, client, room, "bob", seat="nowhere")
    must_refuse("NOT_FOUND", "ROOM_UNKNOWN", join, client, new_id("room"), "bob")
    refused_fields({"room_id", "member_id", "nickname", "avatar", "seat"}, client.JoinRoom, room_id="", member_id="a b",
                   nickname="n" * 65, avatar="a" * 257, seat="s" * 65)
    refused_fields({"member_id"}, client.JoinRoom, room_id=room.room_id)
    after = whole(client, room)
    assert (after.seq, list(after.members)) == (before.seq, list(before.members))
    # The bounds themselves are fine: characters of a nickname, bytes of an avatar.
    join(client, room, "m" * 64, nickname="ü" * 64, avatar="a" * 256)


@case("TakeSeat sits down and moves; a taken seat is SEAT_OCCUPIED and the old one stays")
def take_seat(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    ann, bob = join(client, room, "ann"), join(client, room, "bob", seat="R0C1")
    assert client.TakeSeat(token=ann.token, seat="R0C0").seat == "R0C0"
    must_refuse("ABORTED", "SEAT_OCCUPIED", client.TakeSeat, token=ann.token, seat="R0C1")
    must_refuse("INVALID_ARGUMENT", "SEAT_UNKNOWN", client.TakeSeat, token=ann.token, seat="nowhere")
    assert refusal(client.TakeSeat, token=ann.token, seat="").code == "INVALID_ARGUMENT"
    members, seq = present(client, room)
    assert (members["ann"].seat, members["bob"].seat, seq) == ("R0C0", "R0C1", 3)
    assert client.TakeSeat(token=ann.token, seat="R0C0").seat == "R0C0"
    assert present(client, room)[1] == 3, "the seat one has already is no change"
    assert client.TakeSeat(token=ann.token, seat="R2C2").seat == "R2C2"
    assert client.TakeSeat(token=bob.token, seat="R0C0").seat == "R0C0", "a seat that was left is free"
    reader = watcher.settled(client, room)
    assert [change.updated.seat for _, change in watcher.of("ann")[1:]] == ["R0C0", "R2C2"]
    assert (reader.joined, reader.updated, reader.seq) == (2, 3, 5)
    watcher.leave()


@case("LeaveSeat stands up; again, or of a seat one does not have, it changes nothing")
def leave_seat(client):
    room = new_room(client)
    ann, bob = join(client, room, "ann", seat="R0C0"), join(client, room, "bob", seat="R0C1")
    assert client.LeaveSeat(token=ann.token, seat="R0C1").seat == "R0C0"
    assert present(client, room)[1] == 2
    assert client.LeaveSeat(token=ann.token, seat="R0C0").seat == ""
    assert client.LeaveSeat(token=ann.token).seat == "" and client.LeaveSeat(token=ann.token, seat="R0C0").seat == ""
    assert client.LeaveSeat(token=bob.token).seat == ""
    members, seq = present(client, room)
    assert (members["ann"].seat, members["bob"].seat, seq) == ("", "", 4)


@case("SetStatus: FOCUSING has its start, others have none; the same again is no change; nonsense is FIELDS")
def set_status(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    ann = join(client, room, "ann", seat="R0C0")
    before = time.time()
    focusing = client.SetStatus(token=ann.token, status=FOCUSING)
    assert focusing.status == FOCUSING and before - 1 < seconds(focusing.focus_started_at) < time.time() + 1
    assert not focusing.HasField("planned")
    resting = client.SetStatus(token=ann.token, status=RESTING)
    assert resting.status == RESTING and not resting.HasField("focus_started_at")
    assert client.SetStatus(token=ann.token, status=RESTING) == resting
    assert client.SetStatus(token=ann.token, status=AWAY).status == AWAY
    assert client.SetStatus(token=ann.token, status=AWAY).status == AWAY
    assert client.SetStatus(token=ann.token, status=IDLE).status == IDLE
    refused_fields({"status"}, client.SetStatus, token=ann.token)
    refused_fields({"status"}, client.SetStatus, token=ann.token, status=9)
    reader = watcher.settled(client, room)
    assert (reader.updated, reader.seq) == (4, 5), (reader.updated, reader.seq)
    changes = [change for _, change in watcher.of("ann")[1:]]
    assert [change.updated.status for change in changes] == [FOCUSING, RESTING, AWAY, IDLE]
    assert is_status(changes[2], AWAY) and is_status(changes[3], IDLE), "only what changed"
    assert all(change.updated.HasField("seat") is False for change in changes)
    watcher.leave()


@case("focus times are facts: they stay while a member is AWAY and are there when they return")
def away_keeps_focus(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    ann = join(client, room, "ann")
    focusing = client.SetStatus(token=ann.token, status=FOCUSING)
    away = client.SetStatus(token=ann.token, status=AWAY)
    assert away.focus_started_at == focusing.focus_started_at
    # A new stream with the token is a return.
    stream = RoomWatcher(client, room, token=ann.token).ready()
    watcher.wait(lambda reader: reader.seq == 4, what="the return")
    assert is_status(watcher.of("ann")[-1][1], FOCUSING)
    assert present(client, room)[0]["ann"] == focusing
    stream.leave()
    watcher.leave()


@case("KeepAlive tells the time and changes nothing; it does not undo an AWAY that the device set itself")
def keep_alive(client):
    room = new_room(client)
    ann = join(client, room, "ann")
    assert abs(seconds(client.KeepAlive(token=ann.token).server_time) - time.time()) < 5
    client.SetStatus(token=ann.token, status=AWAY)
    client.KeepAlive(token=ann.token)
    members, seq = present(client, room)
    assert (members["ann"].status, seq) == (AWAY, 2)


@case("TakeSeat of a member who said AWAY is one `updated` with seat and status; SetStatus and another JoinRoom end it too")
def returns(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    ann = join(client, room, "ann")
    client.SetStatus(token=ann.token, status=AWAY)
    sat = client.TakeSeat(token=ann.token, seat="R0C0")
    assert (sat.status, sat.seat) == (IDLE, "R0C0")
    client.SetStatus(token=ann.token, status=AWAY)
    assert client.SetStatus(token=ann.token, status=RESTING).status == RESTING
    client.SetStatus(token=ann.token, status=AWAY)
    assert join(client, room, "ann").member.status == RESTING
    changes = [change for _, change in (watcher.settled(client, room) and watcher.of("ann"))[1:]]
    assert len(changes) == 6 and present(client, room)[1] == 7, changes
    assert (changes[1].updated.seat, changes[1].updated.status) == ("R0C0", IDLE)
    assert is_status(changes[3], RESTING) and is_status(changes[5], RESTING)
    watcher.leave()


@case("LeaveRoom ends the device and, the last one, the member; again it is OK, and everything else is MEMBER_UNKNOWN")
def leave_room(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    ann = join(client, room, "ann", seat="R0C0")
    client.LeaveRoom(token=ann.token)
    client.LeaveRoom(token=ann.token)
    reader = watcher.settled(client, room)
    assert (reader.left, reader.seq, reader.members) == (1, 2, {})
    for call, fields in [(client.TakeSeat, {"seat": "R0C1"}), (client.LeaveSeat, {}), (client.SetStatus, {"status": IDLE}),
                         (client.KeepAlive, {})]:
        must_refuse("NOT_FOUND", "MEMBER_UNKNOWN", call, token=ann.token, **fields)
    refused = RoomWatcher(client, room, token=ann.token)
    refused.join(10)
    assert refused.code == "NOT_FOUND", (refused.code, refused.events)
    assert present(client, room) == ({}, 2), "a late message of a member who left does not bring them back"
    join(client, room, "bob", seat="R0C0")
    again = join(client, room, "ann")
    assert again.token != ann.token and again.seq == 4
    must_refuse("NOT_FOUND", "MEMBER_UNKNOWN", client.KeepAlive, token=ann.token)
    watcher.settled(client, room)
    watcher.leave()


@case("what is no token is MEMBER_UNKNOWN everywhere, LeaveRoom included")
def no_token(client):
    room = new_room(client)
    token = join(client, room, "ann").token
    forged = token[:-1] + ("0" if token[-1] != "0" else "1")
    for bad in ["", "x", "rm_", token + "0", token.upper(), "rm_nowhere_1_" + "0" * 32]:
        calls = [(client.TakeSeat, {"seat": "R0C1"}), (client.LeaveSeat, {}), (client.SetStatus, {"status": IDLE}),
                 (client.KeepAlive, {})]
        if bad != "rm_nowhere_1_" + "0" * 32:
            calls.append((client.LeaveRoom, {}))
        for call, fields in calls:
            refused = refusal(call, token=bad, **fields)
            assert (refused.code, refused.reason) in [("NOT_FOUND", "MEMBER_UNKNOWN"), ("INVALID_ARGUMENT", "FIELDS")], (
                bad, refused)
    for call, fields in [(client.TakeSeat, {"seat": "R0C1"}), (client.SetStatus, {"status": AWAY}), (client.KeepAlive, {})]:
        must_refuse("NOT_FOUND", "MEMBER_UNKNOWN", call, token=forged, **fields)
    client.LeaveRoom(token=forged)
    members, seq = present(client, room)
    assert (members["ann"].status, seq) == (IDLE, 1), "another secret is another device"


@case("several devices: no event for the second, AWAY only when all say so, the member leaves with the last")
def devices(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    phone, laptop = join(client, room, "ann", nickname="Ann", seat="R0C0"), join(client, room, "ann")
    assert phone.token != laptop.token and laptop.seq == 1
    assert laptop.member == phone.member, "another device finds the member as they are"
    assert client.SetStatus(token=phone.token, status=AWAY).status == IDLE
    assert present(client, room)[1] == 1
    assert client.SetStatus(token=laptop.token, status=AWAY).status == AWAY
    assert client.SetStatus(token=phone.token, status=FOCUSING).status == FOCUSING
    client.LeaveRoom(token=phone.token)
    # The laptop still says AWAY, and is the only one now.
    members, seq = present(client, room)
    assert (members["ann"].status, members["ann"].seat) == (AWAY, "R0C0") and seq == 4, members
    client.LeaveRoom(token=laptop.token)
    reader = watcher.settled(client, room)
    assert (reader.joined, reader.updated, reader.left) == (1, 3, 1)
    watcher.leave()


@case("JoinRoom of a present member: another nickname, avatar or seat is one `updated`, what is empty stays")
def join_again(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    join(client, room, "ann", nickname="Ann", avatar="cat", seat="R0C0")
    again = join(client, room, "ann", nickname="Anna", seat="R0C1")
    assert (again.member.nickname, again.member.avatar, again.member.seat) == ("Anna", "cat", "R0C1")
    join(client, room, "ann", nickname="Anna", avatar="cat", seat="R0C1")
    join(client, room, "bob", seat="R0C2")
    must_refuse("ABORTED", "SEAT_OCCUPIED", join, client, room, "ann", nickname="Nope", seat="R0C2")
    reader = watcher.settled(client, room)
    assert (reader.joined, reader.updated, reader.seq) == (2, 1, 3)
    assert reader.members["ann"].nickname == "Anna"
    watcher.leave()


@case("the same device again gets its token again, another device another")
def device_ids(client):
    room = new_room(client)
    first = join(client, room, "ann", device_id="phone")
    assert join(client, room, "ann", device_id="phone").token == first.token
    assert join(client, room, "ann", device_id="tablet").token != first.token
    other = join(client, room, "bob", device_id="phone")
    assert other.token != first.token, "a device is its member's"
    client.LeaveRoom(token=first.token)
    assert "ann" in present(client, room)[0]
    assert join(client, room, "ann", device_id="phone").token != first.token, "a token that ended stays dead"


@case("a member in two rooms has two seats, and each room its own seq")
def two_rooms(client):
    one, other = new_room(client), new_room(client)
    first, second = join(client, one, "ann", seat="R0C0"), join(client, other, "ann", seat="R0C0")
    client.TakeSeat(token=first.token, seat="R1C1")
    assert present(client, one)[1] == 2 and present(client, other)[1] == 1
    assert present(client, other)[0]["ann"].seat == "R0C0"
    client.LeaveRoom(token=second.token)
    assert "ann" in present(client, one)[0]
    stranger = RoomWatcher(client, other, token=first.token)
    stranger.join(10)
    assert stranger.code == "NOT_FOUND", "a token is of its room"


class Model:
    """What the contract says of a room, in a few lines: members by name, devices by token."""

    def __init__(self):
        self.seq, self.members, self.devices = 0, {}, {}

    def shown(self, name):
        away = all(device["away"] for device in self.devices.values() if device["name"] == name)
        member = self.members[name]
        return (member["seat"], AWAY if away else member["status"], member["nickname"])

    def all(self):
        return {name: self.shown(name) for name in self.members}

    def taken(self, seat, name):
        return any(other != name and member["seat"] == seat for other, member in self.members.items())


def step(model, client, room, generator, names):
    """One random call, made and modelled; returns the reason it was refused for, or None."""
    seat = f"R{generator.randrange(2)}C{generator.randrange(3)}"
    if not model.devices or generator.random() < 0.25:
        name, seat = generator.choice(names), generator.choice([seat, ""])
        nickname = generator.choice(["", f"{name}-{generator.randrange(3)}"])
        if seat and model.taken(seat, name):
            must_refuse("ABORTED", "SEAT_OCCUPIED", join, client, room, name, seat=seat, nickname=nickname)
            return "SEAT_OCCUPIED"
        membership = join(client, room, name, seat=seat, nickname=nickname)
        member = model.members.setdefault(name, {"seat": "", "status": IDLE, "nickname": ""})
        member["seat"], member["nickname"] = seat or member["seat"], nickname or member["nickname"]
        model.devices[membership.token] = {"name": name, "away": False}
        return None
    token = generator.choice(list(model.devices))
    device = model.devices[token]
    member = model.members[device["name"]]
    what = generator.randrange(6)
    if what == 0:
        if model.taken(seat, device["name"]):
            must_refuse("ABORTED", "SEAT_OCCUPIED", client.TakeSeat, token=token, seat=seat)
            return "SEAT_OCCUPIED"
        client.TakeSeat(token=token, seat=seat)
        member["seat"], device["away"] = seat, False
    elif what == 1:
        asked = generator.choice(["", seat])
        client.LeaveSeat(token=token, seat=asked)
        if not asked or asked == member["seat"]:
            member["seat"] = ""
    elif what in (2, 3):
        # FOCUSING has times of its own, which the cases above look at.
        status = generator.choice([IDLE, RESTING, AWAY])
        client.SetStatus(token=token, status=status)
        device["away"] = status == AWAY
        if status != AWAY:
            member["status"] = status
    elif what == 4:
        client.KeepAlive(token=token)
    elif generator.random() < 0.5:
        client.LeaveRoom(token=token)
        del model.devices[token]
        if not any(other["name"] == device["name"] for other in model.devices.values()):
            del model.members[device["name"]]
    return None


@case("600 random calls of five members with many devices: every seq and every member is the model's, for every watcher")
def random_calls(client):
    generator = random.Random(20260505)
    room, names, model = new_room(client, rows=2, columns=3), ["ann", "bob", "cat", "dan", "eve"], Model()
    watcher = RoomWatcher(client, room).ready()
    for number in range(600):
        before = model.all()
        refused = step(model, client, room, generator, names)
        after = model.all()
        touched = [name for name in names if before.get(name) != after.get(name)]
        assert len(touched) <= 1 and not (refused and touched), (number, touched)
        model.seq += len(touched)
        snapshot = whole(client, room)
        assert snapshot.seq == model.seq, f"call {number}: seq {snapshot.seq}, the model's {model.seq}; {touched}"
        found = {member.member_id: (member.seat, member.status, member.nickname) for member in snapshot.members}
        assert found == after, f"call {number}: {found} is not {after}"
    reader = watcher.settled(client, room)
    assert reader.snapshots == 1 and reader.changes == model.seq
    assert kind(watcher.events[0][1]) == "snapshot"
    watcher.leave()
