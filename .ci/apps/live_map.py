"""Examples/LiveMap as a person uses it: keys on a real terminal of 80 by 24, judged by its screen and by the gateway."""
import json
import re
import signal
import subprocess
import time

from terminal import Terminal
from usher_client import BINARY, LOCKED, SOLD, AVAILABLE, make_hall, new_id, new_show, show_pb2

RIGHT, DOWN = "\x1b[C", "\x1b[B"


def state(client, show, code):
    """The gateway's own word on a seat."""
    row, column = map(int, re.fullmatch(r"R(\d+)C(\d+)", code).groups())
    return client.snapshot(show.show_id).states[row * 120 + column]


def told(client, show, code, wanted, within=10):
    until = time.monotonic() + within
    while (found := state(client, show, code)) != wanted:
        assert time.monotonic() < until, f"{code} is {found}, not {wanted}"
        time.sleep(0.05)


def seat_under_cursor(terminal):
    return terminal.wait(lambda text: re.search(r"^seat (R\d+C\d+)", text, re.M), what="the cursor's seat").group(1)


def moved(terminal, keys, before):
    terminal.send(keys)
    return terminal.wait(
        lambda text: (found := re.search(r"^seat (R\d+C\d+)", text, re.M)) and found.group(1) != before and found,
        what=f"the cursor to leave {before}").group(1)


def buy(terminal, client, show):
    """Lock, pay and confirm one seat with the keyboard."""
    seat = seat_under_cursor(terminal)
    terminal.send(" ")
    terminal.wait_for("chosen: 1 seat", "12.00 EUR", seat)
    terminal.send("l")
    terminal.wait_for("LOCKED: 1 seat", "■")
    assert state(client, show, seat) == LOCKED
    shown = terminal.wait(lambda text: re.search(r"(\d\d):(\d\d)", text), what="a countdown")
    minutes, seconds = map(int, shown.groups())
    assert 14 * 60 <= minutes * 60 + seconds <= 15 * 60, shown.group(0)
    terminal.wait(lambda text: (now := re.search(r"\d\d:\d\d", text)) and now.group(0) != shown.group(0),
                  what="the countdown to run")
    terminal.send("p")
    terminal.wait_for("PAYING: 1 seat")
    terminal.send("c")
    terminal.wait_for("SOLD: 1 seat", "★")
    listed = subprocess.run(
        [BINARY, "seats", show.show_id, "--list", "--state", "sold", "--server", client.address],
        capture_output=True, text=True, timeout=20, check=True, stdin=subprocess.DEVNULL)
    assert listed.stdout.split() == [seat], listed.stdout
    return seat


def lose(terminal, client, show):
    """Somebody else is quicker, and the app says so."""
    terminal.send("n")
    seat = moved(terminal, RIGHT, seat_under_cursor(terminal))
    terminal.send(" ")
    terminal.wait_for("chosen: 1 seat")
    client.lock(show.show_id, [seat], holder="somebody-else")
    terminal.wait_for(f"lost: {seat}", "0 seats")


def stop_and_go_on(terminal):
    terminal.send("\x1a")
    terminal.stopped()
    assert terminal.is_restored(), "a stopped app must give the terminal back"
    terminal.signal(signal.SIGCONT)
    terminal.wait(lambda _: terminal.is_raw(), what="raw mode again")
    terminal.wait_for("live", "[")


def scroll(terminal):
    """The hall is larger than the screen: the view follows the cursor, which is always on the screen."""
    before = seat = seat_under_cursor(terminal)
    for _ in range(12):
        seat = moved(terminal, DOWN, seat)
        assert re.search(r"\[.\]", terminal.text()), terminal.text()
    assert int(seat[1:].split("C")[0]) == int(before[1:].split("C")[0]) + 12, (before, seat)
    for line in terminal.lines():
        assert len(line) <= 80, line
    terminal.resize(60, 16)
    terminal.wait(lambda text: text.count("\n") == 15 and re.search(r"\[.\]", text) and "c confirm" in text,
                  what="a smaller screen")
    terminal.resize(80, 24)
    terminal.wait(lambda text: re.search(r"\[.\]", text) and "c confirm" in text, what="the screen as it was")


def run(binary, server):
    client = server.client()
    price = show_pb2.ZonePrice(zone_id="A", currency_code="EUR", amount_minor=1200)
    show = new_show(client, hall=make_hall(new_id("hall"), rows=40, columns=120), prices=[price])
    command = [binary, show.show_id, "--server", server.address]
    terminal = Terminal(command)
    try:
        terminal.wait_for("A show", "live", "[", "q quit")
        assert terminal.is_raw()
        scroll(terminal)
        buy(terminal, client, show)
        lose(terminal, client, show)
        stop_and_go_on(terminal)
        # The gateway goes and comes: the app says so, and is right again.
        server.kill()
        terminal.wait(lambda text: "no connection" in text or "connecting" in text, what="the loss of the gateway")
        server.start()
        terminal.wait(lambda text: re.search(r"^live", text, re.M), within=40, what="the gateway's return")
        # Leaving by a signal releases the lock, and gives the terminal back.
        seat = moved(terminal, RIGHT, seat_under_cursor(terminal))
        terminal.send(" l")
        terminal.wait_for("LOCKED: 1 seat")
        client = server.client()
        assert state(client, show, seat) == LOCKED
        terminal.signal(signal.SIGTERM)
        assert terminal.ended() == 0
        assert terminal.is_restored()
        told(client, show, seat, AVAILABLE)
    finally:
        terminal.close()
    for leave in [lambda it: it.send("q"), lambda it: it.send("\x03"), lambda it: it.signal(signal.SIGHUP)]:
        terminal = Terminal(command)
        try:
            terminal.wait_for("live", "q quit")
            leave(terminal)
            assert terminal.ended() == 0
            assert terminal.is_restored()
        finally:
            terminal.close()
    refused = subprocess.run(command, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
    assert refused.returncode == 2 and "terminal" in refused.stderr, refused
    terminal = Terminal([binary, "no-such-show", "--server", server.address])
    try:
        terminal.wait_for("SHOW_UNKNOWN")
    finally:
        terminal.close()
    client.close()
