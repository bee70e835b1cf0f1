#!/usr/bin/env python3
"""A partner's backend: puts a hall, makes a show, watches its living map and sells two seats. Plain grpcio, no Usher SDK.

    pip install -r requirements.txt
    python backend.py [--server 127.0.0.1:50051]
"""
import argparse
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import grpc
import grpc_tools
from google.protobuf import json_format
from google.rpc import error_details_pb2, status_pb2
from grpc_tools import protoc

HERE = Path(__file__).resolve().parent
PROTO = HERE.parents[1] / "proto"

# Stubs straight from the published protos. A real backend generates them once, when it is built.
stubs = tempfile.TemporaryDirectory()
well_known = Path(grpc_tools.__file__).parent / "_proto"
protoc.main(["protoc", f"-I{PROTO}", f"-I{well_known}", f"--python_out={stubs.name}", f"--grpc_python_out={stubs.name}",
             *map(str, (PROTO / "usher/v1").glob("*.proto"))])
sys.path.insert(0, stubs.name)

from usher.v1 import hall_pb2, hall_pb2_grpc, lock_pb2, lock_pb2_grpc  # noqa: E402
from usher.v1 import errors_pb2, seat_pb2, seat_pb2_grpc, seat_state_pb2, show_pb2, show_pb2_grpc  # noqa: E402


def refusal(error):
    """The reason word and the seats in the way, from the details of a refused call."""
    reason, seats = error.code().name, []
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            for detail in status_pb2.Status.FromString(value).details:
                info, conflict = error_details_pb2.ErrorInfo(), errors_pb2.SeatConflict()
                if detail.Unpack(info):
                    reason = info.reason
                elif detail.Unpack(conflict):
                    seats = list(conflict.seats)
    return reason, seats


def watch(channel, show_id, codes, sold, stop):
    """Follows the map. After a broken connection it goes on from its position: nothing is missed, nothing comes twice."""
    service, epoch, seq = seat_pb2_grpc.SeatServiceStub(channel), "", 0
    while not stop.is_set():
        stream = service.WatchSeats(seat_pb2.WatchSeatsRequest(show_id=show_id, epoch=epoch, after_seq=seq))
        stop.stream = stream
        try:
            for event in stream:
                kind = event.WhichOneof("event")
                if kind == "snapshot":
                    epoch, seq = event.snapshot.epoch, event.snapshot.seq
                    free = event.snapshot.states.count(seat_state_pb2.SEAT_STATE_AVAILABLE)
                    print(f"  map    at {seq}: {free} of {len(event.snapshot.states)} seats free", flush=True)
                    stop.ready.set()
                elif kind == "delta":
                    seq = event.delta.last_seq
                    for change in event.delta.changes:
                        state = seat_state_pb2.SeatState.Name(change.state).removeprefix("SEAT_STATE_")
                        print(f"  map    at {seq}: {codes[change.seat]} is {state}", flush=True)
                        if change.state == seat_state_pb2.SEAT_STATE_SOLD:
                            sold.release()
        except grpc.RpcError as error:
            if not stop.is_set():
                print(f"  map    away ({error.code().name}), resuming from {seq}", flush=True)
                time.sleep(0.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default="127.0.0.1:50051")
    channel = grpc.insecure_channel(parser.parse_args().server)
    halls, shows = hall_pb2_grpc.HallServiceStub(channel), show_pb2_grpc.ShowServiceStub(channel)
    locks = lock_pb2_grpc.LockServiceStub(channel)

    # 1. The hall, from the proto3 JSON of `Hall`. The same content again keeps its revision.
    hall = json_format.Parse((HERE.parent / "halls/lumen.json").read_text(), hall_pb2.Hall())
    hall = halls.PutHall(hall_pb2.PutHallRequest(hall=hall))
    print(f"hall   {hall.hall_id} revision {hall.revision}: {hall.seat_count} seats")

    # 2. A show with prices. A minute of its own in the coming two years lets this example run again and again: two
    # shows that overlap in one hall are refused.
    starts = int(time.time()) + random.randrange(60, 1_000_000) * 60
    show = show_pb2.Show(show_id=f"example-{starts}", hall_id=hall.hall_id, title="Metropolis", time_zone="Europe/Berlin")
    show.starts_at.seconds, show.ends_at.seconds = starts, starts + 60
    for zone, cents in [("front", 900), ("middle", 1200), ("back", 1500)]:
        show.prices.add(zone_id=zone, currency_code="EUR", amount_minor=cents)
    show = shows.CreateShow(show_pb2.CreateShowRequest(show=show))
    print(f"show   {show.show_id}, version {show.version}")

    # 3. The living map, in a thread of its own.
    sold, stop = threading.Semaphore(0), threading.Event()
    stop.ready = threading.Event()
    codes = [seat.code for seat in hall.seats]
    follower = threading.Thread(target=watch, args=(channel, show.show_id, codes, sold, stop), daemon=True)
    follower.start()
    assert stop.ready.wait(10), "no map came"

    # 4. Two seats, all or nothing. With a request id, a repeat after a broken connection cannot lock twice.
    lock = locks.LockSeats(lock_pb2.LockSeatsRequest(
        show_id=show.show_id, holder="customer-1", seats=["D6", "D5"], request_id=f"{show.show_id}-lock"))
    total = lock.amounts[0]
    print(f"lock   {', '.join(lock.seats)} for {total.amount_minor / 100:.2f} {total.currency_code}, "
          f"{lock.expires_at.seconds - lock.server_time.seconds} s left")

    # 5. Somebody else wants one of them and is told which seat stood in the way.
    try:
        locks.LockSeats(lock_pb2.LockSeatsRequest(show_id=show.show_id, holder="customer-2", seats=["D4", "D5"]))
        raise SystemExit("a seat was locked twice")
    except grpc.RpcError as error:
        reason, seats = refusal(error)
        print(f"other  refused: {reason} {', '.join(seats)}")

    # 6. Payment: the deadline moves, the lock can no longer change. Then the sale.
    locks.BeginPayment(lock_pb2.BeginPaymentRequest(token=lock.token))
    sale = locks.ConfirmLock(lock_pb2.ConfirmLockRequest(
        token=lock.token, order_ref="order-4711", request_id=f"{show.show_id}-confirm"))
    print(f"sale   {sale.sale_id}: {', '.join(sale.seats)}")

    for _ in sale.seats:
        assert sold.acquire(timeout=10), "the map did not tell of the sale"
    stop.set()
    stop.stream.cancel()
    follower.join(5)
    print("done")


main()
