"""Bad input, byte by byte: every line is refused as the contract says, and nothing is half done."""
import base64
import contextlib
import os
import socket
import time

from google.rpc import error_details_pb2, status_pb2

from cases import case
from raw_h2 import RawConnection, field, framed, varint
from usher_client import lock_pb2, make_hall, must_refuse, new_id, new_show, refusal, seat_pb2

OK, CANCELLED, INVALID_ARGUMENT, RESOURCE_EXHAUSTED, UNIMPLEMENTED, INTERNAL = 0, 1, 3, 8, 12, 13
LOCK = "/usher.v1.LockService/LockSeats"
PUT = "/usher.v1.HallService/PutHall"
GET = "/usher.v1.HallService/GetHall"
WATCH = "/usher.v1.SeatService/WatchSeats"


@contextlib.contextmanager
def connection(server):
    raw = RawConnection(server.address)
    try:
        yield raw
    finally:
        raw.close()


def faults(answer):
    """The field faults of an answer of raw bytes."""
    value = answer.trailers.get("grpc-status-details-bin") or answer.headers.get("grpc-status-details-bin") or ""
    status = status_pb2.Status.FromString(base64.b64decode(value + "=" * (-len(value) % 4)))
    found = []
    for detail in status.details:
        bad = error_details_pb2.BadRequest()
        if detail.Unpack(bad):
            found += [violation.field for violation in bad.field_violations]
    return found


@case("a plain call by hand works: 200, application/grpc, status in trailers")
def plain(client, server):
    show = new_show(client)
    with connection(server) as raw:
        answer = raw.call("/usher.v1.SeatService/GetSeats", framed(field(1, show.show_id)))
        assert answer.headers[":status"] == "200" and answer.headers["content-type"].startswith("application/grpc")
        assert answer.trailers.get("grpc-status") == "0", answer
        assert seat_pb2.SeatEvent.FromString(answer.data[5:]).snapshot.show_id == show.show_id


@case("an oversized message is RESOURCE_EXHAUSTED: 1 MiB for all, 32 MiB for PutHall and CheckHall")
def oversized(client, server):
    show = new_show(client)
    refused = refusal(client.lock, show.show_id, ["x" * 1_100_000])
    assert refused.code == "RESOURCE_EXHAUSTED", refused
    hall = make_hall(new_id("hall"))
    hall.name = "x" * (33 << 20)
    for call in (client.PutHall, client.CheckHall):
        refused = refusal(call, hall=hall)
        assert refused.code == "RESOURCE_EXHAUSTED", refused
    with connection(server) as raw:                     # only the prefix lies: refused before a byte of it is kept
        stream = raw.open(LOCK)
        raw.send(stream, b"\0\xff\xff\xff\xff")
        assert raw.finish(stream).status == RESOURCE_EXHAUSTED
        assert raw.call(GET, framed(field(1, "nowhere"))).status == 5
    client.lock(show.show_id, ["R0C0"])


@case("a truncated message, a truncated prefix and a reset in the middle do nothing and hurt nobody")
def truncated(client, server):
    show = new_show(client)
    message = lock_pb2.LockSeatsRequest(show_id=show.show_id, holder="ann", seats=["R0C0"]).SerializeToString()
    with connection(server) as raw:
        for body in [framed(message)[:-3], framed(message)[:3], framed(message) + b"\0\0"]:
            answer = raw.call(LOCK, body)
            assert answer.status not in (None, OK), (body, answer)
        stream = raw.open(LOCK)
        raw.send(stream, framed(message)[:-3])
        raw.h2.reset_stream(stream, 8)
        raw.flush()
        assert raw.call(GET, framed(field(1, "nowhere"))).status == 5
    raw = RawConnection(server.address)
    stream = raw.open(LOCK)
    raw.send(stream, framed(message)[:-3])
    raw.close()
    time.sleep(0.1)
    assert client.snapshot(show.show_id).seq == 0


