"""TLS by the clients that everybody has: grpcio, grpcurl, curl and openssl against `usher serve`, and the command line
against a server over grpcio."""
import concurrent.futures
import os
import re
import signal
import subprocess
import threading
import time

import grpc

from authority import Authority, openssl
from cases import case
from process import fails_to_start
from services import GRPCURL
from usher_client import (BINARY, Client, ROOT, Server, Watcher, free_port, hall_pb2, hall_pb2_grpc, make_hall, new_id,
                          new_show, refusal)


class House:
    """An authority, its certificates, and a server that has the first of them."""

    def __init__(self, *arguments, client_ca=False):
        self.authority = Authority()
        self.certificate, self.key = self.authority.issue("server")
        words = ["--tls-cert", self.certificate, "--tls-key", self.key, *arguments]
        if client_ca:
            words += ["--client-ca", self.authority.file]
        self.server = Server(":memory:", list(map(str, words)))

    def credentials(self, certificate=None, key=None):
        return grpc.ssl_channel_credentials(
            self.authority.file.read_bytes(), key.read_bytes() if key else None,
            certificate.read_bytes() if certificate else None)

    def client(self, **files):
        return Client(f"localhost:{self.server.port}", credentials=self.credentials(**files))

    def s_client(self, *words, keep=0.3):
        """What `openssl s_client` sees. It stays a moment, so that tickets arrive."""
        command = ["openssl", "s_client", "-connect", self.server.address, "-CAfile", str(self.authority.file),
                   *map(str, words)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True, errors="replace")
        try:
            process.wait(keep)
        except subprocess.TimeoutExpired:
            pass
        return process.communicate("", timeout=20)[0]

    def __enter__(self):
        self.server.start()
        return self

    def __exit__(self, *_):
        self.server.close()
        self.authority.close()


def usher(*words, status=0):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
    done = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, timeout=60,
                          stdin=subprocess.DEVNULL, env=environment)
    assert done.returncode == status, (words, done.returncode, done.stdout[-500:], done.stderr[-500:])
    return done.stdout + done.stderr


@case("grpcio: unary calls, a large hall and a watched map over TLS")
def grpcio():
    with House() as house:
        client = house.client()
        hall = make_hall(new_id("hall"), rows=200, columns=200)
        client.PutHall(hall=hall)
        assert len(client.GetHall(hall_id=hall.hall_id).seats) == 40_000
        show = new_show(client)
        watcher = Watcher(client, show.show_id)
        watcher.wait(lambda reader: reader.states)
        for number in range(40):
            client.lock(show.show_id, [f"R{number // 10}C{number % 10}"])
        watcher.wait(lambda reader: reader.seq >= 40)
        watcher.leave()
        client.close()


@case("grpcio: with --client-ca only clients with a certificate of that authority get in")
def mutual():
    stranger = Authority("Stranger")
    with House(client_ca=True) as house:
        till = dict(zip(("certificate", "key"), house.authority.issue("till", "/O=Lumen/CN=till-7")))
        client = house.client(**till)
        client.PutHall(hall=make_hall(new_id("hall")))
        client.close()
        foreign = dict(zip(("certificate", "key"), stranger.issue("foreign", "/O=Lumen/CN=till-7")))
        for files in [{}, foreign]:
            client = house.client(**files)
            assert refusal(client.ListHalls).code == "UNAVAILABLE"
            client.close()
    stranger.close()


@case("grpcurl and curl: reflection, and ordinary answers to what is not gRPC")
def web():
    with House() as house:
        address = f"localhost:{house.server.port}"
        done = subprocess.run([GRPCURL, "-cacert", house.authority.file, address, "list"], capture_output=True,
                              text=True, timeout=30)
        assert "usher.v1.LockService" in done.stdout, (done.stdout, done.stderr)
        curl = ["curl", "-s", "--http2", "--max-time", "20", "--cacert", str(house.authority.file), "-o", "/dev/null",
                "-w", "%{http_version} %{http_code}"]
        for words, wanted in [([], "2 404"), (["-d", "x", "-H", "content-type: text/plain"], "2 415")]:
            path = "usher.v1.HallService/ListHalls" if words else ""
            done = subprocess.run([*curl, *words, f"https://{address}/{path}"], capture_output=True, text=True)
            assert done.stdout == wanted, (words, done.stdout, done.stderr)
        # Without TLS: told in plain words, and at once.
        done = subprocess.run(["curl", "-s", "--max-time", "20", f"http://{address}/"], capture_output=True, text=True)
        assert done.stdout == "this port speaks HTTP/2 over TLS\n", (done.stdout, done.stderr)
        started = time.monotonic()
        client = Client(address)
        assert refusal(client.ListHalls).code == "UNAVAILABLE"
        assert time.monotonic() - started < 5
        client.close()


