#!/usr/bin/env python3
"""A study room: joins, takes a seat, sees who is there, focuses 25 minutes, prints the statistics. Plain grpcio, no Usher SDK.

    pip install -r requirements.txt
    python study_room.py [--server 127.0.0.1:50051] [--member ID] [--wait]

Focus time is never counted by a timer: two time stamps make 25 minutes. So this example does not wait for them: it tells of
25 minutes that are over. With --wait it begins now and ends with the plan.
"""
import argparse
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import grpc
import grpc_tools
from google.protobuf import json_format
from google.rpc import error_details_pb2, status_pb2
from grpc_tools import protoc

HERE = Path(__file__).resolve().parent
PROTO = HERE.parents[1] / "proto"
PLANNED, DAY = 25 * 60, 86_400

# Stubs straight from the published protos. A real app generates them once, when it is built.
stubs = tempfile.TemporaryDirectory()
well_known = Path(grpc_tools.__file__).parent / "_proto"
protoc.main(["protoc", f"-I{PROTO}", f"-I{well_known}", f"--python_out={stubs.name}", f"--grpc_python_out={stubs.name}",
             *map(str, (PROTO / "usher/v1").glob("*.proto"))])
sys.path.insert(0, stubs.name)

from usher.v1 import focus_pb2, focus_pb2_grpc, hall_pb2, hall_pb2_grpc, room_pb2, room_pb2_grpc  # noqa: E402


