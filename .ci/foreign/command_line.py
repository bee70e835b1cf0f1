"""The commands as a partner's scripts use them: exit codes, reason words, proto3 JSON, tokens on standard input."""
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from google.protobuf import json_format

from cases import case
from usher_client import BINARY, ROOT, hall_pb2, lock_pb2, new_id, new_show, seat_pb2, show_pb2

LUMEN = str(ROOT / "Examples/halls/lumen.json")


def usher(server, *words, stdin=None, status=0, seconds=20):
    """Runs a command against the server and gives its standard output and error."""
    environment = {**os.environ, "USHER_SERVER": server.address}
    done = subprocess.run([BINARY, *words], input=stdin if stdin is not None else "", capture_output=True, text=True,
                          timeout=seconds, env=environment)
    assert done.returncode == status, (words, done.returncode, done.stdout[-500:], done.stderr[-500:])
    return done.stdout, done.stderr


def parsed(text, message):
    """Exactly one line of proto3 JSON; unknown fields are an error."""
    line, = text.splitlines()
    return json_format.Parse(line, message)


@case("import, show create, lock, renew, pay, confirm, refund: each prints the reply's proto3 JSON")
def sale(client, server):
    hall = parsed(usher(server, "import", LUMEN, "--json")[0], hall_pb2.Hall())
    assert (hall.hall_id, hall.seat_count) == ("lumen", 76)
    show_id = new_id("cli")
    show = parsed(usher(server, "show", "create", "--hall", "lumen", "--id", show_id, "--orphan-rule", "off",
                        "--json")[0], show_pb2.Show())
    assert show.show_id == show_id and show.hall_id == "lumen"
    lock = parsed(usher(server, "lock", show_id, "D5", "D6", "--json")[0], lock_pb2.Lock())
    assert sorted(lock.seats) == ["D5", "D6"] and lock.state == lock_pb2.LOCK_STATE_HELD
    renewed = parsed(usher(server, "renew", lock.token, "--ttl", "30m", "--json")[0], lock_pb2.Lock())
    assert renewed.expires_at.seconds > lock.expires_at.seconds
    paying = parsed(usher(server, "pay", "-", "--json", stdin=lock.token + "\n")[0], lock_pb2.Lock())
    assert paying.state == lock_pb2.LOCK_STATE_PAYING
    sale = parsed(usher(server, "confirm", "-", "--json", stdin=lock.token + "\n")[0], lock_pb2.Sale())
    assert sorted(sale.seats) == ["D5", "D6"]
    left = parsed(usher(server, "refund", sale.sale_id, "D5", "--json")[0], lock_pb2.Sale())
    assert list(left.seats) == ["D6"]
    left = parsed(usher(server, "refund", sale.sale_id, "--all", "--json")[0], lock_pb2.Sale())
    assert not left.seats and len(left.refunds) == 2
    out, _ = usher(server, "lock", show_id, "C1")
    assert "C1" in out
    other = client.lock(show_id, ["C2"])
    usher(server, "release", other.token)
    assert client.GetLock(token=other.token).state == lock_pb2.LOCK_STATE_RELEASED
    # Piped as people do: what `lock` prints is what `release -` reads.
    out, _ = usher(server, "lock", show_id, "C3")
    usher(server, "release", "-", stdin=out)
    out, _ = usher(server, "lock", show_id, "C3", "--json")
    out, _ = usher(server, "confirm", "-", "--json", stdin=out)
    assert not parsed(usher(server, "refund", "-", "--all", "--json", stdin=out)[0], lock_pb2.Sale()).seats


@case("confirm makes an order number of its own, also for the longest show ids, and the same one again")
def own_order(client, server):
    usher(server, "import", LUMEN)
    show_id = new_id("cli").ljust(64, "x")
    usher(server, "show", "create", "--hall", "lumen", "--id", show_id, "--orphan-rule", "off", "--starts", "2031-01-01T10:00:00Z")
    lock = client.lock(show_id, ["D5"])
    sale = parsed(usher(server, "confirm", lock.token, "--json")[0], lock_pb2.Sale())
    assert 0 < len(sale.order_ref) <= 64 and sale.lock_id == lock.lock_id
    assert parsed(usher(server, "confirm", lock.token, "--json")[0], lock_pb2.Sale()) == sale


@case("every reading command prints proto3 JSON, one object a line")
def reading(client, server):
    usher(server, "import", LUMEN)
    show_id = new_id("cli")
    usher(server, "show", "create", "--hall", "lumen", "--id", show_id, "--orphan-rule", "off", "--starts", "2032-01-01T10:00:00Z")
    lock = client.lock(show_id, ["D5"])
    sale = client.ConfirmLock(token=client.lock(show_id, ["D6"]).token, order_ref="o")
    for words, message in [(("hall", "get", "lumen"), hall_pb2.Hall()), (("show", "get", show_id), show_pb2.Show()),
                           (("seats", show_id), seat_pb2.SeatEvent()), (("status", lock.token), lock_pb2.Lock()),
                           (("sale", "get", sale.sale_id), lock_pb2.Sale()),
                           (("sale", "list", show_id), lock_pb2.Sale())]:
        parsed(usher(server, *words, "--json")[0], message)
    for words, message in [(("hall", "list"), hall_pb2.Hall), (("show", "list"), show_pb2.Show)]:
        lines = usher(server, *words, "--json")[0].splitlines()
        assert lines and all(json_format.Parse(line, message()) for line in lines)
    # What `hall get --json` prints is what `import` takes.
    out, _ = usher(server, "hall", "get", "lumen", "--json")
    again = parsed(usher(server, "import", "-", "--json", stdin=out)[0], hall_pb2.Hall())
    assert again.revision == client.GetHall(hall_id="lumen").revision



