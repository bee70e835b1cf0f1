"""Examples/StudyRoom as a person uses it: keys on a real terminal, judged by its screen and by the gateway."""
import re
import shutil
import signal
import subprocess
import tempfile
import time

from room_client import AWAY, FOCUSING, IDLE, RESTING, RoomWatcher, join, new_room, present
from terminal import Terminal
from usher_client import focus_pb2, make_hall, new_id

RIGHT, LEFT = "\x1b[C", "\x1b[D"
MEMBER = "ann"


def told(client, room, condition, within=10, what="the gateway's word"):
    """Waits until the gateway's own members fulfil the condition."""
    until = time.monotonic() + within
    while not condition(members := present(client, room)[0]):
        assert time.monotonic() < until, f"waited {within} s for {what}: {members}"
        time.sleep(0.05)
    return members


def seat_under_cursor(terminal):
    return terminal.wait(lambda text: re.search(r"seat (R\d+C\d+)", text), what="the cursor's seat").group(1)


def moved(terminal, key):
    before = seat_under_cursor(terminal)
    terminal.send(key)
    return terminal.wait(lambda text: (found := re.search(r"seat (R\d+C\d+)", text)) and found.group(1) != before and found,
                         what=f"the cursor to leave {before}").group(1)


def sit(terminal, client, room):
    """Takes the seat under the cursor; then one that somebody else has, which is refused and loses nothing."""
    seat = seat_under_cursor(terminal)
    terminal.send(" ")
    told(client, room, lambda members: members[MEMBER].seat == seat, what="the seat")
    terminal.wait_for(f"Ann (you) · {seat}")
    taken = moved(terminal, RIGHT)
    join(client, room, "bob", nickname="Bob", seat=taken)
    terminal.wait_for(f"Bob · {taken}", f"seat {taken}", ": Bob")
    terminal.send(" ")
    terminal.wait_for("SEAT_OCCUPIED", f"Ann (you) · {seat}")
    assert present(client, room)[0][MEMBER].seat == seat
    moved(terminal, LEFT)
    return seat


def focus(terminal, client, room):
    terminal.send("f")
    terminal.wait(lambda text: re.search(r"FOCUSING · 2[45]:\d\d to go", text), what="the timer")
    members = told(client, room, lambda members: members[MEMBER].status == FOCUSING, what="FOCUSING")
    assert members[MEMBER].planned.seconds == 1500
    terminal.wait(lambda text: re.search(r"\(you\) · \S+ · focusing 0\d:\d\d of 25:00", text), what="one's own minutes")


def end_focus(terminal, client, room):
    terminal.send("p")
    terminal.wait_for("PAUSED")
    told(client, room, lambda members: members[MEMBER].status == RESTING, what="RESTING")
    terminal.send("p")
    terminal.wait_for("FOCUSING")
    told(client, room, lambda members: members[MEMBER].status == FOCUSING, what="FOCUSING again")
    terminal.send("c")
    terminal.wait_for("COMPLETED")
    told(client, room, lambda members: members[MEMBER].status == IDLE, what="IDLE")
    terminal.send("i")
    terminal.wait_for("in all", "a streak of 1 day")
    terminal.send("i")
    terminal.wait_for("Ann (you)")


def sessions(client):
    return {one.session_id: one for one in client.ListFocus(member_id=MEMBER).sessions}


def offline(terminal, server):
    """The gateway is away: focus goes on by its time stamps, and is told when it is back."""
    before = set(sessions(server.client()))
    server.kill()
    terminal.wait(lambda text: "no connection" in text or "connecting" in text, what="the loss of the gateway")
    terminal.send("f")
    terminal.wait_for("FOCUSING", "not told yet")
    time.sleep(1.1)
    terminal.send("x")
    terminal.wait_for("GIVEN UP", "not told yet")
    server.start()
    client = server.client()
    terminal.wait(lambda text: re.search(r"^live", text, re.M) and "not told yet" not in text, within=40,
                  what="the gateway's return")
    made = {name: one for name, one in sessions(client).items() if name not in before}
    assert [one.state for one in made.values()] == [focus_pb2.FOCUS_STATE_ABANDONED], made
    assert 1 <= list(made.values())[0].elapsed.seconds < 30, made
    return client


def run(binary, server):
    client, store = server.client(), tempfile.mkdtemp(prefix="usher-study-")
    room = new_room(client, hall=prepared(client), away=6, leave=120)
    command = [binary, room.room_id, "--server", server.address, "--member", MEMBER, "--name", "Ann", "--store", store]
    watcher = RoomWatcher(client, room).ready()
    terminal = Terminal(command)
    try:
        terminal.wait_for(f"{room.room_id} · 1 there", "live", "[", "q leave")
        assert terminal.is_raw()
        seat = sit(terminal, client, room)
        focus(terminal, client, room)
        # Killed, and started again: the same device in the same seat, still focusing; the others saw nothing of it.
        changes = len(watcher.of(MEMBER))
        terminal.signal(signal.SIGKILL)
        terminal.ended()
        terminal.close()
        terminal = Terminal(command)
        terminal.wait(lambda text: re.search(r"FOCUSING · 2[45]:\d\d to go", text) and f"Ann (you) · {seat}" in text,
                      what="what was before the kill")
        time.sleep(0.5)
        assert len(watcher.of(MEMBER)) == changes, watcher.of(MEMBER)[changes:]
        end_focus(terminal, client, room)
        watcher.leave()
        client = offline(terminal, server)
        # A signal is no goodbye: the member is away and keeps the seat. The key is one.
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 0 and terminal.is_restored()
        told(client, room, lambda members: members[MEMBER].status == AWAY and members[MEMBER].seat == seat, 3, "AWAY")
        terminal.close()
        terminal = Terminal(command)
        told(client, room, lambda members: members[MEMBER].status == IDLE and members[MEMBER].seat == seat, what="the return")
        terminal.wait_for(f"Ann (you) · {seat}")
        terminal.send("u")
        told(client, room, lambda members: members[MEMBER].seat == "", what="standing")
        terminal.send("q")
        assert terminal.ended() == 0 and terminal.is_restored()
        told(client, room, lambda members: MEMBER not in members, 3, "the goodbye")
    finally:
        terminal.close()
        shutil.rmtree(store, ignore_errors=True)
    refused = subprocess.run(command, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
    assert refused.returncode == 2 and "terminal" in refused.stderr, refused
    client.close()


def prepared(client):
    hall = make_hall(new_id("hall"), rows=4, columns=8)
    hall.areas.add(area_id="quiet", name="Quiet", first_row=0, row_count=2, first_column=0, column_count=8)
    client.PutHall(hall=hall)
    return hall
