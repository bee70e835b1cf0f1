#!/usr/bin/env python3
"""The interop client over grpcio. Prints one line of JSON for each case; the exit status says whether all passed."""
import concurrent.futures
import ssl
import sys
import threading
import time

import grpc

import testing
from relay import Relay
from testing import INITIAL, REPLY_BYTES, REQUEST_BYTES, SERVICE, SPECIAL, STREAM_SIZES, TRAILING, expect

PATIENCE = 20
pb = testing.messages()
zeros = testing.Zeros(pb)
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


class Client:
    def __init__(self, options, port=None):
        self.options = options
        target = f"{options.server_host}:{port or options.server_port}"
        arguments = [("grpc.use_local_subchannel_pool", 1)]
        if options.tls:
            if options.server_host_override:
                arguments.append(("grpc.ssl_target_name_override", options.server_host_override))
            with open(options.ca_file, "rb") as file:
                credentials = grpc.ssl_channel_credentials(file.read())
            self.channel = grpc.secure_channel(target, credentials, arguments)
        else:
            self.channel = grpc.insecure_channel(target, arguments)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.channel.close()

    def method(self, kind, name, reply):
        path = name if name.startswith("/") else SERVICE + name
        return getattr(self.channel, kind)(path, lambda message: message.SerializeToString(), reply.FromString)

    def unary(self, request, name="UnaryCall", reply=None, **arguments):
        return self.method("unary_unary", name, reply or pb.SimpleResponse).with_call(
            request, timeout=PATIENCE, **arguments)

    def output(self, request, **arguments):
        return self.method("unary_stream", "StreamingOutputCall", pb.StreamingOutputCallResponse)(
            request, timeout=PATIENCE, **arguments)

    def input(self, requests, **arguments):
        return self.method("stream_unary", "StreamingInputCall", pb.StreamingInputCallResponse)(
            iter(requests), timeout=PATIENCE, **arguments)

    def duplex(self, requests, timeout=PATIENCE, **arguments):
        return self.method("stream_stream", "FullDuplexCall", pb.StreamingOutputCallResponse)(
            requests, timeout=timeout, **arguments)


def fails(code, call, details=None):
    """The error that `call` ends with."""
    try:
        call()
    except grpc.RpcError as error:
        expect(error.code(), code, "status")
        if details is not None:
            expect(error.details(), details, "message")
        return error
    raise AssertionError(f"the call went well instead of failing with {code}")


def large(**fields):
    return pb.SimpleRequest(response_size=REPLY_BYTES, payload=zeros(REQUEST_BYTES), **fields)


def check_large(reply):
    expect(reply.payload.type, 0, "payload type")
    expect(reply.payload.body == bytes(REPLY_BYTES), True, f"payload of {REPLY_BYTES} zeros")


def part(size, reply_size=None, **fields):
    parameters = [] if reply_size is None else [pb.ResponseParameters(size=reply_size)]
    return pb.StreamingOutputCallRequest(payload=zeros(size), response_parameters=parameters, **fields)


def check_sizes(replies, sizes):
    expect([len(reply.payload.body) for reply in replies], sizes, "payload sizes")
    expect(any(any(reply.payload.body) for reply in replies), False, "payload other than zeros")


class Requests:
    """A request stream that is fed by hand."""

    def __init__(self):
        self.items, self.changed, self.ended = [], threading.Condition(), False

    def put(self, item):
        with self.changed:
            self.items.append(item)
            self.changed.notify()

    def end(self):
        with self.changed:
            self.ended = True
            self.changed.notify()

    def __iter__(self):
        return self

    def __next__(self):
        with self.changed:
            self.changed.wait_for(lambda: self.items or self.ended)
            if self.items:
                return self.items.pop(0)
            raise StopIteration


# Single messages

@case
def empty_unary(client):
    reply, _ = client.unary(pb.Empty(), "EmptyCall", pb.Empty)
    expect(reply, pb.Empty(), "reply")


@case
def cacheable_unary(client):
    # No cache stands between: what can be seen is that caches are told that they may keep the reply. grpcio has no GET.
    request = pb.SimpleRequest(payload=pb.Payload(body=str(time.time_ns()).encode()))
    for _ in range(2):
        reply, call = client.unary(request, "CacheableUnaryCall", metadata=[("x-user-ip", "1.2.3.4")])
        expect(reply.payload.body.isdigit(), True, "payload of digits")
        expect("max-age" in dict(call.initial_metadata()).get("cache-control", ""), True, "cache-control")


@case
def large_unary(client):
    check_large(client.unary(large())[0])


@case
def concurrent_large_unary(client):
    method = client.method("unary_unary", "UnaryCall", pb.SimpleResponse)
    calls = [method.future(large(), timeout=3 * PATIENCE) for _ in range(1000)]
    for call in calls:
        check_large(call.result())


@case
def client_compressed_unary(client):
    probe = pb.BoolValue(value=True)
    fails(grpc.StatusCode.INVALID_ARGUMENT, lambda: client.unary(large(expect_compressed=probe)))
    check_large(client.unary(large(expect_compressed=probe), compression=grpc.Compression.Gzip)[0])
    check_large(client.unary(large(expect_compressed=pb.BoolValue(value=False)))[0])


@case
def server_compressed_unary(client):
    with reading_along(client) as (client, relay):
        for wanted in [True, False]:
            check_large(client.unary(large(response_compressed=pb.BoolValue(value=wanted)))[0])
            expect(relay.reply_flags(), [wanted], "compressed flag")


# Streams

@case
def client_streaming(client):
    requests = [pb.StreamingInputCallRequest(payload=zeros(size)) for size, _ in STREAM_SIZES]
    expect(client.input(requests).aggregated_payload_size, 74922, "aggregated size")