@case("bytes that are no protobuf are refused, nested as deeply as you like")
def no_protobuf(client, server):
    deep = b""
    for _ in range(2000):
        deep = field(1, deep)
    group = b"\x0b" * 100_000
    with connection(server) as raw:
        for body in [b"\xff\xff\xff\xff", b"\x0a\xff", b"\x0a\x7fshort", b"\x08", group, b"\x0a" + b"\xff" * 9 + b"\x01",
                     field(1, "show") + b"\x07"]:
            for path in (LOCK, PUT, GET):
                answer = raw.call(path, framed(body))
                assert answer.status in (INTERNAL, INVALID_ARGUMENT), (path, body[:8], answer)
        for path in (LOCK, PUT, GET):
            assert raw.call(path, framed(deep)).status in (INTERNAL, INVALID_ARGUMENT, 5)


@case("invalid UTF-8 and NUL in a string are field faults by path")
def strings(client, server):
    show = new_show(client)
    with connection(server) as raw:
        for bad in [b"\xff\xfe", b"a\0b", b"\xed\xa0\x80", b"\xc0\x80"]:
            body = field(1, show.show_id) + field(2, bad) + field(3, "R0C0")
            answer = raw.call(LOCK, framed(body))
            assert answer.status == INVALID_ARGUMENT and faults(answer) == ["holder"], (bad, answer, faults(answer))
            body = field(1, show.show_id) + field(2, "ann") + field(3, "R0C0") + field(3, bad)
            answer = raw.call(LOCK, framed(body))
            assert answer.status == INVALID_ARGUMENT, (bad, answer)
            hall = field(1, field(1, "utf8-hall") + field(2, bad) + b"\x28\x01\x30\x01" + field(8, field(2, bad)))
            answer = raw.call(PUT, framed(hall))
            assert answer.status == INVALID_ARGUMENT, answer
            assert {"hall.name", "hall.seats[0].code"} <= set(faults(answer)), faults(answer)
    assert client.snapshot(show.show_id).seq == 0
    must_refuse("NOT_FOUND", "HALL_UNKNOWN", client.GetHall, hall_id="utf8-hall")


@case("unknown fields and unknown enum values are no error")
def unknown_fields(client, server):
    with connection(server) as raw:
        hall_id = new_id("hall")
        seat = field(2, "s1") + b"\x38\x63" + field(900, "future")
        hall = field(1, field(1, hall_id) + b"\x28\x01\x30\x01" + field(8, seat) + field(901, "future")) + field(77, "x")
        answer = raw.call(PUT, framed(hall))
        assert answer.status == OK, answer
    assert client.GetHall(hall_id=hall_id).seat_count == 1


@case("a unary call with no message or with two is UNIMPLEMENTED")
def message_count(client, server):
    show = new_show(client)
    one = framed(lock_pb2.LockSeatsRequest(show_id=show.show_id, holder="ann", seats=["R0C0"]).SerializeToString())
    with connection(server) as raw:
        assert raw.call(LOCK, b"").status == UNIMPLEMENTED
        assert raw.call(LOCK, one + one).status == UNIMPLEMENTED
        assert raw.finish(raw.open(LOCK, end=True)).status == UNIMPLEMENTED
    assert client.snapshot(show.show_id).seq == 0


@case("an unknown method or service is UNIMPLEMENTED; paths are case-sensitive")
def unknown_methods(server):
    with connection(server) as raw:
        for path in ["/usher.v1.LockService/Nothing", "/usher.v1.Nothing/LockSeats", "/usher.v1.lockservice/LockSeats",
                     "/", "/a", "/usher.v1.LockService/", "//"]:
            assert raw.call(path, framed(b"")).status == UNIMPLEMENTED, path


@case("compression that was not announced is INTERNAL, an unknown one UNIMPLEMENTED with what is accepted")
def compression(server):
    with connection(server) as raw:
        assert raw.call(GET, framed(b"x", flag=1)).status == INTERNAL
        assert raw.call(GET, framed(b"x", flag=2)).status == INTERNAL
        answer = raw.call(GET, framed(b"x", flag=1), extra=[("grpc-encoding", "lzma")])
        assert answer.status == UNIMPLEMENTED, answer
        assert "grpc-accept-encoding" in {**answer.headers, **answer.trailers}, answer
        assert raw.call(GET, framed(field(1, "nowhere")), extra=[("grpc-encoding", "identity")]).status == 5