@case("openssl: h2 is needed, TLS 1.1 and renegotiation are refused, ciphers are those that HTTP/2 allows")
def handshakes():
    with House() as house:
        assert "ALPN protocol: h2" in house.s_client("-alpn", "h2", "-verify_return_error")
        for words in [[], ["-alpn", "http/1.1"]]:
            assert "alert no application protocol" in house.s_client(*words), words
        assert "alert protocol version" in house.s_client("-alpn", "h2", "-tls1_1", "-cipher", "ALL@SECLEVEL=0")
        for cipher in ["AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA256", "DHE-RSA-AES128-GCM-SHA256"]:
            said = house.s_client("-alpn", "h2", "-tls1_2", "-cipher", cipher)
            assert "alert handshake failure" in said, (cipher, said)
        process = subprocess.run(
            f"(sleep 0.3; echo R; sleep 0.5) | openssl s_client -connect {house.server.address} -alpn h2 -tls1_2",
            shell=True, capture_output=True, text=True, errors="replace", timeout=30)
        assert "no renegotiation" in process.stdout + process.stderr, process.stderr[-500:]


@case("openssl: sessions are resumed by TLS 1.2 and 1.3, with a client certificate, and after a reload")
def resumption():
    with House(client_ca=True) as house:
        certificate, key = house.authority.issue("till", "/O=Lumen/CN=till-7")
        ticket = house.authority.folder / "ticket"
        for version in ["-tls1_2", "-tls1_3"]:
            words = ["-alpn", "h2", version, "-cert", certificate, "-key", key]
            said = house.s_client(*words, "-sess_out", ticket)
            assert re.search("^New, TLS", said, re.M), said
            for reloads in [False, True]:
                if reloads:
                    reload(house.server)
                said = house.s_client(*words, "-sess_in", ticket)
                assert re.search("^Reused, TLS", said, re.M), (version, reloads, said)


@case("several certificates: each host's own, by its names and wildcards; the first for all others")
def names():
    house = House()
    other = house.authority.issue("other", "/CN=other", "DNS:other.example,DNS:*.wild.example")
    house.server.arguments += ["--tls-cert", str(other[0]), "--tls-key", str(other[1])]
    with house:
        for name, subject in [("localhost", "localhost"), ("other.example", "other"), ("a.wild.example", "other"),
                              ("a.b.wild.example", "localhost"), ("nobody.example", "localhost")]:
            said = house.s_client("-alpn", "h2", "-servername", name)
            assert re.search(f"^subject=CN ?= ?{subject}$", said, re.M), (name, said)


def reload(server):
    """SIGHUP, and what the server says about it."""
    before = len(server.errors())
    server.process.send_signal(signal.SIGHUP)
    for _ in range(100):
        said = server.errors()[before:]
        if "\n" in said:
            return said
        time.sleep(0.05)
    raise AssertionError("the server says nothing about SIGHUP")


@case("SIGHUP reads certificates again: a watch and calls in flight go on, a broken file changes nothing")
def reloading():
    with House() as house:
        client = house.client()
        show = new_show(client)
        watcher = Watcher(client, show.show_id)
        watcher.wait(lambda reader: reader.states)
        stop, failures, counts = threading.Event(), [], []

        def work():
            mine, count = house.client(), 0
            try:
                while not stop.is_set():
                    mine.GetShow(show_id=show.show_id)
                    count += 1
            except Exception as error:  # noqa: BLE001: any failure is this case's
                failures.append(error)
            counts.append(count)
            mine.close()

        workers = [threading.Thread(target=work) for _ in range(4)]
        for worker in workers:
            worker.start()
        for number in range(5):
            house.authority.issue("server", f"/CN=round-{number}")
            assert "read again" in reload(house.server)
            said = house.s_client("-alpn", "h2", keep=0.1)
            assert re.search(f"^subject=CN ?= ?round-{number}$", said, re.M), said
        good = house.certificate.read_bytes()
        for content, reason in [(b"rubbish", "no PEM certificate"),
                                (house.authority.file.read_bytes(), "does not belong to the certificate")]:
            house.certificate.write_bytes(content)
            said = reload(house.server)
            assert reason in said and "stay in use" in said, said
        said = house.s_client("-alpn", "h2", keep=0.1)
        assert re.search("^subject=CN ?= ?round-4$", said, re.M), said
        house.certificate.write_bytes(good)
        client.lock(show.show_id, ["R0C0"])
        watcher.wait(lambda reader: reader.seq == 1)
        stop.set()
        for worker in workers:
            worker.join(20)
        assert not failures and len(counts) == 4 and min(counts) > 0, (failures, counts)
        watcher.leave()
        client.close()