@case("a refused command exits 1 with the reason word and a sentence on stderr, a wrong one exits 2")
def refusals(client, server):
    show = new_show(client)
    client.lock(show.show_id, ["R0C0"])
    out, err = usher(server, "lock", show.show_id, "R0C0", "R0C1", status=1)
    assert not out and "SEAT_TAKEN" in err and "R0C0" in err, (out, err)
    for words, reason in [(("lock", "nowhere", "A1"), "SHOW_UNKNOWN"), (("lock", show.show_id, "Z9"), "SEAT_UNKNOWN"),
                          (("renew", "nonsense"), "LOCK_UNKNOWN"), (("refund", "nonsense", "--all"), "SALE_UNKNOWN"),
                          (("seats", "nowhere"), "SHOW_UNKNOWN"), (("watch", "nowhere", "--json"), "SHOW_UNKNOWN"),
                          (("show", "create", "--hall", "nowhere", "--id", new_id()), "HALL_UNKNOWN")]:
        out, err = usher(server, *words, status=1)
        assert reason in err and not out, (words, out, err)
    for words in [(), ("nothing",), ("lock",), ("lock", show.show_id), ("show",), ("show", "create", "--hall", "x"),
                  ("lock", show.show_id, "R0C2", "--ttl", "soon"), ("refund", "x"), ("serve", "--nothing")]:
        out, err = usher(server, *words, status=2)
        assert err.strip(), words
    usher(server, "--help")
    out, err = usher(server, "seats", show.show_id, "--server", "127.0.0.1:1", status=1, seconds=40)
    assert err.strip()


@case("import lists every fault of a bad file and puts nothing")
def bad_import(client, server):
    hall = json.loads(Path(LUMEN).read_text())
    hall["hallId"] = new_id("bad")
    hall["seats"][0]["zoneId"] = "nowhere"
    hall["seats"][1]["code"] = hall["seats"][2]["code"]
    hall["seats"][5]["column"] = 99
    folder = tempfile.mkdtemp()
    file = Path(folder, "bad.json")
    file.write_text(json.dumps(hall))
    _, err = usher(server, "import", str(file), status=1)
    for seat in ["seats[0]", "seats[2]", "seats[5]"]:
        assert seat in err, err
    file.write_text("{ this is no JSON")
    usher(server, "import", str(file), status=1)
    usher(server, "import", str(Path(folder, "missing.json")), status=1)
    shutil.rmtree(folder)
    assert not [one for one in client.ListHalls(page_size=1000).halls if one.hall_id == hall["hallId"]]


@case("seats draws the map plainly when it is no terminal, and prints one SeatEvent with --json")
def seats(client, server):
    usher(server, "import", LUMEN)
    show_id = new_id("cli")
    usher(server, "show", "create", "--hall", "lumen", "--id", show_id, "--orphan-rule", "off", "--starts",
          time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400)))
    client.lock(show_id, ["D5"])
    event = parsed(usher(server, "seats", show_id, "--json")[0], seat_pb2.SeatEvent())
    assert event.snapshot.seq == 1 and len(event.snapshot.states) == 76
    out, _ = usher(server, "seats", show_id)
    assert "\x1b" not in out, "escape sequences in a pipe"
    lines = out.splitlines()
    for label in "ABCDEFG":
        assert any(line.strip().startswith(label) for line in lines), (label, out)


@case("watch --json streams events as they happen, one a line, until it is stopped")
def watched(client, server):
    show = new_show(client)
    watching = subprocess.Popen([BINARY, "watch", show.show_id, "--json", "--server", server.address], text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    lines, arrived = [], threading.Condition()

    def read():
        for line in watching.stdout:
            with arrived:
                lines.append(json_format.Parse(line, seat_pb2.SeatEvent()))
                arrived.notify_all()

    threading.Thread(target=read, daemon=True).start()

    def wait(condition):
        with arrived:
            assert arrived.wait_for(condition, 10), lines

    wait(lambda: lines)
    assert lines[0].WhichOneof("event") == "snapshot"
    client.lock(show.show_id, ["R0C0"])
    wait(lambda: any(event.delta.last_seq == 1 for event in lines))
    # It outlives its server: the stream goes on from its position.
    server.kill()
    server.start()
    again = server.client()
    again.lock(show.show_id, ["R0C1"])
    again.close()
    wait(lambda: any(event.delta.last_seq == 2 or event.snapshot.seq == 2 for event in lines))
    watching.terminate()
    assert watching.wait(10) is not None


@case("demo serves a living map in one command")
def demo(server):
    watching = subprocess.Popen([BINARY, "demo"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, errors="replace")
    said, enough = [], threading.Event()

    def read():
        for line in watching.stdout:
            said.append(line)
            if len(said) > 60:
                enough.set()
        enough.set()

    threading.Thread(target=read, daemon=True).start()
    enough.wait(10)
    assert watching.poll() is None, "".join(said)[-1000:]
    watching.terminate()
    watching.wait(10)
    assert any("127.0.0.1:" in line for line in said), "".join(said)[:2000]
