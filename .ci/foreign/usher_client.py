"""What the black-box tests share: a real `usher serve`, stubs made from proto/, refusals decoded, a reader of seat maps.

Nothing here knows the server's code: the tests speak grpcio and judge by the contract alone.
"""
import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import grpc

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("USHER_BINARY", str(ROOT / ".build/debug/usher"))
STUBS = ROOT / ".build/stubs"


def make_stubs():
    """Generates the partner's view of the contract, as any partner would: from proto/ alone."""
    from grpc_tools import protoc
    import grpc_tools

    sources = sorted((ROOT / "proto/usher/v1").glob("*.proto"))
    newest = max(source.stat().st_mtime for source in sources)
    stamp = STUBS / "stamp"
    if not stamp.exists() or stamp.stat().st_mtime < newest:
        shutil.rmtree(STUBS, ignore_errors=True)
        STUBS.mkdir(parents=True)
        well_known = Path(grpc_tools.__file__).parent / "_proto"
        arguments = ["protoc", f"-I{ROOT / 'proto'}", f"-I{well_known}", f"--python_out={STUBS}",
                     f"--grpc_python_out={STUBS}", *map(str, sources)]
        if protoc.main(arguments) != 0:
            raise SystemExit("the protos do not compile")
        stamp.touch()
    sys.path.insert(0, str(STUBS))


make_stubs()
from google.protobuf import duration_pb2, field_mask_pb2, timestamp_pb2  # noqa: E402
from google.rpc import error_details_pb2, status_pb2  # noqa: E402
from usher.v1 import errors_pb2, focus_pb2, focus_pb2_grpc, hall_pb2, hall_pb2_grpc  # noqa: E402
from usher.v1 import lock_pb2, lock_pb2_grpc, room_pb2, room_pb2_grpc  # noqa: E402
from usher.v1 import seat_pb2, seat_pb2_grpc, seat_state_pb2, show_pb2, show_pb2_grpc  # noqa: E402

AVAILABLE, LOCKED, SOLD, BLOCKED = 1, 2, 3, 4
CALL_SECONDS = 30


# ---------------------------------------------------------------- values

