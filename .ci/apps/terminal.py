"""A program on a real pseudo-terminal: keys in, a screen out, and what it does to the terminal's modes."""
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pyte


class Terminal:
    """Runs a command on a terminal of its own, as a person's shell would."""

    def __init__(self, command, width=80, height=24):
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""
        # A terminal that nobody closes when the program ends: its modes are looked at afterwards.
        self.master, self.slave = pty.openpty()
        self.resize(width, height)
        self.modes = termios.tcgetattr(self.slave)
        # Not by fork alone: grpcio's threads do not survive it. `setsid` makes the terminal the program's own, as a login does.
        self.pid = subprocess.Popen(
            ["setsid", "--ctty", *command], stdin=self.slave, stdout=self.slave, stderr=self.slave,
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}).pid
        self.status = None

    def resize(self, width, height):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.screen.resize(height, width)

    def send(self, keys):
        os.write(self.master, keys.encode())

    def signal(self, number):
        os.kill(self.pid, number)

    def read(self, seconds):
        """Takes what is written within the span, at most; false if nothing was."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        data = os.read(self.master, 65536)
        self.written += data
        self.stream.feed(data)
        return True

    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    def text(self):
        return "\n".join(self.lines())

    def wait(self, condition, within=15, what="the screen"):
        """Reads until `condition(text)` holds, and returns what it gave."""
        until = time.monotonic() + within
        while True:
            if found := condition(self.text()):
                return found
            assert time.monotonic() < until, f"waited {within} s for {what}; the screen is\n{self.text()}"
            assert self.alive(), f"it ended with {self.status} before {what}; the screen is\n{self.text()}"
            self.read(0.05)

    def wait_for(self, *words, within=15):
        self.wait(lambda text: all(word in text for word in words), within, " and ".join(words))

    def alive(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is None

    def ended(self, within=10):
        """The exit status."""
        until = time.monotonic() + within
        while self.alive():
            assert time.monotonic() < until, f"it is still there after {within} s; the screen is\n{self.text()}"
            self.read(0.05)
        return self.status

    def stopped(self, within=5):
        """Waits until it is stopped, as by Ctrl-Z."""
        until = time.monotonic() + within
        while time.monotonic() < until:
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
            if pid:
                assert os.WIFSTOPPED(status), f"it ended with {status}"
                return
        raise AssertionError("it was not stopped")

    def is_raw(self):
        flags = termios.tcgetattr(self.slave)[3]
        return not flags & termios.ICANON and not flags & termios.ECHO

    def is_restored(self):
        """The modes are those from before, the cursor is shown, and the other screen is left."""
        while self.read(0):
            pass
        left = self.written.rfind(b"\x1b[?1049l") > self.written.rfind(b"\x1b[?1049h")
        shown = self.written.rfind(b"\x1b[?25h") > self.written.rfind(b"\x1b[?25l")
        return termios.tcgetattr(self.slave) == self.modes and left and shown

    def close(self):
        if self.alive():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)
        os.close(self.slave)
