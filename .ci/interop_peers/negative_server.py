#!/usr/bin/env python3
"""The server of gRPC's negative HTTP/2 cases (grpc/grpc doc/http2-interop-test-descriptions.md), over h2: it does what
HTTP/2 allows and clients get wrong. Prints `listening on` and one port for each case, in the order of CASES.

The first connection with a call is `1` in the header x-connection, the next one `2`: so a client sees where it was served.
"""
import itertools
import socket
import struct
import threading

import h2.config
import h2.connection
import h2.events
import h2.settings
from hyperframe.frame import GoAwayFrame

import testing

CASES = ["goaway", "rst_after_header", "rst_during_data", "rst_after_data", "ping", "max_streams",
         "data_frame_padding", "no_df_padding_sanity_test"]
PADDING = 255
pb = testing.messages()


class Answer:
    """What is left to send on one stream."""

    def __init__(self, body, frame_bytes, padding):
        self.body, self.frame_bytes, self.padding = memoryview(body), frame_bytes, padding


class Connection:
    def __init__(self, peer, case, numbers):
        self.peer, self.case, self.numbers = peer, case, numbers
        self.number = None
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.requests, self.answers = {}, {}
        self.pings = 0

    def run(self):
        self.h2.initiate_connection()
        if self.case == "max_streams":
            self.h2.update_settings({h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: 1})
        self.flush()
        while data := self.peer.recv(65536):
            for event in self.h2.receive_data(data):
                self.handle(event)
            self.advance()
            self.flush()

    def flush(self):
        self.peer.sendall(self.h2.data_to_send())

    def ping(self):
        if self.case == "ping":
            self.pings += 1
            self.h2.ping(struct.pack(">Q", self.pings))

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.number = self.number or next(self.numbers)
            self.requests[event.stream_id] = bytearray()
            self.ping()
        elif isinstance(event, h2.events.DataReceived):
            self.requests[event.stream_id] += event.data
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            self.ping()
        elif isinstance(event, h2.events.PingAckReceived):
            self.pings -= 1
        elif isinstance(event, h2.events.StreamEnded):
            self.answer(event.stream_id, bytes(self.requests.pop(event.stream_id)))

    def answer(self, stream, request):
        size = pb.SimpleRequest.FromString(request[5:]).response_size
        reply = pb.SimpleResponse(payload=pb.Payload(body=bytes(size))).SerializeToString()
        body = struct.pack(">BI", 0, len(reply)) + reply
        if self.case == "goaway" and self.number == 1:
            # Not h2's own, after which it would send nothing more.
            self.flush()
            self.peer.sendall(GoAwayFrame(0, last_stream_id=stream, error_code=0).serialize())
        self.h2.send_headers(stream, [(":status", "200"), ("content-type", "application/grpc"),
                                      ("x-connection", str(self.number))])
        self.ping()
        if self.case == "rst_after_header":
            return self.h2.reset_stream(stream)
        if self.case == "rst_during_data":
            body = body[:len(body) // 2]
        padding = PADDING if self.case == "data_frame_padding" else None
        small = self.case in ("data_frame_padding", "no_df_padding_sanity_test")
        self.answers[stream] = Answer(body, 100 if small else 16384, padding)

    def advance(self):
        """Sends what the windows take."""
        for stream, answer in list(self.answers.items()):
            extra = 0 if answer.padding is None else answer.padding + 1
            while answer.body:
                room = self.h2.local_flow_control_window(stream) - extra
                if room <= 0:
                    break
                piece = answer.body[:min(room, answer.frame_bytes)]
                self.h2.send_data(stream, bytes(piece), pad_length=answer.padding)
                answer.body = answer.body[len(piece):]
                self.ping()
            # The call ends once all pings are answered.
            if answer.body or self.pings:
                continue
            del self.answers[stream]
            if self.case.startswith("rst"):
                self.h2.reset_stream(stream)
            else:
                self.h2.send_headers(stream, [("grpc-status", "0")], end_stream=True)


def serve(listener, case):
    numbers = itertools.count(1)
    while True:
        peer, _ = listener.accept()
        threading.Thread(target=talk, args=(peer, case, numbers), daemon=True).start()


def talk(peer, case, numbers):
    with peer:
        try:
            Connection(peer, case, numbers).run()
        except OSError:
            pass


def main():
    ports = []
    for case in CASES:
        listener = socket.create_server(("127.0.0.1", 0))
        ports.append(listener.getsockname()[1])
        threading.Thread(target=serve, args=(listener, case), daemon=True).start()
    print("listening on", *ports, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
