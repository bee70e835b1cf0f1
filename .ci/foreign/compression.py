"""Messages compressed by gzip, both ways, and messages that are compressed to do harm."""
import json
import threading
import time
import zlib

import grpc

from cases import case
from frames import GET, INTERNAL, OK, PUT, RESOURCE_EXHAUSTED, UNIMPLEMENTED, WATCH, connection
from raw_h2 import field, framed
from usher_client import Watcher, hall_pb2, make_hall, new_id, new_show, refusal

SENDS = [("grpc-encoding", "gzip")]
TAKES = [("grpc-accept-encoding", "identity, deflate, gzip")]
LIMIT = 32 << 20
# What an attack may add to the server's memory.
ALLOWED = 64 << 20


def gzip(message, level=6):
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)
    return packer.compress(message) + packer.flush()


def bomb(count, claim=None):
    """About `count` zeros at a thousandth of the size. Nobody gets as far as the checksum. `claim` is the size that it
    says to have."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    piece = bytes(1 << 20)
    head = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    claim = count if claim is None else claim
    return head + again * (count // len(piece) - 1) + b"\x03\x00" + bytes(4) + claim.to_bytes(4, "little")


@case("grpcio that compresses everything it sends is understood by all services")
def grpcio(client, server):
    packing = server.client(compression=grpc.Compression.Gzip)
    hall = make_hall(new_id("hall"), rows=40, columns=50)
    assert packing.PutHall(hall=hall).seat_count == 2_000
    show = new_show(packing, hall=hall)
    watcher = Watcher(packing, show.show_id)
    watcher.wait(lambda reader: reader.states)
    packing.lock(show.show_id, ["R0C0", "R0C1"])
    watcher.wait(lambda reader: reader.seq == 1)
    watcher.leave()
    assert not packing.CheckHall(hall=hall).faults
    assert packing.GetHall(hall_id=hall.hall_id) == client.GetHall(hall_id=hall.hall_id)
    assert refusal(packing.GetHall, hall_id="nowhere").code == "NOT_FOUND"
    packing.close()
    deflating = server.client(compression=grpc.Compression.Deflate)
    assert refusal(deflating.GetHall, hall_id=hall.hall_id).code == "UNIMPLEMENTED"
    deflating.close()


@case("a hall comes compressed to a client that takes gzip, and as it is to all others")
def replies(client, server):
    hall = make_hall(new_id("hall"), rows=100, columns=100)
    client.PutHall(hall=hall)
    request = framed(field(1, hall.hall_id))
    with connection(server) as raw:
        plain = raw.call(GET, request)
        assert plain.data[0] == 0 and "grpc-encoding" not in plain.headers, plain
        assert raw.call(GET, request, extra=[("grpc-accept-encoding", "identity, deflate")]).data == plain.data
        packed = raw.call(GET, request, extra=TAKES)
        assert packed.data[0] == 1 and packed.headers["grpc-encoding"] == "gzip", packed
        assert zlib.decompress(packed.data[5:], 31) == plain.data[5:]
        print(json.dumps({"figure": "GetHall, 10,000 seats", "bytes": len(plain.data), "gzip": len(packed.data)}))
    server_hall = hall_pb2.Hall.FromString(plain.data[5:])
    assert len(server_hall.seats) == 10_000
    assert client.GetHall(hall_id=hall.hall_id) == server_hall


@case("a hall of megabytes is put compressed, and counts as what it is without")
def large(server):
    packing = server.client(compression=grpc.Compression.Gzip)
    hall = make_hall(new_id("hall"), rows=250, columns=200)
    assert packing.PutHall(hall=hall).seat_count == 50_000
    packing.close()
    message = hall_pb2.Hall(hall_id=new_id("hall"), name=" " * (LIMIT + 1)).SerializeToString()
    with connection(server) as raw:
        answer = raw.call(PUT, framed(gzip(field(1, message)), flag=1), extra=SENDS)
        assert answer.status == RESOURCE_EXHAUSTED, answer


@case("what is not one whole gzip member is INTERNAL, an encoding that nobody knows UNIMPLEMENTED")
def broken(server):
    message = field(1, "nowhere")
    good = gzip(message)
    with connection(server) as raw:
        assert raw.call(GET, framed(good, flag=1), extra=SENDS).status == 5
        assert raw.call(GET, framed(message), extra=SENDS).status == 5
        for wrong in [b"", b"x", message, good[:-1], good[:5], good + b"\0", good + good, zlib.compress(message)]:
            assert raw.call(GET, framed(wrong, flag=1), extra=SENDS).status == INTERNAL, wrong
        assert raw.call(WATCH, framed(b"x", flag=1), extra=SENDS).status == INTERNAL
        answer = raw.call(GET, framed(good, flag=1), extra=[("grpc-encoding", "snappy")])
        accepted = {**answer.headers, **answer.trailers}.get("grpc-accept-encoding", "")
        assert answer.status == UNIMPLEMENTED and "gzip" in accepted and "identity" in accepted, answer


class Meanwhile(threading.Thread):
    """An ordinary client beside an attack: how long its calls take."""

    def __init__(self, server, hall_id):
        super().__init__(daemon=True)
        self.client, self.hall_id = server.client(), hall_id
        self.spans, self.done, self.failure = [], threading.Event(), None
        self.start()

    def run(self):
        try:
            while not self.done.is_set():
                started = time.monotonic()
                self.client.GetHall(hall_id=self.hall_id)
                self.spans.append(time.monotonic() - started)
        except Exception as error:  # noqa: BLE001: the case that waits for this thread tells it
            self.failure = error

    def stop(self):
        self.done.set()
        self.join(30)
        self.client.close()
        assert self.failure is None, self.failure
        return sorted(self.spans)


@case("a gigabyte of zeros in a megabyte is refused, and costs neither memory nor the others' time")
def bombs(client, server):
    hall = make_hall(new_id("hall"))
    client.PutHall(hall=hall)
    beside = Meanwhile(server, hall.hall_id)
    figures = []
    for name, body in {
        "one that says what it is": bomb(1 << 30), "one that says little": bomb(1 << 30, claim=1_000),
        "one that claims the limit": bomb(1 << 30, claim=LIMIT),
    }.items():
        assert len(body) < 2 << 20
        server.forget_peak()
        before = server.memory()
        started = time.monotonic()
        with connection(server) as raw:
            for path in [PUT, PUT]:
                answer = raw.call(path, framed(body, flag=1), extra=SENDS)
                assert answer.status == RESOURCE_EXHAUSTED, (name, answer)
            # Over the method's limit as it came already.
            assert raw.call(GET, framed(body, flag=1), extra=SENDS).status == RESOURCE_EXHAUSTED
            small = bomb(32 << 20)
            streams = [raw.open(GET, extra=SENDS) for _ in range(100)]
            for stream in streams:
                raw.send(stream, framed(small, flag=1), end=True)
            assert all(raw.finish(stream).status == RESOURCE_EXHAUSTED for stream in streams)
            assert raw.call(GET, framed(field(1, hall.hall_id))).status == OK
        grown = server.peak_memory() - before
        figures.append({"bomb": name, "grown": grown, "seconds": round(time.monotonic() - started, 2)})
        assert grown < ALLOWED, f"{name}: the server grew by {grown >> 20} MiB"
    spans = beside.stop()
    print(json.dumps({"figure": "gzip bombs", "bombs": figures, "calls_beside": len(spans),
                      "p99_ms": round(spans[len(spans) * 99 // 100] * 1000, 1)}))


@case("legal messages of 32 MiB in 32 KiB, many at once, are decompressed one after another and none is refused")
def many(client, server):
    calls = 10
    server.forget_peak()
    before = server.memory()
    # No protobuf, which the service says once it has them.
    body = gzip(bytes(LIMIT))
    with connection(server) as raw:
        streams = [raw.open(PUT, extra=SENDS) for _ in range(calls)]
        for stream in streams:
            raw.send(stream, framed(body, flag=1), end=True)
        statuses = [raw.finish(stream, within=30).status for stream in streams]
        assert statuses == [INTERNAL] * calls, statuses
    grown = server.peak_memory() - before
    print(json.dumps({"figure": f"{calls} messages of 32 MiB in {len(body)} bytes each", "grown": grown}))
    assert grown < ALLOWED, f"the server grew by {grown >> 20} MiB"
    client.PutHall(hall=make_hall(new_id("hall")))
