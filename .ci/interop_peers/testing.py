"""What the peers of the interop suite share: the messages of grpc.testing, the program's options, and how cases are
run and told of. The cases themselves: grpc/grpc doc/interop-test-descriptions.md."""
import argparse
import json
import subprocess
import sys
import tempfile
import time
import traceback

PROTOS = "/usr/share/grpc-proto"
SERVICE = "/grpc.testing.TestService/"
INITIAL, TRAILING = "x-grpc-test-echo-initial", "x-grpc-test-echo-trailing-bin"
REQUEST_BYTES, REPLY_BYTES = 271828, 314159
STREAM_SIZES = [(27182, 31415), (8, 9), (1828, 2653), (45904, 58979)]
SPECIAL = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n"
MIB = 1 << 20


def messages():
    """The module of grpc.testing's messages, generated anew from Debian's protos."""
    out = tempfile.TemporaryDirectory(prefix="usher-interop-")
    subprocess.run([sys.executable, "-m", "grpc_tools.protoc", "-I", PROTOS, "--python_out", out.name,
                    "grpc/testing/empty.proto", "grpc/testing/messages.proto"], check=True)
    # `grpc` is grpcio's own package: the generated one must not hide it, nor be hidden by it.
    sys.path.insert(0, f"{out.name}/grpc/testing")
    import empty_pb2
    import messages_pb2
    messages_pb2.Empty = empty_pb2.Empty
    out.cleanup()
    return messages_pb2


class Zeros:
    """Payloads of zeros, made once for each size."""

    def __init__(self, pb):
        self.pb, self.made = pb, {}

    def __call__(self, size):
        if size not in self.made:
            self.made[size] = self.pb.Payload(body=bytes(size))
        return self.made[size]


def client_options(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--server_host", default="127.0.0.1")
    parser.add_argument("--server_port", type=int, required=True)
    parser.add_argument("--server_host_override", default="")
    parser.add_argument("--use_tls", default="false", choices=["true", "false"])
    parser.add_argument("--ca_file")
    parser.add_argument("--test_case", default="all", help="names parted by commas, or all")
    options = parser.parse_args()
    options.tls = options.use_tls == "true"
    return options


def server_options(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--use_tls", default="false", choices=["true", "false"])
    parser.add_argument("--tls_cert_file")
    parser.add_argument("--tls_key_file")
    options = parser.parse_args()
    options.tls = options.use_tls == "true"
    return options


def expect(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")


def tell(case, started, failure=None):
    """One case's result, as a line of JSON."""
    result = {"case": case, "ok": failure is None, "seconds": round(time.monotonic() - started, 3)}
    if failure is not None:
        result["error"] = "".join(traceback.format_exception_only(failure)).strip()[:600]
    print(json.dumps(result), flush=True)
    return failure is None


def chosen(options, cases):
    names = list(cases) if options.test_case == "all" else options.test_case.split(",")
    unknown = [name for name in names if name not in cases]
    if unknown:
        sys.exit(f"no such case: {', '.join(unknown)}")
    return names
