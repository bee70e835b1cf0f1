"""HTTP/2 frames that no honest client sends, and a connection that sends them and hears what the server thinks of it."""
import socket
import struct
import threading
import time

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, _, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS = 1, 1, 4
CODES = ["NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
         "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM"]


def number(value):
    return struct.pack(">I", value)


def frame(kind, flags, stream, payload=b""):
    return number(len(payload))[1:] + bytes([kind, flags]) + number(stream) + payload


def prefixed(value, bits):
    """HPACK's integers."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([value])
    out, value = bytearray([most]), value - most
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def literal(name, value, index=False):
    """A field as it is; with `index` the other side keeps it in its table."""
    return ((b"\x40" if index else b"\0") + prefixed(len(name), 7) + name.encode()
            + prefixed(len(value), 7) + value.encode())


def request(stream, path, extra=b"", end=True, method="POST", content_type="application/grpc", flags=None):
    block = (literal(":method", method) + literal(":scheme", "http") + literal(":path", path)
             + literal(":authority", "attack"))
    if content_type:
        block += literal("content-type", content_type) + literal("te", "trailers")
    if flags is None:
        flags = END_HEADERS | (END_STREAM if end else 0)
    return frame(HEADERS, flags, stream, block + extra)


class Attacker:
    """`goaway` and `closed` tell how the server ended it, the latter in seconds since the start."""

    def __init__(self, address, settings=(), reads=True):
        host, port = address.rsplit(":", 1)
        self.socket = socket.socket()
        if not reads:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(5)
        self.socket.connect((host, int(port)))
        self.goaway = self.closed = None
        self.settings_acknowledged = False
        self.started, self.lock = time.monotonic(), threading.Lock()
        self.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
                  + frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", *pair) for pair in settings)))
        self.may_read = threading.Event()
        if reads:
            self.may_read.set()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, data):
        """False once the server takes no more."""
        if self.closed:
            return False
        try:
            with self.lock:
                self.socket.sendall(data)
            return True
        except OSError:
            return False

    def wait(self, condition, seconds):
        self.may_read.set()
        deadline = time.monotonic() + seconds
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.005)

    def _take(self, count):
        data = b""
        while len(data) < count:
            try:
                piece = self.socket.recv(count - len(data))
            except TimeoutError:
                continue
            if not piece:
                raise ConnectionError
            data += piece
        return data

    def _read(self):
        try:
            while True:
                self.may_read.wait()
                head = self._take(9)
                payload = self._take(int.from_bytes(head[:3], "big"))
                if head[3] == SETTINGS and not head[4] & ACK:
                    self.send(frame(SETTINGS, ACK, 0))
                    self.settings_acknowledged = True
                elif head[3] == GOAWAY:
                    code = int.from_bytes(payload[4:8], "big")
                    self.goaway = CODES[code] if code < len(CODES) else str(code)
        except OSError:
            self.closed = time.monotonic() - self.started

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.may_read.set()
        self.socket.close()