def span(seconds):
    nanos = round(seconds * 1_000_000_000)
    return duration_pb2.Duration(seconds=nanos // 1_000_000_000, nanos=nanos % 1_000_000_000)


def at(seconds):
    nanos = round(seconds * 1_000_000_000)
    return timestamp_pb2.Timestamp(seconds=nanos // 1_000_000_000, nanos=nanos % 1_000_000_000)


def seconds(value):
    """A Timestamp or a Duration as a float."""
    return value.seconds + value.nanos / 1e9


def make_hall(hall_id, rows=4, columns=10, zones=("A",), code="R{row}C{column}", gaps=()):
    """A rectangle of seats; rows are dealt to the zones in equal blocks; `gaps` are columns without seats."""
    hall = hall_pb2.Hall(hall_id=hall_id, name=f"Hall {hall_id}", row_count=rows, column_count=columns)
    for zone in zones:
        hall.zones.add(zone_id=zone, name=f"Zone {zone}", color="#336699")
    for row in range(rows):
        hall.rows.add(index=row, label=str(row + 1))
        zone = zones[row * len(zones) // rows] if zones else ""
        for column in range(columns):
            if column not in gaps:
                hall.seats.add(code=code.format(row=row, column=column), row=row, column=column,
                               number=str(column + 1), zone_id=zone, kind=hall_pb2.SEAT_KIND_STANDARD)
    return hall


# ---------------------------------------------------------------- refusals

class Refused(Exception):
    """A call that did not return OK: the code's name, and the details of the contract's error table."""

    def __init__(self, error):
        self.code = error.code().name
        self.message = error.details() or ""
        self.reason = ""
        self.domain = ""
        self.metadata = {}
        self.faults = {}
        self.seats = []
        self.has_conflict = False
        self.suggestion = None
        self.retry_after = None
        for key, value in error.trailing_metadata() or ():
            if key != "grpc-status-details-bin":
                continue
            status = status_pb2.Status.FromString(value)
            self.status_code = status.code
            for detail in status.details:
                self._read(detail)
        super().__init__(f"{self.code} {self.reason} {self.message} {self.faults or ''} {self.seats or ''}".rstrip())

    def _read(self, detail):
        info = error_details_pb2.ErrorInfo()
        bad = error_details_pb2.BadRequest()
        retry = error_details_pb2.RetryInfo()
        conflict = errors_pb2.SeatConflict()
        if detail.Unpack(info):
            self.reason, self.domain, self.metadata = info.reason, info.domain, dict(info.metadata)
        elif detail.Unpack(bad):
            for violation in bad.field_violations:
                self.faults.setdefault(violation.field, violation.description)
        elif detail.Unpack(conflict):
            self.seats, self.has_conflict = list(conflict.seats), True
            self.suggestion = conflict.suggestion if conflict.HasField("suggestion") else None
        elif detail.Unpack(retry):
            self.retry_after = seconds(retry.retry_delay)


def refusal(call, *arguments, **fields):
    """The refusal that the call must give."""
    try:
        answer = call(*arguments, **fields)
    except Refused as refused:
        return refused
    raise AssertionError(f"accepted, but it must be refused: {str(answer)[:300]}")


def must_refuse(code, reason, call, *arguments, **fields):
    refused = refusal(call, *arguments, **fields)
    assert (refused.code, refused.reason) == (code, reason), f"wanted {code} {reason}, got {refused}"
    assert refused.domain == "usher", f"domain {refused.domain!r}"
    return refused


# ---------------------------------------------------------------- the client

class Client:
    """One connection. Methods are the contract's rpcs with their request's fields as keywords."""

    SERVICES = {
        hall_pb2_grpc.HallServiceStub: (hall_pb2, ["PutHall", "CheckHall", "GetHall", "ListHalls"]),
        show_pb2_grpc.ShowServiceStub: (
            show_pb2, ["CreateShow", "GetShow", "ListShows", "UpdateShow", "BlockSeats", "UnblockSeats"]),
        seat_pb2_grpc.SeatServiceStub: (seat_pb2, ["GetSeats", "SuggestSeats"]),
        lock_pb2_grpc.LockServiceStub: (lock_pb2, [
            "LockSeats", "LockBestSeats", "ChangeLock", "RenewLock", "BeginPayment", "EndPayment", "ConfirmLock",
            "ReleaseLock", "GetLock", "RefundSale", "GetSale", "ListSales"]),
        room_pb2_grpc.RoomServiceStub: (room_pb2, [
            "CreateRoom", "GetRoom", "JoinRoom", "TakeSeat", "LeaveSeat", "SetStatus", "KeepAlive", "LeaveRoom"]),
        focus_pb2_grpc.FocusServiceStub: (focus_pb2, [
            "StartFocus", "PauseFocus", "ResumeFocus", "CompleteFocus", "AbandonFocus", "GetFocus", "ListFocus",
            "SyncFocus", "GetFocusStats"]),
    }

    def __init__(self, address, timeout=CALL_SECONDS, compression=None, credentials=None):
        self.address = address
        self.timeout = timeout
        options = [
            # A connection of its own: grpcio otherwise shares one among all channels of the process.
            ("grpc.use_local_subchannel_pool", 1),
            ("grpc.max_receive_message_length", 64 << 20),
            ("grpc.max_send_message_length", 64 << 20),
            ("grpc.initial_reconnect_backoff_ms", 50),
            # To grpcio this is the patience with one attempt as well, and a handshake takes its time.
            ("grpc.min_reconnect_backoff_ms", 20_000 if credentials else 50),
            ("grpc.max_reconnect_backoff_ms", 200),
        ]
        self.channel = (grpc.secure_channel(address, credentials, options, compression) if credentials
                        else grpc.insecure_channel(address, options, compression))
        self.stubs = {}
        for stub_type, (messages, names) in self.SERVICES.items():
            stub = stub_type(self.channel)
            for name in names:
                self.stubs[name] = getattr(stub, name)
                setattr(self, name, self._unary(getattr(stub, name), getattr(messages, name + "Request")))
        self._watch = seat_pb2_grpc.SeatServiceStub(self.channel).WatchSeats
        self._watch_room = room_pb2_grpc.RoomServiceStub(self.channel).WatchRoom

    def _unary(self, method, request_type):
        def call(**fields):
            try:
                return method(request_type(**fields), timeout=self.timeout)
            except grpc.RpcError as error:
                raise Refused(error) from None
        return call

    def watch(self, show_id, epoch="", after_seq=0, timeout=None, **fields):
        """The stream itself: iterate it for events, `cancel()` it to leave."""
        request = seat_pb2.WatchSeatsRequest(show_id=show_id, epoch=epoch, after_seq=after_seq, **fields)
        return self._watch(request, timeout=timeout)

    def watch_room(self, room_id, epoch="", after_seq=0, timeout=None, **fields):
        """The same of a room."""
        request = room_pb2.WatchRoomRequest(room_id=room_id, epoch=epoch, after_seq=after_seq, **fields)
        return self._watch_room(request, timeout=timeout)

    def WatchRoom(self, room_id, **fields):
        """All events until the stream ends; its refusal as that of any other rpc."""
        try:
            return list(self.watch_room(room_id, timeout=self.timeout, **fields))
        except grpc.RpcError as error:
            raise Refused(error) from None

    def close(self):
        self.channel.close()

    # Shorthands of the tests.

    def lock(self, show_id, seats, holder="ann", **fields):
        if "ttl" in fields and not isinstance(fields["ttl"], duration_pb2.Duration):
            fields["ttl"] = span(fields["ttl"])
        return self.LockSeats(show_id=show_id, holder=holder, seats=list(seats), **fields)

    def snapshot(self, show_id):
        event = self.GetSeats(show_id=show_id)
        assert event.WhichOneof("event") == "snapshot", event
        return event.snapshot


_numbers = itertools.count(1)


def new_id(prefix="x"):
    return f"{prefix}-{os.getpid()}-{next(_numbers)}"


def new_show(client, rows=4, columns=10, zones=("A",), starts_in=3600, lasts=7200, hall=None, policy=None, **fields):
    """A show in a hall of its own. Orphans are allowed unless the test says otherwise: most tests take odd seats."""
    hall = hall or make_hall(new_id("hall"), rows, columns, zones)
    client.PutHall(hall=hall)
    policy = dict(policy or {})
    policy.setdefault("orphan_rule", show_pb2.ORPHAN_RULE_OFF)
    now = time.time()
    show = show_pb2.Show(show_id=new_id("show"), hall_id=hall.hall_id, title="A show", starts_at=at(int(now) + starts_in),
                         ends_at=at(int(now) + starts_in + lasts), policy=show_pb2.Policy(**policy), **fields)
    return client.CreateShow(show=show)


# ---------------------------------------------------------------- a reader of one seat map

class Reader:
    """Holds a seat map by the rules of the stream, and fails at the first event that breaks one."""

    def __init__(self):
        self.epoch = ""
        self.seq = 0
        self.states = None
        self.snapshots = self.deltas = self.heartbeats = self.shows = self.drains = 0
        self.last = None

    def apply(self, event):
        kind = event.WhichOneof("event")
        self.last = event
        if kind == "snapshot":
            snapshot = event.snapshot
            assert snapshot.epoch, "a snapshot without an epoch"
            if self.epoch == snapshot.epoch:
                assert snapshot.seq >= self.seq, f"snapshot at {snapshot.seq} behind the reader at {self.seq}"
            self.epoch, self.seq, self.states = snapshot.epoch, snapshot.seq, bytearray(snapshot.states)
            self.snapshots += 1
        elif kind == "delta":
            delta = event.delta
            assert delta.first_seq == self.seq + 1, f"delta {delta.first_seq}…{delta.last_seq}, reader at {self.seq}"
            assert delta.last_seq >= delta.first_seq, "a delta that ends before it starts"
            seats = [change.seat for change in delta.changes]
            assert seats and len(seats) == len(set(seats)), "a delta must carry each touched seat once"
            for change in delta.changes:
                assert 1 <= change.state <= 4, f"state {change.state}"
                if self.states is not None:
                    self.states[change.seat] = change.state
            self.seq = delta.last_seq
            self.deltas += 1
        elif kind == "heartbeat":
            assert event.heartbeat.seq == self.seq, f"heartbeat at {event.heartbeat.seq}, reader at {self.seq}"
            self.heartbeats += 1
        elif kind == "show":
            self.shows += 1
        elif kind == "drain":
            self.drains += 1
        return kind


class Watcher(threading.Thread):
    """A reader on a thread of its own."""

    def __init__(self, client, show_id, reader=None, **fields):
        super().__init__(daemon=True)
        self.reader = reader or Reader()
        self.failure = None
        self.code = None
        self.events = []
        self._changed = threading.Condition()
        self.stream = self.open(client, show_id, epoch=self.reader.epoch, after_seq=self.reader.seq, **fields)
        self.start()

    @staticmethod
    def open(client, show_id, **fields):
        return client.watch(show_id, **fields)

    def run(self):
        try:
            for event in self.stream:
                with self._changed:
                    self.events.append((time.time(), event))
                    self.reader.apply(event)
                    self._changed.notify_all()
        except grpc.RpcError as error:
            self.code = error.code().name
        except AssertionError as error:
            self.failure = error
        with self._changed:
            self._changed.notify_all()

    def wait(self, condition, within=10, what="the event"):
        """Waits until `condition(reader)` holds."""
        with self._changed:
            done = self._changed.wait_for(lambda: self.failure or self.code or condition(self.reader), within)
            if self.failure:
                raise self.failure
            assert done and condition(self.reader), (
                f"waited {within} s for {what}; the stream is {self.code or 'open'}, the reader at {self.reader.seq}")
            return self.reader

    def leave(self):
        self.stream.cancel()
        self.join(10)
        if self.failure:
            raise self.failure
        return self.reader


# ---------------------------------------------------------------- the server

def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`usher serve` on a data directory of its own; starts again on the same address after a kill."""

    def __init__(self, data=None, arguments=(), port=None):
        self._own_data = data is None
        self.data = data or tempfile.mkdtemp(prefix="usher-test-")
        self.port = port or free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.arguments = list(arguments)
        self.process = None
        self.ready_after = None
        self.log = tempfile.NamedTemporaryFile(prefix="usher-log-", suffix=".txt", delete=False)

    def command(self):
        return [BINARY, "serve", "--listen", self.address, "--data", self.data, *self.arguments]

    def start(self, within=30):
        started = time.monotonic()
        self.process = subprocess.Popen(
            self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, text=True)
        ready = threading.Event()
        self.said = []

        def read(stream):
            for line in stream:
                self.said.append(line.rstrip("\n"))
                if line.startswith("listening on "):
                    ready.set()
            ready.set()

        threading.Thread(target=read, args=(self.process.stdout,), daemon=True).start()
        if not ready.wait(within) or not self.said or not self.said[-1].startswith("listening on "):
            raise AssertionError(f"the server did not get ready: {self.said} {self.errors()}")
        self.ready_after = time.monotonic() - started
        return self

    def errors(self):
        return Path(self.log.name).read_text()[-2000:]

    def client(self, **options):
        return Client(self.address, **options)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def terminate(self, within=30):
        """SIGTERM, and the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server was still there {within} s after SIGTERM") from None

    def memory(self):
        """Resident bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) * 1024

    def forget_peak(self):
        """`peak_memory` counts from now on."""
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def peak_memory(self):
        """The most resident bytes since `forget_peak`."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) * 1024

    def alive(self):
        return self.process.poll() is None

    def close(self):
        if self.process and self.alive():
            self.kill()
        self.log.close()
        os.unlink(self.log.name)
        if self._own_data:
            shutil.rmtree(self.data, ignore_errors=True)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.close()