@case("serve: files that cannot be used are named, with what to do about it")
def refusals():
    authority = Authority()
    certificate, key = authority.issue("server")
    _, other = authority.issue("other")
    encrypted = authority.folder / "encrypted.key"
    assert openssl("pkey", "-in", key, "-aes256", "-passout", "pass:secret", "-out", encrypted)[0] == 0
    gone = authority.folder / "gone.pem"
    pair = ["--tls-cert", certificate, "--tls-key", key]
    for words, wanted in [
            (["--tls-cert", certificate], ["--tls-key"]),
            (["--client-ca", authority.file], ["--tls-cert"]),
            (["--tls-cert", gone, "--tls-key", key], [str(gone), "No such file"]),
            (["--tls-cert", key, "--tls-key", certificate], ["swapped"]),
            (["--tls-cert", certificate, "--tls-key", other], [str(other), "does not belong", str(certificate)]),
            (["--tls-cert", certificate, "--tls-key", encrypted], [str(encrypted), "openssl pkey"]),
            ([*pair, "--client-ca", key], [str(key), "no certificate"])]:
        said = fails_to_start("--data", ":memory:", "--listen", "127.0.0.1:0", *map(str, words))
        assert all(part in said for part in wanted), (words, said)
    # TLS alone keeps nobody out; client certificates do.
    beyond = ["--data", ":memory:", "--listen", f"0.0.0.0:{free_port()}", *map(str, pair)]
    said = fails_to_start(*beyond)
    assert "--client-ca" in said and "--insecure" in said, said
    server = Server(":memory:", [*map(str, pair), "--client-ca", str(authority.file)])
    server.address = f"0.0.0.0:{server.port}"
    server.start()
    server.close()
    authority.close()


@case("the command line speaks TLS to its own server: trust, names, client certificates")
def command_line():
    stranger = Authority("Stranger")
    with House(client_ca=True) as house:
        port, trust = house.server.port, ["--ca", house.authority.file]
        certificate, key = house.authority.issue("till", "/O=Lumen/CN=till-7")
        mine = ["--cert", certificate, "--key", key]
        place = ["--server", f"https://localhost:{port}"]
        usher("import", ROOT / "Examples/halls/lumen.json", *place, *trust, *mine)
        assert "lumen" in usher("hall", "list", "--server", f"127.0.0.1:{port}", *trust, *mine)
        for words, wanted in [
                ([*place, *trust], "wants a client certificate"),
                ([*place, *mine, "--ca", stranger.file], "not trusted"),
                ([*place, *trust, *mine, "--server-name", "usher.example"], "another host"),
                ([*place, *mine, "--ca", house.authority.folder / "gone"], "No such file"),
                (["--server", house.server.address], "this port speaks HTTP/2 over TLS")]:
            said = usher("hall", "list", *words, status=1)
            assert wanted in said, (words, said)
        usher("hall", "list", *place, *trust, "--cert", certificate, status=2)
        usher("hall", "list", "--server", f"http://localhost:{port}", *trust, status=2)
    stranger.close()


class Halls(hall_pb2_grpc.HallServiceServicer):
    def ListHalls(self, request, context):
        subject = context.auth_context().get("x509_common_name", [b"nobody"])[0].decode()
        reply = hall_pb2.ListHallsResponse()
        reply.halls.add(hall_id="over-grpcio", name=f"seen by {subject}", revision=1)
        return reply


@case("the command line speaks TLS to a server over grpcio, with a client certificate")
def grpcio_server():
    authority = Authority()
    certificate, key = authority.issue("server")
    till = authority.issue("till", "/O=Lumen/CN=till-7")
    for wants_certificate in [False, True]:
        server = grpc.server(concurrent.futures.ThreadPoolExecutor(2))
        hall_pb2_grpc.add_HallServiceServicer_to_server(Halls(), server)
        port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials(
            [(key.read_bytes(), certificate.read_bytes())],
            authority.file.read_bytes() if wants_certificate else None, wants_certificate))
        server.start()
        words = ["hall", "list", "--server", f"https://localhost:{port}", "--ca", authority.file]
        if wants_certificate:
            words += ["--cert", till[0], "--key", till[1]]
        said = usher(*words)
        assert "over-grpcio" in said and ("till-7" if wants_certificate else "nobody") in said, said
        server.stop(0).wait()
    authority.close()
