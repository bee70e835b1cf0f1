#!/usr/bin/env python3
"""The interop server over grpclib, a stack of its own over h2 in Python. It has no compression. Prints `listening on`
and its port."""
import asyncio
import ssl
import time

import grpclib.const
import grpclib.server

import testing
from testing import INITIAL, SERVICE, TRAILING

pb = testing.messages()
zeros = testing.Zeros(pb)


class TestService:
    async def echo_metadata(self, stream):
        metadata = stream.metadata
        await stream.send_initial_metadata(metadata={INITIAL: metadata[INITIAL]} if INITIAL in metadata else None)
        return {TRAILING: metadata[TRAILING]} if TRAILING in metadata else None

    def refuse(self, request):
        if request.response_status.code:
            status = grpclib.const.Status(request.response_status.code)
            raise grpclib.GRPCError(status, request.response_status.message)

    async def empty(self, stream):
        await stream.recv_message()
        await stream.send_message(pb.Empty())

    async def unary(self, stream):
        request = await stream.recv_message()
        self.refuse(request)
        trailing = await self.echo_metadata(stream)
        await stream.send_message(pb.SimpleResponse(payload=zeros(request.response_size)))
        await stream.send_trailing_metadata(metadata=trailing)

    async def cacheable(self, stream):
        await stream.recv_message()
        await stream.send_initial_metadata(metadata={"cache-control": "max-age=60, public"})
        body = str(time.time_ns()).encode()
        await stream.send_message(pb.SimpleResponse(payload=pb.Payload(body=body)))

    async def answer(self, request, stream):
        self.refuse(request)
        for parameters in request.response_parameters:
            await asyncio.sleep(parameters.interval_us / 1e6)
            await stream.send_message(pb.StreamingOutputCallResponse(payload=zeros(parameters.size)))

    async def output(self, stream):
        await self.answer(await stream.recv_message(), stream)

    async def input(self, stream):
        size = 0
        async for request in stream:
            size += len(request.payload.body)
        await stream.send_message(pb.StreamingInputCallResponse(aggregated_payload_size=size))

    async def full_duplex(self, stream):
        trailing = await self.echo_metadata(stream)
        async for request in stream:
            await self.answer(request, stream)
        await stream.send_trailing_metadata(metadata=trailing)

    async def half_duplex(self, stream):
        for request in [request async for request in stream]:
            await self.answer(request, stream)

    def __mapping__(self):
        kinds = grpclib.const.Cardinality
        methods = [
            ("EmptyCall", self.empty, kinds.UNARY_UNARY, pb.Empty, pb.Empty),
            ("UnaryCall", self.unary, kinds.UNARY_UNARY, pb.SimpleRequest, pb.SimpleResponse),
            ("CacheableUnaryCall", self.cacheable, kinds.UNARY_UNARY, pb.SimpleRequest, pb.SimpleResponse),
            ("StreamingOutputCall", self.output, kinds.UNARY_STREAM, pb.StreamingOutputCallRequest,
             pb.StreamingOutputCallResponse),
            ("StreamingInputCall", self.input, kinds.STREAM_UNARY, pb.StreamingInputCallRequest,
             pb.StreamingInputCallResponse),
            ("FullDuplexCall", self.full_duplex, kinds.STREAM_STREAM, pb.StreamingOutputCallRequest,
             pb.StreamingOutputCallResponse),
            ("HalfDuplexCall", self.half_duplex, kinds.STREAM_STREAM, pb.StreamingOutputCallRequest,
             pb.StreamingOutputCallResponse),
        ]
        return {SERVICE + name: grpclib.const.Handler(function, kind, request, reply)
                for name, function, kind, request, reply in methods}


async def main():
    options = testing.server_options(__doc__)
    context = None
    if options.tls:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.tls_cert_file, options.tls_key_file)
        context.set_alpn_protocols(["h2"])
    server = grpclib.server.Server([TestService()])
    await server.start("127.0.0.1", options.port, ssl=context)
    print(f"listening on {server._server.sockets[0].getsockname()[1]}", flush=True)
    await server.wait_closed()


if __name__ == "__main__":
    asyncio.run(main())
