"""A member of a room in a process of its own: room_peer.py ADDRESS ROOM MEMBER SEAT. Prints its token, then what it sees."""
import sys

from room_client import join, kind
from usher_client import Client


def main():
    address, room, member, seat = sys.argv[1:]
    client = Client(address)
    token = join(client, room, member, seat=seat).token
    print(token, flush=True)
    for event in client.watch_room(room, token=token):
        if kind(event) == "snapshot":
            print("watching", flush=True)


main()
