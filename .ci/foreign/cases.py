"""A very small test runner: sentences as names, one shared server a module, 'N passed, N failed' at the end."""
import time
import traceback

_cases = []


def case(sentence):
    """Registers a test. It gets a Client of the module's server, or the Server itself if it names it `server`."""
    def register(function):
        _cases.append((function.__module__, sentence, function))
        return function
    return register


def run(module, server, only=""):
    """Runs one module's cases against a server that is up; returns (passed, failures)."""
    passed, failures = 0, []
    for name, sentence, function in _cases:
        if name != module or only not in sentence:
            continue
        client = server.client()
        started = time.monotonic()
        try:
            wanted = function.__code__.co_varnames[:function.__code__.co_argcount]
            function(*[server if argument == "server" else client for argument in wanted])
            passed += 1
            print(f"  ok      {sentence}  ({time.monotonic() - started:.1f} s)", flush=True)
        except Exception as error:  # noqa: BLE001: whatever it is, it is this case's failure
            failures.append(f"{module}: {sentence}")
            print(f"  FAILED  {sentence}\n          {type(error).__name__}: {error}", flush=True)
            frame = traceback.extract_tb(error.__traceback__)
            mine = [entry for entry in frame if f"{module}.py" in entry.filename]
            if mine:
                print(f"          at {module}.py:{mine[-1].lineno}: {mine[-1].line}", flush=True)
        finally:
            client.close()
        if not server.alive():
            failures.append(f"{module}: the server died")
            print(f"  FAILED  the server died: {server.errors()}", flush=True)
            server.start()
    return passed, failures
