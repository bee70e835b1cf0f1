#!/usr/bin/env python3
"""The interop server over grpcio: `grpc.testing.TestService`. Prints `listening on` and its two ports: the second is
that of a relay that reads along, for the cases in which a request's compressed flag is asked for."""
import concurrent.futures
import ssl
import time

import grpc

import testing
from relay import Relay
from testing import INITIAL, MIB, TRAILING

pb = testing.messages()
zeros = testing.Zeros(pb)


class TestService:
    relay = None

    def echo_metadata(self, context):
        metadata = dict(context.invocation_metadata())
        if INITIAL in metadata:
            context.send_initial_metadata([(INITIAL, metadata[INITIAL])])
        if TRAILING in metadata:
            context.set_trailing_metadata([(TRAILING, metadata[TRAILING])])

    def echo_status(self, request, context):
        if request.response_status.code:
            code = [one for one in grpc.StatusCode if one.value[0] == request.response_status.code][0]
            context.abort(code, request.response_status.message)

    def check_compressed(self, request, context, index):
        wanted = request.expect_compressed
        if request.HasField("expect_compressed") and self.relay.request_flag(index) != wanted.value:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"message {index} should have the flag {wanted.value}")

    def empty(self, request, context):
        return pb.Empty()

    def unary(self, request, context):
        self.echo_metadata(context)
        self.echo_status(request, context)
        self.check_compressed(request, context, 0)
        if request.response_compressed.value:
            context.set_compression(grpc.Compression.Gzip)
        return pb.SimpleResponse(payload=zeros(request.response_size))

    def cacheable(self, request, context):
        context.send_initial_metadata([("cache-control", "max-age=60, public")])
        return pb.SimpleResponse(payload=pb.Payload(body=str(time.time_ns()).encode()))

    def answers(self, request, context):
        self.echo_status(request, context)
        for parameters in request.response_parameters:
            time.sleep(parameters.interval_us / 1e6)
            if not parameters.compressed.value:
                context.disable_next_message_compression()
            yield pb.StreamingOutputCallResponse(payload=zeros(parameters.size))

    def output(self, request, context):
        if any(parameters.compressed.value for parameters in request.response_parameters):
            context.set_compression(grpc.Compression.Gzip)
        self.echo_metadata(context)
        yield from self.answers(request, context)

    def input(self, requests, context):
        size = 0
        for index, request in enumerate(requests):
            self.check_compressed(request, context, index)
            size += len(request.payload.body)
        return pb.StreamingInputCallResponse(aggregated_payload_size=size)

    def full_duplex(self, requests, context):
        self.echo_metadata(context)
        for request in requests:
            yield from self.answers(request, context)

    def half_duplex(self, requests, context):
        for request in list(requests):
            yield from self.answers(request, context)

    def handlers(self):
        def handler(kind, function, request):
            make = getattr(grpc, f"{kind}_rpc_method_handler")
            return make(function, request.FromString, lambda message: message.SerializeToString())

        return grpc.method_handlers_generic_handler("grpc.testing.TestService", {
            "EmptyCall": handler("unary_unary", self.empty, pb.Empty),
            "UnaryCall": handler("unary_unary", self.unary, pb.SimpleRequest),
            "CacheableUnaryCall": handler("unary_unary", self.cacheable, pb.SimpleRequest),
            "StreamingOutputCall": handler("unary_stream", self.output, pb.StreamingOutputCallRequest),
            "StreamingInputCall": handler("stream_unary", self.input, pb.StreamingInputCallRequest),
            "FullDuplexCall": handler("stream_stream", self.full_duplex, pb.StreamingOutputCallRequest),
            "HalfDuplexCall": handler("stream_stream", self.half_duplex, pb.StreamingOutputCallRequest),
        })


def main():
    options = testing.server_options(__doc__)
    service = TestService()
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(32), [service.handlers()],
                         options=[("grpc.max_receive_message_length", 4 * MIB), ("grpc.so_reuseport", 0)])
    accept, connect = None, None
    if options.tls:
        with open(options.tls_key_file, "rb") as key, open(options.tls_cert_file, "rb") as certificate:
            credentials = grpc.ssl_server_credentials([(key.read(), certificate.read())])
        port = server.add_secure_port(f"127.0.0.1:{options.port}", credentials)
        accept = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        accept.load_cert_chain(options.tls_cert_file, options.tls_key_file)
        accept.set_alpn_protocols(["h2"])
        # Behind the relay there is a port without TLS.
        inner = server.add_insecure_port("127.0.0.1:0")
    else:
        port = inner = server.add_insecure_port(f"127.0.0.1:{options.port}")
    server.start()
    service.relay = Relay(("127.0.0.1", inner), accept, connect)
    print(f"listening on {port} {service.relay.port}", flush=True)
    server.wait_for_termination()


if __name__ == "__main__":
    main()