def reason(error):
    """The reason word of a refused call, as SEAT_OCCUPIED."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            for detail in status_pb2.Status.FromString(value).details:
                info = error_details_pb2.ErrorInfo()
                if detail.Unpack(info):
                    return info.reason
    return error.code().name


def word(status):
    return room_pb2.MemberStatus.Name(status).removeprefix("MEMBER_STATUS_").lower()


class Company(threading.Thread):
    """Follows the room on a thread of its own. The open stream with our token is also our sign of life; after a broken
    connection it goes on from its position."""

    def __init__(self, rooms, room_id, token):
        super().__init__(daemon=True)
        self.rooms, self.room_id, self.token = rooms, room_id, token
        self.epoch, self.seq, self.members = "", 0, {}
        self.changed, self.stream, self.over = threading.Condition(), None, False
        self.start()

    def run(self):
        while not self.over:
            self.stream = self.rooms.WatchRoom(room_pb2.WatchRoomRequest(
                room_id=self.room_id, token=self.token, epoch=self.epoch, after_seq=self.seq))
            try:
                for event in self.stream:
                    with self.changed:
                        self.apply(event)
                        self.changed.notify_all()
            except grpc.RpcError as error:
                if not self.over:
                    print(f"  room   away ({error.code().name}), resuming from {self.seq}", flush=True)
                    time.sleep(0.5)

    def apply(self, event):
        kind = event.WhichOneof("event")
        if kind == "snapshot":
            self.epoch, self.seq = event.snapshot.epoch, event.snapshot.seq
            self.members = {member.member_id: member for member in event.snapshot.members}
            print(f"  room   at {self.seq}: {len(self.members)} there", flush=True)
        elif kind == "change":
            self.seq = event.change.seq
            self.change(event.change)

    def change(self, change):
        """Only what changed comes; a cleared time comes as zero."""
        kind = change.WhichOneof("change")
        if kind == "joined":
            self.members[change.joined.member_id] = change.joined
            print(f"  room   at {change.seq}: {change.joined.nickname or change.joined.member_id} came", flush=True)
        elif kind == "left":
            self.members.pop(change.left, None)
            print(f"  room   at {change.seq}: {change.left} left", flush=True)
        elif kind == "updated":
            member = self.members[change.updated.member_id]
            for field, value in change.updated.ListFields():
                if field.name == "member_id":
                    continue
                if field.name in ("focus_started_at", "planned"):
                    member.ClearField(field.name)
                    if value.seconds or value.nanos:
                        getattr(member, field.name).CopyFrom(value)
                else:
                    setattr(member, field.name, value)
            place = f"at {member.seat}" if member.seat else "standing"
            print(f"  room   at {change.seq}: {member.nickname or member.member_id} is {word(member.status)}, {place}",
                  flush=True)

    def wait(self, condition):
        with self.changed:
            assert self.changed.wait_for(lambda: condition(self.members), 30), "the room did not tell of it"

    def leave(self):
        self.over = True
        self.stream.cancel()
        self.join(5)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="127.0.0.1:50051")
    parser.add_argument("--member", default=f"python-{random.randrange(10**6)}")
    parser.add_argument("--wait", action="store_true", help="focus now, for 25 real minutes")
    options = parser.parse_args()
    channel = grpc.insecure_channel(options.server)
    rooms, focus = room_pb2_grpc.RoomServiceStub(channel), focus_pb2_grpc.FocusServiceStub(channel)
    member = options.member

    # 1. The room: a hall with areas whose seats are taken by whoever is there. Both calls may be repeated.
    hall = json_format.Parse((HERE.parent / "halls/library.json").read_text(), hall_pb2.Hall())
    hall_pb2_grpc.HallServiceStub(channel).PutHall(hall_pb2.PutHallRequest(hall=hall))
    room = rooms.CreateRoom(room_pb2.CreateRoomRequest(
        room=room_pb2.Room(room_id="library", hall_id=hall.hall_id, hall_revision=1, name="The library")))

    # 2. Join. The token is this device's; with a device id of our own, a repeat gives the same one.
    mine = rooms.JoinRoom(room_pb2.JoinRoomRequest(
        room_id=room.room_id, member_id=member, nickname="Py", device_id="terminal"))
    print(f"room   {room.name}: a sign of life every {mine.heartbeat.seconds} s without a stream")
    company = Company(rooms, room.room_id, mine.token)

    # 3. A seat, wherever one is free: who is first has it, and the others lose nothing.
    for seat in random.sample([seat.code for seat in hall.seats], len(hall.seats)):
        try:
            rooms.TakeSeat(room_pb2.TakeSeatRequest(token=mine.token, seat=seat))
            print(f"seat   {seat}")
            break
        except grpc.RpcError as error:
            if reason(error) != "SEAT_OCCUPIED":
                raise
    company.wait(lambda members: member in members and members[member].seat == seat)

    # 4. 25 minutes. The server derives the end from the plan; nobody has to be awake for it.
    session = focus_pb2.StartFocusRequest(
        session_id=f"{member}-{time.time_ns()}", member_id=member, room_id=room.room_id)
    session.planned.seconds = PLANNED
    if not options.wait:
        session.started_at.seconds = int(time.time()) - PLANNED
    told = focus.StartFocus(session)
    while told.state == focus_pb2.FOCUS_STATE_FOCUSING:
        left = PLANNED - told.elapsed.seconds
        print(f"focus  {left // 60}:{left % 60:02} to go", flush=True)
        time.sleep(min(60, left + 1))
        told = focus.GetFocus(focus_pb2.GetFocusRequest(session_id=told.session_id))
    state = focus_pb2.FocusState.Name(told.state).removeprefix("FOCUS_STATE_").lower()
    print(f"focus  {state} after {told.elapsed.seconds / 60:.0f} minutes")

    # 5. Statistics of the last week: days are those of a time zone, and may begin at 4 in the morning.
    question = focus_pb2.GetFocusStatsRequest(member_id=member, time_zone="Europe/Berlin")
    question.day_starts_at.seconds = 4 * 3600
    question.to.seconds = int(time.time()) + 1
    getattr(question, "from").seconds = question.to.seconds - 7 * DAY
    statistics = focus.GetFocusStats(question)
    for day in statistics.days:
        print(f"stats  {day.date}  {'█' * round(day.minutes / 5)} {day.minutes:.0f} min")
    print(f"stats  {statistics.total_minutes:.0f} minutes, a streak of {statistics.streak_days} day(s)")

    # 6. Goodbye: the seat is free again.
    company.leave()
    rooms.LeaveRoom(room_pb2.LeaveRoomRequest(token=mine.token))
    assert told.state == focus_pb2.FOCUS_STATE_COMPLETED and round(statistics.total_minutes) % 25 == 0
    print("done")


main()
