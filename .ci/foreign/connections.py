"""The life of a connection: PINGs that are too many, idleness, age, and watches that outlive their connections."""
import socket
import struct
import subprocess
import threading
import time

import hpack
from google.protobuf import json_format

from cases import case
from raw_h2 import RawConnection, field, framed
from usher_client import BINARY, Reader, Server, Watcher, new_show, seat_pb2

DATA, HEADERS, SETTINGS, PING, GOAWAY = 0, 1, 4, 6, 7
END_HEADERS = 4
NO_ERROR, ENHANCE_YOUR_CALM = 0, 11
EVERY_STREAM = 2**31 - 1
GET = "/usher.v1.SeatService/GetSeats"


def frame(kind, payload=b"", flags=0, stream=0):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


class Bare:
    """A connection that says nothing of its own accord: the tests send frames by hand."""

    def __init__(self, server):
        host, port = server.address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=10)
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS))
        self.data = b""

    def _take(self, count):
        while len(self.data) < count:
            more = self.socket.recv(65536)
            if not more:
                return None
            self.data += more
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def frames(self):
        """(kind, flags, payload) until the server closes."""
        while head := self._take(9):
            yield head[3], head[4], self._take(int.from_bytes(head[:3], "big"))

    def goaways(self):
        """(last stream, code, debug data) of each GOAWAY until the server closes; PINGs are answered."""
        found = []
        for kind, flags, payload in self.frames():
            if kind == PING and not flags:
                self.socket.sendall(frame(PING, payload, flags=1))
            if kind == GOAWAY:
                found.append((*struct.unpack(">II", payload[:8]), payload[8:].decode()))
        self.socket.close()
        return found


@case("PINGs without a call: the fourth at once is one too many, and the client is told so in gRPC's words")
def ping_strikes(server):
    bare = Bare(server)
    for number in range(3):
        bare.socket.sendall(frame(PING, b"strikes%d" % number))
        assert any(kind == PING and flags and payload == b"strikes%d" % number for kind, flags, payload in bare.frames())
    bare.socket.sendall(frame(PING, b"strikes3"))
    assert [goaway[1:] for goaway in bare.goaways()] == [(ENHANCE_YOUR_CALM, "too_many_pings")]


@case("a client that pings after each of its calls, as gRPC's bandwidth probes do, is never punished")
def probes(client, server):
    show = new_show(client)
    raw = RawConnection(server.address)
    for number in range(200):
        answer = raw.call(GET, framed(field(1, show.show_id)))
        assert answer.status == 0, (number, answer)
        raw.h2.ping(b"bdpprobe")
        raw.flush()
    assert raw.gone is None and not raw.closed
    raw.close()


@case("a connection without calls gets two GOAWAYs, the second with max_idle, and is closed")
def idle():
    with Server(":memory:", ["--max-connection-idle", "1s"]) as server:
        begun = time.monotonic()
        goaways = Bare(server).goaways()
        assert goaways == [(EVERY_STREAM, NO_ERROR, ""), (0, NO_ERROR, "max_idle")], goaways
        assert 0.9 <= time.monotonic() - begun <= 5


@case("a connection of full age gets two GOAWAYs, the second with max_age, and is closed once its calls are done")
def age():
    with Server(":memory:", ["--max-connection-age", "2s"]) as server:
        begun = time.monotonic()
        goaways = Bare(server).goaways()
        assert goaways == [(EVERY_STREAM, NO_ERROR, ""), (0, NO_ERROR, "max_age")], goaways
        assert 1.7 <= time.monotonic() - begun <= 6


class Toggling(threading.Thread):
    """Changes one seat after another, over a connection that grows old as well; each call must go well."""

    def __init__(self, server, show_id):
        super().__init__(daemon=True)
        self.client, self.show_id = server.client(), show_id
        self.ends = threading.Event()
        self.count, self.failure = 0, None
        self.start()

    def run(self):
        try:
            while not self.ends.wait(0.01):
                call = self.client.UnblockSeats if self.count % 2 else self.client.BlockSeats
                call(show_id=self.show_id, seats=[f"R{self.count // 2 % 4}C{self.count // 8 % 10}"])
                self.count += 1
        except Exception as error:  # noqa: BLE001: whatever it is, the test fails with it
            self.failure = error

    def finish(self):
        self.ends.set()
        self.join(10)
        assert self.failure is None, self.failure
        self.client.close()
        return self.count


@case("a watch moves from one aging connection to the next by its position: no gap, no repeat, no second snapshot")
def watch_moves():
    with Server(":memory:", ["--max-connection-age", "1s", "--max-connection-age-grace", "2s"]) as server:
        client = server.client()
        show = new_show(client)
        changes = Toggling(server, show.show_id)
        reader, moves = Reader(), 0
        while moves < 4:
            watcher = Watcher(client, show.show_id, reader=reader)
            watcher.join(8)
            assert watcher.failure is None and watcher.code == "UNAVAILABLE", (watcher.failure, watcher.code)
            drain = reader.last.drain
            assert reader.last.WhichOneof("event") == "drain" and drain.reason == "max_age", reader.last
            assert drain.HasField("reconnect_after") and drain.reconnect_after.ToMilliseconds() == 0
            moves += 1
        assert reader.drains == 4 and reader.snapshots == 1, (reader.drains, reader.snapshots)
        assert changes.finish() > 100
        watcher = Watcher(client, show.show_id, reader=reader)
        taken = client.snapshot(show.show_id)
        watcher.wait(lambda reader: reader.seq == taken.seq and bytes(reader.states) == taken.states)
        assert watcher.leave().snapshots == 1
        client.close()


@case("our own client's watch moves in the same way")
def own_watch_moves():
    with Server(":memory:", ["--max-connection-age", "1s", "--max-connection-age-grace", "2s"]) as server:
        client = server.client()
        show = new_show(client)
        changes = Toggling(server, show.show_id)
        watching = subprocess.Popen([BINARY, "watch", show.show_id, "--json", "--server", server.address], text=True,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        reader, begun = Reader(), time.monotonic()
        for line in watching.stdout:
            reader.apply(json_format.Parse(line, seat_pb2.SeatEvent()))
            if time.monotonic() - begun > 5 and not changes.ends.is_set():
                changes.finish()
                taken = client.snapshot(show.show_id)
            if changes.ends.is_set() and reader.seq == taken.seq:
                break
        watching.terminate()
        watching.wait(10)
        assert reader.snapshots == 1 and reader.drains >= 3, (reader.snapshots, reader.drains)
        assert bytes(reader.states) == taken.states and changes.count > 100
        client.close()


@case("a call that does not end by itself is ended with UNAVAILABLE when the grace is over")
def grace():
    with Server(":memory:", ["--max-connection-age", "2s", "--max-connection-age-grace", "1s"]) as server:
        begun = time.monotonic()
        bare = Bare(server)
        # Its request never ends, and nothing could be told in band.
        path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
        head = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"),
                ("te", "trailers"), ("content-type", "application/grpc")]
        bare.socket.sendall(frame(HEADERS, hpack.Encoder().encode(head), END_HEADERS, stream=1))
        bare.socket.sendall(frame(DATA, framed(field(7, "")), stream=1))
        decoder, fields = hpack.Decoder(), {}
        for kind, _, payload in bare.frames():
            if kind == HEADERS:
                fields.update(decoder.decode(payload))
        assert fields.get("grpc-status") == "14", fields
        assert 2.5 <= time.monotonic() - begun <= 7