@case
def client_compressed_streaming(client):
    def request(size, compressed):
        return pb.StreamingInputCallRequest(payload=zeros(size), expect_compressed=pb.BoolValue(value=compressed))
    fails(grpc.StatusCode.INVALID_ARGUMENT, lambda: client.input([request(27182, True)]))
    # Two calls: grpcio's client has no flag for a single message.
    sizes = client.input([request(27182, True)], compression=grpc.Compression.Gzip).aggregated_payload_size
    sizes += client.input([request(45904, False)]).aggregated_payload_size
    expect(sizes, 73086, "aggregated size")


@case
def server_streaming(client):
    sizes = [size for _, size in STREAM_SIZES]
    request = pb.StreamingOutputCallRequest(response_parameters=[pb.ResponseParameters(size=size) for size in sizes])
    check_sizes(list(client.output(request)), sizes)


@case
def server_compressed_streaming(client):
    wanted = [(31415, True), (92653, False)]
    request = pb.StreamingOutputCallRequest(response_parameters=[
        pb.ResponseParameters(size=size, compressed=pb.BoolValue(value=flag)) for size, flag in wanted])
    with reading_along(client) as (client, relay):
        check_sizes(list(client.output(request)), [size for size, _ in wanted])
        expect(relay.reply_flags(), [flag for _, flag in wanted], "compressed flags")


@case
def ping_pong(client):
    requests = Requests()
    replies = client.duplex(requests)
    for size, reply_size in STREAM_SIZES:
        requests.put(part(size, reply_size))
        check_sizes([next(replies)], [reply_size])
    requests.end()
    expect(list(replies), [], "more replies")


@case
def empty_stream(client):
    expect(list(client.duplex(iter([]))), [], "replies")


# Metadata and status

@case
def custom_metadata(client):
    metadata = [(INITIAL, "test_initial_metadata_value"), (TRAILING, b"\xab\xab\xab")]
    reply, call = client.unary(large(), metadata=metadata)
    check_large(reply)
    replies = client.duplex(iter([part(REQUEST_BYTES, REPLY_BYTES)]), metadata=metadata)
    check_sizes(list(replies), [REPLY_BYTES])
    for here in [call, replies]:
        expect(dict(here.initial_metadata()).get(INITIAL), "test_initial_metadata_value", "initial metadata")
        expect(dict(here.trailing_metadata()).get(TRAILING), b"\xab\xab\xab", "trailing metadata")


@case
def status_code_and_message(client):
    status = pb.EchoStatus(code=2, message="test status message")
    fails(grpc.StatusCode.UNKNOWN, lambda: client.unary(pb.SimpleRequest(response_status=status)), status.message)
    request = pb.StreamingOutputCallRequest(response_status=status)
    fails(grpc.StatusCode.UNKNOWN, lambda: list(client.duplex(iter([request]))), status.message)


@case
def special_status_message(client):
    status = pb.EchoStatus(code=2, message=SPECIAL)
    fails(grpc.StatusCode.UNKNOWN, lambda: client.unary(pb.SimpleRequest(response_status=status)), SPECIAL)


@case
def unimplemented_method(client):
    fails(grpc.StatusCode.UNIMPLEMENTED, lambda: client.unary(pb.Empty(), "UnimplementedCall", pb.Empty))


@case
def unimplemented_service(client):
    path = "/grpc.testing.UnimplementedService/UnimplementedCall"
    fails(grpc.StatusCode.UNIMPLEMENTED, lambda: client.unary(pb.Empty(), path, pb.Empty))


# Cancellation and deadlines

@case
def cancel_after_begin(client):
    requests = Requests()
    call = client.method("stream_unary", "StreamingInputCall", pb.StreamingInputCallResponse).future(
        requests, timeout=PATIENCE)
    call.cancel()
    requests.end()
    expect(call.cancelled(), True, "cancelled")
    expect(call.code(), grpc.StatusCode.CANCELLED, "status")


@case
def cancel_after_first_response(client):
    requests = Requests()
    replies = client.duplex(requests)
    requests.put(part(*STREAM_SIZES[0]))
    check_sizes([next(replies)], [STREAM_SIZES[0][1]])
    replies.cancel()
    fails(grpc.StatusCode.CANCELLED, lambda: next(replies))
    requests.end()


@case
def timeout_on_sleeping_server(client):
    requests = Requests()
    requests.put(part(27182))
    fails(grpc.StatusCode.DEADLINE_EXCEEDED, lambda: list(client.duplex(requests, timeout=0.001)))
    requests.end()


# Soaks

@case
def rpc_soak(client):
    for _ in range(50):
        check_large(client.unary(large())[0])


@case
def channel_soak(client):
    for _ in range(20):
        with Client(client.options) as fresh:
            check_large(fresh.unary(large())[0])


class reading_along:
    """A client behind a relay that sees the compressed flags."""

    def __init__(self, client):
        options, accept, connect = client.options, None, None
        if options.tls:
            connect = ssl.create_default_context(cafile=options.ca_file)
            connect.set_alpn_protocols(["h2"])
        relay = Relay((options.server_host, options.server_port), accept, connect, options.server_host_override)
        # The relay ends TLS: this client's own TLS is what all other cases are for.
        plain = type(options)(**{**vars(options), "tls": False})
        self.client, self.relay = Client(plain, relay.port), relay

    def __enter__(self):
        return self.client, self.relay

    def __exit__(self, *_):
        self.client.channel.close()


def main():
    options = testing.client_options(__doc__)
    passed = True
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        for name in testing.chosen(options, CASES):
            started, failure = time.monotonic(), None
            try:
                with Client(options) as client:
                    pool.submit(CASES[name], client).result(timeout=4 * PATIENCE)
            except Exception as error:
                failure = error
            passed = testing.tell(name, started, failure) and passed
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
