"""Health and reflection, by the clients that everybody has: grpcio's own modules and grpcurl."""
import json
import subprocess
import threading

import grpc
from google.protobuf import descriptor_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2

from cases import case
from usher_client import ROOT, make_hall, new_id

GRPCURL = str(ROOT / ".build/venv/bin/grpcurl")
USHER = ["usher.v1.FocusService", "usher.v1.HallService", "usher.v1.LockService", "usher.v1.RoomService",
         "usher.v1.SeatService", "usher.v1.ShowService"]
SERVING, SERVICE_UNKNOWN = 1, 3


@case("health: the server and each service are SERVING, others NOT_FOUND")
def check(client):
    stub = health_pb2_grpc.HealthStub(client.channel)
    for service in ["", "usher.v1.HallService", "usher.v1.LockService", "grpc.health.v1.Health"]:
        assert stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=5).status == SERVING, service
    try:
        stub.Check(health_pb2.HealthCheckRequest(service="nothing"), timeout=5)
        raise AssertionError("an unknown service is healthy")
    except grpc.RpcError as error:
        assert error.code() == grpc.StatusCode.NOT_FOUND, error.code()


@case("health: Watch tells at once and stays open, also for an unknown service")
def watch(client):
    stub = health_pb2_grpc.HealthStub(client.channel)
    for service, status in [("", SERVING), ("nothing", SERVICE_UNKNOWN)]:
        stream = stub.Watch(health_pb2.HealthCheckRequest(service=service), timeout=30)
        assert next(stream).status == status
        ended = threading.Event()
        threading.Thread(target=lambda: (_drain(stream), ended.set()), daemon=True).start()
        assert not ended.wait(0.5), "the stream ended"
        stream.cancel()


def _drain(stream):
    try:
        for _ in stream:
            pass
    except grpc.RpcError:
        pass


@case("health: List names every service")
def listed(client):
    stub = health_pb2_grpc.HealthStub(client.channel)
    statuses = stub.List(health_pb2.HealthListRequest(), timeout=5).statuses
    assert "usher.v1.LockService" in statuses and statuses["usher.v1.LockService"].status == SERVING, statuses


def reflect(client, version, *requests):
    call = client.channel.stream_stream(
        f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString)
    return list(call(iter(requests), timeout=10))


@case("reflection v1 and v1alpha list the services, their own and health included")
def services(client):
    for version in ("v1", "v1alpha"):
        answer, = reflect(client, version, reflection_pb2.ServerReflectionRequest(list_services=""))
        names = {service.name for service in answer.list_services_response.service}
        wanted = {*USHER, "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
                  "grpc.reflection.v1alpha.ServerReflection"}
        assert wanted <= names, wanted - names


@case("reflection gives files by symbol and by name, with all they need, several in one stream")
def files(client):
    request = reflection_pb2.ServerReflectionRequest
    for version in ("v1", "v1alpha"):
        symbols = [*USHER, "usher.v1.LockService.LockSeats", "usher.v1.Hall", "usher.v1.SeatState",
                   "grpc.health.v1.Health", f"grpc.reflection.{version}.ServerReflection", "google.protobuf.Timestamp"]
        answers = reflect(client, version, *[request(file_containing_symbol=symbol) for symbol in symbols])
        assert len(answers) == len(symbols)
        known = {}
        for symbol, answer in zip(symbols, answers):
            encoded = answer.file_descriptor_response.file_descriptor_proto
            assert encoded, (symbol, answer)
            for one in encoded:
                file = descriptor_pb2.FileDescriptorProto.FromString(one)
                known[file.name] = file
        waiting = [name for file in known.values() for name in file.dependency if name not in known]
        while waiting:
            name = waiting.pop()
            answer, = reflect(client, version, request(file_by_filename=name))
            assert answer.file_descriptor_response.file_descriptor_proto, (name, answer)
            for one in answer.file_descriptor_response.file_descriptor_proto:
                file = descriptor_pb2.FileDescriptorProto.FromString(one)
                known[file.name] = file
                waiting += [other for other in file.dependency if other not in known]
        hall = next(file for name, file in known.items() if name.endswith("hall.proto"))
        seat = next(message for message in hall.message_type if message.name == "Seat")
        assert next(f for f in seat.field if f.name == "x").proto3_optional, "`optional` must be published"


@case("reflection answers what it does not know with an error response and stays open")
def unknown(client):
    request = reflection_pb2.ServerReflectionRequest
    for version in ("v1", "v1alpha"):
        answers = reflect(client, version, request(file_containing_symbol="nothing.Here"),
                          request(file_by_filename="nothing.proto"), request(file_containing_symbol="usher.v1.Hall"))
        assert [answer.error_response.error_code for answer in answers] == [5, 5, 0], answers
        assert answers[2].file_descriptor_response.file_descriptor_proto


def grpcurl(client, *arguments, data=None):
    command = [GRPCURL, "-plaintext", *(["-d", json.dumps(data)] if data is not None else []), client.address, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


@case("grpcurl lists, describes, puts a hall and gets it, by reflection alone")
def by_grpcurl(client):
    code, out, err = grpcurl(client, "list")
    assert code == 0 and set(USHER) <= set(out.split()), (out, err)
    code, out, err = grpcurl(client, "describe", "usher.v1.HallService")
    assert code == 0 and "PutHall" in out, err
    hall_id = new_id("hall")
    hall = {"hallId": hall_id, "rowCount": 1, "columnCount": 2, "seats": [{"code": "a"}, {"code": "b", "column": 1}]}
    code, out, err = grpcurl(client, "usher.v1.HallService/PutHall", data={"hall": hall})
    assert code == 0 and json.loads(out)["seatCount"] == 2, (out, err)
    code, out, err = grpcurl(client, "usher.v1.HallService/GetHall", data={"hallId": hall_id})
    assert code == 0 and json.loads(out)["seats"][1]["code"] == "b", (out, err)
    code, out, err = grpcurl(client, "usher.v1.HallService/GetHall", data={"hallId": "nowhere"})
    assert code != 0 and "NotFound" in err and "HALL_UNKNOWN" in err, err
    client.PutHall(hall=make_hall(new_id("hall")))


@case("grpcio-reflection's own client builds the whole contract from the server alone")
def by_reflection_client(client):
    from google.protobuf.descriptor_pool import DescriptorPool
    from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
    database = ProtoReflectionDescriptorDatabase(client.channel)
    assert set(USHER) <= set(database.get_services())
    pool = DescriptorPool(database)
    for service in USHER:
        for method in pool.FindServiceByName(service).methods:
            assert method.input_type.name == f"{method.name}Request", method.full_name
    assert [value.number for value in pool.FindEnumTypeByName("usher.v1.SeatState").values] == [0, 1, 2, 3, 4]


@case("grpcurl shows a refusal's details: the reason, the metadata and the seats")
def refused_by_grpcurl(client):
    code, _, err = grpcurl(client, "usher.v1.ShowService/GetShow", data={"showId": "nowhere"})
    assert code != 0 and "SHOW_UNKNOWN" in err and "nowhere" in err, err
    code, _, err = grpcurl(client, "usher.v1.ShowService/CreateShow", data={"show": {"showId": "a b"}})
    assert code != 0 and "show.show_id" in err and "show.ends_at" in err, err
