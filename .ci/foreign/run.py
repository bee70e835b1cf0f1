#!/usr/bin/env python3
"""The black-box contract suite: grpcio, grpcurl and hand-written frames against a real `usher serve`.

    run.py [MODULE…] [--only WORDS]
"""
import argparse
import importlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import cases  # noqa: E402
from usher_client import Server  # noqa: E402

MODULES = ["contract_names", "halls", "shows", "locks", "sales", "request_ids", "refusals", "stream", "frames",
           "services", "contention", "seating", "process", "command_line", "tls", "big_hall", "compression",
           "connections", "rooms", "room_stream", "room_deadlines", "focus", "focus_stats"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("modules", nargs="*", default=MODULES)
    parser.add_argument("--only", default="", help="only cases whose sentence contains this")
    options = parser.parse_args()
    passed, failures, started = 0, [], time.monotonic()
    for module in options.modules or MODULES:
        importlib.import_module(module)
        print(module, flush=True)
        with Server() as server:
            here, there = cases.run(module, server, options.only)
        passed += here
        failures += there
    for failure in failures:
        print(f"failed: {failure}")
    print(f"{passed} passed, {len(failures)} failed in {time.monotonic() - started:.0f} s")
    return 1 if failures or not passed else 0


sys.exit(main())