@case("what is not gRPC gets an ordinary HTTP answer: 415 for another content type, 4xx for GET")
def not_grpc(server):
    with connection(server) as raw:
        assert raw.call(GET, b"{}", content_type="application/json").headers[":status"] == "415"
        assert raw.call(GET, b"{}", content_type=None).headers[":status"] == "415"
        answer = raw.finish(raw.open("/", end=True, method="GET", content_type=None, te=None))
        assert answer.headers[":status"][0] == "4", answer
        for content_type in ["application/grpc+proto", "application/grpc;charset=utf-8"]:
            assert raw.call(GET, framed(field(1, "nowhere")), content_type=content_type).status == 5


@case("a malformed grpc-timeout is refused; a well-formed one that runs out ends the call")
def timeouts(client, server):
    show = new_show(client)
    with connection(server) as raw:
        for value in ["123456789S", "5", "S", "-1S", "5x", ""]:
            answer = raw.call(GET, framed(field(1, "nowhere")), extra=[("grpc-timeout", value)])
            assert answer.status not in (None, OK, 5) or answer.headers.get(":status") == "400", (value, answer)
        for value in ["99999999H", "10S", "10000m", "10000000u"]:
            answer = raw.call(GET, framed(field(1, "nowhere")), extra=[("grpc-timeout", value)])
            assert answer.status == 5, (value, answer)
        stream = raw.open(WATCH, extra=[("grpc-timeout", "300m")])
        raw.send(stream, framed(field(1, show.show_id)), end=True)
        started = time.monotonic()
        answer = raw.finish(stream)
        assert answer.ended and (answer.status == 4 or answer.reset == 8), answer
        assert 0.2 <= time.monotonic() - started <= 2


@case("too many metadata are refused and the connection's neighbours live on")
def metadata(client, server):
    show = new_show(client)
    raw = RawConnection(server.address)
    try:
        stream = raw.open(GET, extra=[(f"x-{n}", "v" * 200) for n in range(70)])
        raw.send(stream, framed(field(1, "nowhere")), end=True, within=3)
        answer = raw.finish(stream, within=3)
        assert answer.status not in (OK, 5), answer
        assert answer.ended or raw.closed, answer
    except (ConnectionError, BrokenPipeError):
        pass
    finally:
        raw.close()
    client.lock(show.show_id, ["R0C0"])


@case("noise instead of HTTP/2 closes that connection and no other")
def noise(client, server):
    show = new_show(client)
    for data in [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", os.urandom(4000), b"\0" * 5000,
                 b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + os.urandom(2000), b"PRI * HT"]:
        host, port = server.address.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=5) as peer:
            with contextlib.suppress(ConnectionError):
                peer.sendall(data)
                peer.shutdown(socket.SHUT_WR)
                while peer.recv(4096):
                    pass
    client.lock(show.show_id, ["R0C0"])


@case("fields of the wrong wire type and huge numbers never stop the server")
def fuzz(client, server):
    import random
    generator = random.Random(20240601)
    show = new_show(client)
    good = lock_pb2.LockSeatsRequest(show_id=show.show_id, holder="ann", seats=["R0C0"], request_id="f").SerializeToString()
    paths = [LOCK, PUT, GET, "/usher.v1.ShowService/CreateShow", "/usher.v1.LockService/RefundSale",
             "/usher.v1.ShowService/UpdateShow", "/usher.v1.SeatService/GetSeats"]
    with connection(server) as raw:
        for number in range(400):
            body = bytearray(good)
            for _ in range(generator.randrange(1, 6)):
                body[generator.randrange(len(body))] = generator.randrange(256)
            if number % 4 == 0:
                body = varint(generator.randrange(1, 14) << 3 | generator.randrange(8)) + generator.randbytes(20)
            raw.call(generator.choice(paths), framed(bytes(body)))
            assert not raw.closed, f"the connection was closed at case {number}"
    assert server.alive() and len(client.snapshot(show.show_id).states) == 40
