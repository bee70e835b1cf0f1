"""Examples/PartnerBackend: its table is the gateway's map, whoever is killed and started again, and whenever."""
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

from usher_client import Refused, new_show


class Backend:
    """The example on a database of its own."""

    def __init__(self, binary, server):
        self.folder = tempfile.TemporaryDirectory(prefix="usher-partner-")
        self.database = os.path.join(self.folder.name, "partner.db")
        self.command = [binary, "--server", server.address, "--database", self.database, "--interval", "0.3"]
        self.log = open(os.path.join(self.folder.name, "log"), "w+")
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(15)

    def run(self, mode):
        done = subprocess.run([*self.command, mode], capture_output=True, text=True, timeout=30,
                              stdin=subprocess.DEVNULL)
        assert done.returncode == 0, (mode, done)
        return {line["show"]: line for line in map(json.loads, done.stdout.splitlines())}

    def seats(self, show_id):
        """The table as any other program of the partner reads it."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as table:
            return dict(table.execute("SELECT code, state FROM seats WHERE show_id = ?", (show_id,)))

    def said(self):
        self.log.flush()
        with open(self.log.name) as log:
            return log.read()

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        self.log.close()
        self.folder.cleanup()


def gateway_seats(client, show):
    hall = client.GetHall(hall_id=show.hall_id, revision=show.hall_revision)
    states = client.snapshot(show.show_id).states
    return {seat.code: state for seat, state in zip(hall.seats, states)}


def equal(backend, client, shows, within=30):
    """Waits until the table holds the gateway's maps, which nobody changes meanwhile."""
    wanted = {show.show_id: gateway_seats(client, show) for show in shows}
    until = time.monotonic() + within
    while True:
        try:
            found = {show.show_id: backend.seats(show.show_id) for show in shows}
        except sqlite3.OperationalError:
            found = {}
        if found == wanted:
            return
        assert time.monotonic() < until, f"the table is not the gateway's map; it said\n{backend.said()[-2000:]}"
        time.sleep(0.05)


def change(client, shows, generator, count):
    for _ in range(count):
        show = generator.choice(shows)
        seats = [f"R{generator.randrange(4)}C{column}" for column in generator.sample(range(10), 2)]
        call = generator.choice([client.BlockSeats, client.UnblockSeats])
        with contextlib.suppress(Refused):
            call(show_id=show.show_id, seats=seats)


def run(binary, server):
    client, generator = server.client(), random.Random(7)
    shows = [new_show(client) for _ in range(3)]
    backend = Backend(binary, server)
    backup = os.path.join(backend.folder.name, "backup")
    try:
        # One look, without a stream.
        change(client, shows, generator, 40)
        status = backend.run("--once")
        assert set(status) >= {show.show_id for show in shows}, status
        equal(backend, client, shows, within=0)
        assert backend.run("--status") == status
        for show in shows:
            assert status[show.show_id]["seq"] == client.GetShow(show_id=show.show_id).seq

        # Followed; a show that is new is found by listing.
        backend.start()
        change(client, shows, generator, 60)
        shows.append(new_show(client))
        change(client, shows, generator, 60)
        equal(backend, client, shows)

        # Killed in the middle of changes, five times.
        for _ in range(5):
            change(client, shows, generator, generator.randrange(5, 30))
            backend.kill()
            change(client, shows, generator, 20)
            backend.start()
        equal(backend, client, shows)

        # The gateway is killed, and the backend as well while it is away.
        server.kill()
        backend.kill()
        backend.start()
        server.start()
        client = server.client()
        change(client, shows, generator, 40)
        equal(backend, client, shows, within=60)
        assert ": from seq " in backend.said(), backend.said()

        # The gateway is put back to a backup: seats go back in time, and the table with them.
        server.kill()
        shutil.copytree(server.data, backup)
        server.start()
        client = server.client()
        change(client, shows, generator, 40)
        equal(backend, client, shows, within=60)
        server.kill()
        shutil.rmtree(server.data)
        shutil.move(backup, server.data)
        server.start()
        client = server.client()
        equal(backend, client, shows, within=60)
        change(client, shows, generator, 40)
        equal(backend, client, shows)

        assert backend.stop() == 0, backend.said()[-500:]
        after = backend.run("--status")
        assert set(after) >= {show.show_id for show in shows}
    finally:
        backend.close()
    refused = subprocess.run([binary, "--nonsense"], capture_output=True, text=True, timeout=20)
    assert refused.returncode == 2 and "usage" in refused.stderr, refused
    client.close()
