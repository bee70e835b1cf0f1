"""gRPC by hand over `h2`: for messages that no honest client sends, and readers that stop reading."""
import socket
import struct
import time

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions


def framed(message, flag=0):
    return bytes([flag]) + struct.pack(">I", len(message)) + message


def field(number, payload):
    """A length-delimited protobuf field."""
    if isinstance(payload, str):
        payload = payload.encode()
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


class Answer:
    def __init__(self):
        self.headers, self.trailers, self.data, self.reset, self.ended = {}, {}, b"", None, False

    @property
    def status(self):
        """The grpc-status, or None."""
        value = self.trailers.get("grpc-status", self.headers.get("grpc-status"))
        return None if value is None else int(value)

    def __repr__(self):
        return f"Answer(headers={self.headers}, trailers={self.trailers}, reset={self.reset}, ended={self.ended})"


class RawConnection:
    """One connection. It opens windows only when told to: `read` acknowledges what it got unless `hold` is set."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        self.h2.initiate_connection()
        self.answers = {}
        self.gone = None
        self.closed = False
        self.flush()

    def flush(self):
        data = self.h2.data_to_send()
        if data:
            self.socket.sendall(data)

    def open(self, path, end=False, extra=(), method="POST", content_type="application/grpc", te="trailers"):
        stream = self.h2.get_next_available_stream_id()
        headers = [(":method", method), (":scheme", "http"), (":path", path), (":authority", "localhost")]
        if content_type:
            headers.append(("content-type", content_type))
        if te:
            headers.append(("te", te))
        self.h2.send_headers(stream, [*headers, *extra], end_stream=end)
        self.answers[stream] = Answer()
        self.flush()
        return stream

    def send(self, stream, data, end=False, within=20):
        """All of it, waiting for windows; stops when the peer has ended the stream."""
        answer, deadline = self.answers[stream], time.monotonic() + within
        while data:
            try:
                room = min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size, len(data))
                # The server may have shrunk the window below what had left before: then it is negative.
                if room > 0:
                    self.h2.send_data(stream, data[:room])
                    data = data[room:]
                    self.flush()
                    continue
            except (h2.exceptions.StreamClosedError, h2.exceptions.ProtocolError):
                return False
            if answer.ended or self.closed or time.monotonic() > deadline:
                return False
            self.read(0.5)
        if end:
            try:
                self.h2.end_stream(stream)
                self.flush()
            except (h2.exceptions.StreamClosedError, h2.exceptions.ProtocolError):
                return False
        return True

    def read(self, within, hold=False):
        """Takes what arrives within so many seconds (one read); True if something did."""
        self.socket.settimeout(within)
        try:
            data = self.socket.recv(65536)
        except (TimeoutError, socket.timeout):
            return False
        except ConnectionError:
            data = b""
        if not data:
            self.closed = True
            return False
        for event in self.h2.receive_data(data):
            answer = self.answers.get(getattr(event, "stream_id", None))
            if isinstance(event, h2.events.ResponseReceived):
                answer.headers.update(event.headers)
            elif isinstance(event, h2.events.TrailersReceived):
                answer.trailers.update(event.headers)
            elif isinstance(event, h2.events.DataReceived):
                answer.data += event.data
                if not hold and event.flow_controlled_length:
                    self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                answer.ended = True
            elif isinstance(event, h2.events.StreamReset):
                answer.ended, answer.reset = True, event.error_code
            elif isinstance(event, h2.events.ConnectionTerminated):
                self.gone = event.error_code
        self.flush()
        return True

    def finish(self, stream, within=10):
        """The answer, when the server has ended the stream."""
        deadline = time.monotonic() + within
        answer = self.answers[stream]
        while not answer.ended and not self.closed and time.monotonic() < deadline:
            self.read(max(0.05, deadline - time.monotonic()))
        return answer

    def call(self, path, body, **options):
        """A unary call with exactly these body bytes."""
        stream = self.open(path, **options)
        self.send(stream, body, end=True)
        return self.finish(stream)

    def messages(self, stream):
        """The complete messages that have arrived on a stream so far."""
        data, found = self.answers[stream].data, []
        while len(data) >= 5:
            length = struct.unpack(">I", data[1:5])[0]
            if len(data) < 5 + length:
                break
            found.append(data[5:5 + length])
            data = data[5 + length:]
        return found

    def close(self):
        self.socket.close()
