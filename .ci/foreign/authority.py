"""An authority made for one test run by the `openssl` command: no key is kept anywhere, and none expires."""
import shutil
import subprocess
import tempfile
from pathlib import Path


def openssl(*words, stdin=""):
    """Runs the command to its end: (status, all that it said)."""
    done = subprocess.run(["openssl", *map(str, words)], input=stdin, capture_output=True, text=True, errors="replace",
                          timeout=60)
    return done.returncode, done.stdout + done.stderr


def must(*words):
    status, said = openssl(*words)
    assert status == 0, (words, said)


class Authority:
    """A self-signed authority in a folder of its own, and the certificates that it gives."""

    def __init__(self, name="Test Authority"):
        self.folder = Path(tempfile.mkdtemp(prefix="usher-ca-"))
        self.file = self.folder / "ca.pem"
        self._key = self.folder / "ca.key"
        self._make_key(self._key)
        must("req", "-x509", "-new", "-key", self._key, "-subj", f"/CN={name}", "-days", 2, "-out", self.file)

    @staticmethod
    def _make_key(path):
        must("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", path)

    def issue(self, name, subject="/CN=localhost", names="DNS:localhost,IP:127.0.0.1"):
        """NAME.pem and NAME.key, written where they may be in use: the certificate is replaced as a whole."""
        certificate, key, request, draft = (self.folder / f"{name}{end}" for end in (".pem", ".key", ".csr", ".new"))
        if not key.exists():
            self._make_key(key)
        extensions = self.folder / f"{name}.ext"
        extensions.write_text(f"subjectAltName={names}\n")
        must("req", "-new", "-key", key, "-subj", subject, "-out", request)
        must("x509", "-req", "-in", request, "-CA", self.file, "-CAkey", self._key, "-CAcreateserial", "-days", 2,
             "-extfile", extensions, "-out", draft)
        draft.rename(certificate)
        return certificate, key

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)
