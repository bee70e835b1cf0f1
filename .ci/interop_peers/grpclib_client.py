#!/usr/bin/env python3
"""The interop client over grpclib, a stack of its own over h2 in Python. It has no compression. Prints one line of
JSON for each case; the exit status says whether all passed."""
import asyncio
import ssl
import sys
import time

import grpclib.client
from grpclib import GRPCError, Status
from grpclib.client import StreamStreamMethod, StreamUnaryMethod, UnaryStreamMethod, UnaryUnaryMethod
from grpclib.config import Configuration

import testing
from testing import INITIAL, REPLY_BYTES, REQUEST_BYTES, SERVICE, SPECIAL, STREAM_SIZES, TRAILING, expect

PATIENCE = 20
pb = testing.messages()
zeros = testing.Zeros(pb)
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


class Client:
    def __init__(self, options):
        self.options = options
        context, name = None, None
        if options.tls:
            context = ssl.create_default_context(cafile=options.ca_file)
            context.set_alpn_protocols(["h2"])
            name = options.server_host_override or None
        self.channel = grpclib.client.Channel(
            options.server_host, options.server_port, ssl=context or False,
            config=Configuration(ssl_target_name_override=name))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.channel.close()

    def unary(self, name="UnaryCall", request=None, reply=None):
        path = name if name.startswith("/") else SERVICE + name
        return UnaryUnaryMethod(self.channel, path, request or pb.SimpleRequest, reply or pb.SimpleResponse)

    def output(self):
        return UnaryStreamMethod(self.channel, SERVICE + "StreamingOutputCall", pb.StreamingOutputCallRequest,
                                 pb.StreamingOutputCallResponse)

    def input(self):
        return StreamUnaryMethod(self.channel, SERVICE + "StreamingInputCall", pb.StreamingInputCallRequest,
                                 pb.StreamingInputCallResponse)

    def duplex(self):
        return StreamStreamMethod(self.channel, SERVICE + "FullDuplexCall", pb.StreamingOutputCallRequest,
                                  pb.StreamingOutputCallResponse)


async def fails(status, call, message=None):
    try:
        await call
    except GRPCError as error:
        expect(error.status, status, "status")
        if message is not None:
            expect(error.message, message, "message")
        return
    raise AssertionError(f"the call went well instead of failing with {status}")


def large(**fields):
    return pb.SimpleRequest(response_size=REPLY_BYTES, payload=zeros(REQUEST_BYTES), **fields)


def check_large(reply):
    expect(reply.payload.body == bytes(REPLY_BYTES), True, f"payload of {REPLY_BYTES} zeros")


def check_sizes(replies, sizes):
    expect([len(reply.payload.body) for reply in replies], sizes, "payload sizes")
    expect(any(any(reply.payload.body) for reply in replies), False, "payload other than zeros")


def part(size, reply_size):
    return pb.StreamingOutputCallRequest(
        payload=zeros(size), response_parameters=[pb.ResponseParameters(size=reply_size)])


@case
async def empty_unary(client):
    expect(await client.unary("EmptyCall", pb.Empty, pb.Empty)(pb.Empty()), pb.Empty(), "reply")


@case
async def cacheable_unary(client):
    for _ in range(2):
        async with client.unary("CacheableUnaryCall").open(metadata={"x-user-ip": "1.2.3.4"}) as stream:
            await stream.send_message(pb.SimpleRequest(payload=pb.Payload(body=b"1")), end=True)
            reply = await stream.recv_message()
            expect(reply.payload.body.isdigit(), True, "payload of digits")
            expect("max-age" in stream.initial_metadata.get("cache-control", ""), True, "cache-control")


@case
async def large_unary(client):
    check_large(await client.unary()(large()))


@case
async def concurrent_large_unary(client):
    for reply in await asyncio.gather(*[client.unary()(large(), timeout=3 * PATIENCE) for _ in range(1000)]):
        check_large(reply)


@case
async def client_streaming(client):
    reply = await client.input()([pb.StreamingInputCallRequest(payload=zeros(size)) for size, _ in STREAM_SIZES])
    expect(reply.aggregated_payload_size, 74922, "aggregated size")


