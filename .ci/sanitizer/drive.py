#!/usr/bin/env python3
"""Drives `usher`, built with a sanitizer, and fails on the first report: see `.ci/sanitize`."""
import argparse
import glob
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
arguments = argparse.ArgumentParser()
arguments.add_argument("kind", choices=["thread", "address"])
arguments.add_argument("place", type=Path)
arguments.add_argument("--connections", type=int, default=1_000)
arguments.add_argument("--calls", type=int, default=100_000)
options = arguments.parse_args()

reports = options.place.resolve() / "report"
for old in glob.glob(f"{reports}*"):
    os.unlink(old)
binary = options.place.resolve() / "build/debug/usher"
os.environ["USHER_BINARY"] = str(binary)
os.environ["TSAN_OPTIONS"] = f"log_path={reports} exitcode=66 history_size=4 suppressions={Path(__file__).parent / 'races.txt'}"
os.environ["ASAN_OPTIONS"] = f"log_path={reports} detect_leaks=1"
sys.path.insert(0, str(HERE.parent / "foreign"))

import grpc  # noqa: E402

from authority import Authority  # noqa: E402
from usher_client import Refused, Server, Watcher, new_show, show_pb2  # noqa: E402


def load(address, connections, calls, body, secure):
    """`calls` over `connections` that open, serve and close, some fifty at a time."""
    done = 0
    while done < connections:
        batch = min(50, connections - done)
        share = max(batch, calls * batch // connections)
        run = subprocess.run(
            ["h2load", "-n", str(share), "-c", str(batch), "-m", "20", "-d", body, "-H", "te: trailers",
             "-H", "content-type: application/grpc",
             f"http{'s' if secure else ''}://{address}/usher.v1.ShowService/GetShow"],
            capture_output=True, text=True, stdin=subprocess.DEVNULL)
        succeeded = re.search(r"(\d+) succeeded, (\d+) failed", run.stdout)
        assert succeeded and int(succeeded[1]) == share and succeeded[2] == "0", run.stdout + run.stderr
        done += batch


class Restless(threading.Thread):
    """Until it is told to stop: changes, readers that come and go, calls with hardly any time, connections that break."""

    def __init__(self, make_client, show_id, number):
        super().__init__(daemon=True)
        self.make_client, self.show_id, self.random = make_client, show_id, random.Random(number)
        self.row, self.failure, self.rounds, self.stopping = number, None, 0, False

    def run(self):
        try:
            while not self.stopping:
                self.round()
                self.rounds += 1
        except Exception as error:  # noqa: BLE001: told by whoever joins
            self.failure = error

    def round(self):
        client = self.make_client()
        watchers = [Watcher(client, self.show_id) for _ in range(2)]
        seats = [f"R{self.row}C{self.random.randrange(10)}"]
        for call in client.BlockSeats, client.UnblockSeats:
            for _ in range(self.random.randrange(1, 4)):
                try:
                    call(show_id=self.show_id, seats=seats)
                except Refused as refused:
                    # A client of these tests has 50 ms of patience with a connection, which a sanitizer may use up.
                    assert refused.code in ("FAILED_PRECONDITION", "ABORTED", "UNAVAILABLE"), refused
        for watcher in watchers[:self.random.randrange(3)]:
            watcher.leave()
        hurried = self.make_client(timeout=0.001)
        try:
            hurried.GetShow(show_id=self.show_id)
        except Refused as refused:
            assert refused.code in ("DEADLINE_EXCEEDED", "UNAVAILABLE"), refused
        hurried.close()
        # With readers still on it.
        client.close()


def drive(server, make_client, secure):
    """One server's life; what its clients saw go wrong is raised."""
    server.start(within=120)
    client = make_client()
    show = new_show(client)
    with tempfile.NamedTemporaryFile() as body:
        message = show_pb2.GetShowRequest(show_id=show.show_id).SerializeToString()
        body.write(b"\0" + struct.pack(">I", len(message)) + message)
        body.flush()
        restless = [Restless(make_client, show.show_id, number) for number in range(3)]
        for thread in restless:
            thread.start()
        part = 10 if secure else 1
        load(server.address, options.connections // part, options.calls // part, body.name, secure)
        for thread in restless:
            thread.stopping = True
        for thread in restless:
            thread.join(120)
            if thread.failure:
                raise thread.failure
    watchers = [Watcher(client, show.show_id) for _ in range(20)]
    for watcher in watchers:
        watcher.wait(lambda reader: reader.snapshots == 1, within=60, what="a snapshot")
    status = server.terminate(within=120)
    assert status == 0, f"the server's exit status is {status}"
    client.close()
    return sum(thread.rounds for thread in restless)


def complain():
    """What the sanitizer said."""
    texts = [Path(path).read_text(errors="replace") for path in sorted(glob.glob(f"{reports}*"))]
    return "\n".join(texts)


def main():
    started = time.monotonic()
    try:
        server = Server()
        rounds = drive(server, lambda **more: server.client(**more), False)
        print(f"cleartext: {options.connections} connections, {options.calls} calls, {rounds} restless rounds, a drain")
        authority = Authority()
        certificate, key = authority.issue("server")
        secure = Server(":memory:", ["--tls-cert", str(certificate), "--tls-key", str(key)])
        trust = grpc.ssl_channel_credentials(authority.file.read_bytes())
        rounds = drive(secure, lambda **more: secure.client(credentials=trust, **more), True)
        authority.close()
        print(f"TLS: a tenth of that, {rounds} restless rounds, a drain")
        # Our own client, beside a server in one process.
        demo = subprocess.run([binary, "demo", "--seconds", "5"], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=180)
        assert demo.returncode == 0, demo.stdout[-2000:] + demo.stderr[-2000:]
        print("our own clients: 5 s of the demo")
    except Exception:
        print(complain()[:20_000])
        raise
    said = complain()
    if said:
        print(said[:20_000])
        return 1
    print(f"{options.kind} sanitizer: clean, {time.monotonic() - started:.0f} s")
    return 0


sys.exit(main())
