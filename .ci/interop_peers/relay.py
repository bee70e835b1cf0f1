"""A relay that reads along: which gRPC messages of each HTTP/2 stream have the compressed flag. Libraries do not tell.

It ends TLS at both of its sides, so that it can read."""
import asyncio
import threading

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, PADDED = 0, 8


class Flags:
    """Cuts one direction of a connection into frames and the DATA of its streams into gRPC messages."""

    def __init__(self, skip):
        self.skip, self.buffer = skip, bytearray()
        self.bodies, self.flags = {}, {}
        self.latest = 0

    def feed(self, data):
        self.buffer += data
        if self.skip:
            taken = min(self.skip, len(self.buffer))
            del self.buffer[:taken]
            self.skip -= taken
        while len(self.buffer) >= 9:
            length = int.from_bytes(self.buffer[:3], "big")
            if len(self.buffer) < 9 + length:
                return
            kind, flags = self.buffer[3], self.buffer[4]
            stream = int.from_bytes(self.buffer[5:9], "big") & 0x7FFFFFFF
            if kind == DATA:
                payload = bytes(self.buffer[9:9 + length])
                self.data(stream, payload[1:length - payload[0]] if flags & PADDED else payload)
            del self.buffer[:9 + length]

    def data(self, stream, payload):
        body = self.bodies.setdefault(stream, bytearray())
        body += payload
        self.latest = stream
        while len(body) >= 5 and len(body) >= 5 + int.from_bytes(body[1:5], "big"):
            self.flags.setdefault(stream, []).append(body[0] == 1)
            del body[:5 + int.from_bytes(body[1:5], "big")]


class Relay:
    """Listens on a free port of its own and forwards to `target`, on a thread of its own."""

    def __init__(self, target, accept_tls=None, connect_tls=None, server_name=None):
        self.target, self.accept_tls, self.connect_tls = target, accept_tls, connect_tls
        self.server_name = server_name
        self.connections = []
        ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.run(ready)), daemon=True).start()
        ready.wait()

    async def run(self, ready):
        server = await asyncio.start_server(self.accepted, "127.0.0.1", 0, ssl=self.accept_tls)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await server.serve_forever()

    async def accepted(self, reader, writer):
        name = self.server_name if self.connect_tls else None
        there = await asyncio.open_connection(*self.target, ssl=self.connect_tls, server_hostname=name)
        upward, downward = Flags(len(PREFACE)), Flags(0)
        self.connections.append((upward, downward))
        await asyncio.gather(self.forward(reader, there[1], upward), self.forward(there[0], writer, downward))

    async def forward(self, reader, writer, flags):
        try:
            while data := await reader.read(65536):
                flags.feed(data)
                writer.write(data)
                await writer.drain()
        except (ConnectionError, OSError):
            pass
        writer.close()

    def request_flag(self, index):
        """Whether the latest stream's message `index` was sent compressed by the client."""
        upward, _ = self.connections[-1]
        return upward.flags[upward.latest][index]

    def reply_flags(self):
        """The flags of the latest stream's replies, in order."""
        _, downward = self.connections[-1]
        return downward.flags.get(downward.latest, [])