@case
async def server_streaming(client):
    sizes = [size for _, size in STREAM_SIZES]
    replies = await client.output()(pb.StreamingOutputCallRequest(
        response_parameters=[pb.ResponseParameters(size=size) for size in sizes]))
    check_sizes(replies, sizes)


@case
async def ping_pong(client):
    async with client.duplex().open() as stream:
        for size, reply_size in STREAM_SIZES:
            await stream.send_message(part(size, reply_size))
            check_sizes([await stream.recv_message()], [reply_size])
        await stream.end()
        expect(await stream.recv_message(), None, "more replies")


@case
async def empty_stream(client):
    async with client.duplex().open() as stream:
        await stream.send_request()
        await stream.end()
        expect(await stream.recv_message(), None, "replies")


@case
async def custom_metadata(client):
    metadata = {INITIAL: "test_initial_metadata_value", TRAILING: b"\xab\xab\xab"}
    for method, request in [(client.unary(), large()), (client.duplex(), part(REQUEST_BYTES, REPLY_BYTES))]:
        async with method.open(metadata=metadata) as stream:
            await stream.send_message(request, end=True)
            check_sizes([await stream.recv_message()], [REPLY_BYTES])
            await stream.recv_trailing_metadata()
            expect(stream.initial_metadata.get(INITIAL), metadata[INITIAL], "initial metadata")
            expect(stream.trailing_metadata.get(TRAILING), metadata[TRAILING], "trailing metadata")


@case
async def status_code_and_message(client):
    status = pb.EchoStatus(code=2, message="test status message")
    await fails(Status.UNKNOWN, client.unary()(pb.SimpleRequest(response_status=status)), status.message)
    request = pb.StreamingOutputCallRequest(response_status=status)
    await fails(Status.UNKNOWN, client.duplex()([request]), status.message)


@case
async def special_status_message(client):
    status = pb.EchoStatus(code=2, message=SPECIAL)
    await fails(Status.UNKNOWN, client.unary()(pb.SimpleRequest(response_status=status)), SPECIAL)


@case
async def unimplemented_method(client):
    await fails(Status.UNIMPLEMENTED, client.unary("UnimplementedCall", pb.Empty, pb.Empty)(pb.Empty()))


@case
async def unimplemented_service(client):
    path = "/grpc.testing.UnimplementedService/UnimplementedCall"
    await fails(Status.UNIMPLEMENTED, client.unary(path, pb.Empty, pb.Empty)(pb.Empty()))


@case
async def cancel_after_begin(client):
    async with client.input().open() as stream:
        await stream.send_request()
        await stream.cancel()
    await empty_unary(client)


@case
async def cancel_after_first_response(client):
    async with client.duplex().open() as stream:
        await stream.send_message(part(*STREAM_SIZES[0]))
        check_sizes([await stream.recv_message()], [STREAM_SIZES[0][1]])
        await stream.cancel()
    await empty_unary(client)


@case
async def timeout_on_sleeping_server(client):
    try:
        async with client.duplex().open(timeout=0.001) as stream:
            await stream.send_message(pb.StreamingOutputCallRequest(payload=zeros(27182)))
            await stream.recv_message()
    except asyncio.TimeoutError:
        return
    except GRPCError as error:
        expect(error.status, Status.DEADLINE_EXCEEDED, "status")
        return
    raise AssertionError("the call did not run into its deadline")


@case
async def rpc_soak(client):
    for _ in range(50):
        check_large(await client.unary()(large()))


@case
async def channel_soak(client):
    for _ in range(20):
        with Client(client.options) as fresh:
            check_large(await fresh.unary()(large()))


async def main():
    options = testing.client_options(__doc__)
    passed = True
    for name in testing.chosen(options, CASES):
        started, failure = time.monotonic(), None
        try:
            with Client(options) as client:
                await asyncio.wait_for(CASES[name](client), 4 * PATIENCE)
        except Exception as error:
            failure = error
        passed = testing.tell(name, started, failure) and passed
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
