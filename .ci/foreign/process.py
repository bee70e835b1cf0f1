"""The process around the services: start, refusal to start, drain, the memory store."""
import shutil
import subprocess
import tempfile
import time

from cases import case
from usher_client import BINARY, Server, Watcher, free_port, make_hall, new_id, new_show, refusal


def fails_to_start(*arguments):
    """What a server that must not start says on stderr."""
    done = subprocess.run([BINARY, "serve", *arguments], capture_output=True, text=True, timeout=20,
                          stdin=subprocess.DEVNULL)
    assert done.returncode in (1, 2), (done.returncode, done.stdout, done.stderr)
    assert "listening on" not in done.stdout, done.stdout
    assert done.stderr.strip(), "it says nothing"
    return done.stderr


def stays(server):
    client = server.client()
    client.PutHall(hall=make_hall(new_id("hall")))
    client.close()


@case("a second server on the same directory is refused with a clear message")
def second(server):
    said = fails_to_start("--listen", f"127.0.0.1:{free_port()}", "--data", server.data)
    assert server.data in said or "data" in said.lower(), said
    stays(server)


@case("a port in use is refused with a clear message")
def port_in_use(server):
    data = tempfile.mkdtemp(prefix="usher-test-")
    said = fails_to_start("--listen", server.address, "--data", data)
    assert str(server.port) in said, said
    shutil.rmtree(data)
    stays(server)


@case("without TLS and credentials it listens on loopback only, unless --insecure is given")
def loopback():
    for address in ["0.0.0.0", "[::]"]:
        said = fails_to_start("--listen", f"{address}:{free_port()}", "--data", ":memory:")
        assert "--insecure" in said, said
    server = Server(":memory:", ["--insecure"])
    listen, server.address = server.address, f"0.0.0.0:{server.port}"
    server.start()
    server.address = listen
    stays(server)
    server.close()


@case("a wrong address or option is a usage error")
def usage():
    for arguments in [["--listen", "nowhere"], ["--listen", "127.0.0.1:99999"], ["--nothing"],
                      ["--max-connection-age", "0s"], ["--max-connection-age-grace", "soon"],
                      ["--max-connection-idle", ""]]:
        done = subprocess.run([BINARY, "serve", *arguments], capture_output=True, text=True, timeout=20,
                              stdin=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        assert done.returncode == 2, (arguments, done)


@case("--data :memory: keeps nothing")
def memory():
    with Server(":memory:") as server:
        client = server.client()
        show = new_show(client)
        client.lock(show.show_id, ["R0C0"])
        client.close()
        assert server.terminate() == 0
        server.start()
        client = server.client()
        assert refusal(client.GetShow, show_id=show.show_id).reason == "SHOW_UNKNOWN"
        client.close()


@case("SIGTERM drains: a drain event, then UNAVAILABLE, exit status 0, and the position resumes")
def drain(client, server):
    show = new_show(client)
    client.lock(show.show_id, ["R0C0"])
    watchers = [Watcher(client, show.show_id) for _ in range(20)]
    for watcher in watchers:
        watcher.wait(lambda reader: reader.states)
    started = time.monotonic()
    assert server.terminate() == 0
    took = time.monotonic() - started
    assert took < 15, f"the drain took {took:.1f} s"
    for watcher in watchers:
        watcher.join(5)
        assert watcher.failure is None and watcher.code == "UNAVAILABLE", (watcher.failure, watcher.code)
        assert watcher.reader.drains == 1 and watcher.reader.last.WhichOneof("event") == "drain"
        assert watcher.reader.last.drain.HasField("reconnect_after")
    server.start()
    fresh = server.client()
    fresh.lock(show.show_id, ["R0C5"])
    resumed = Watcher(fresh, show.show_id, reader=watchers[0].reader)
    taken = fresh.snapshot(show.show_id)
    resumed.wait(lambda reader: reader.seq == taken.seq and bytes(reader.states) == taken.states)
    resumed.leave()
    fresh.close()


@case("a data directory is made if it is not there, and a killed server starts on it again")
def directory():
    parent = tempfile.mkdtemp(prefix="usher-test-")
    server = Server(f"{parent}/store").start()
    stays(server)
    server.kill()
    server.start()
    stays(server)
    server.close()
    shutil.rmtree(parent)
