"""HallService: revisions, faults, losses, paging."""
from cases import case
from usher_client import (LOCKED, SOLD, hall_pb2, make_hall, must_refuse, new_id, new_show, refusal)


@case("a hall put is a hall read: every field comes back, indexes and counts are the server's")
def round_trip(client):
    hall = make_hall(new_id("hall"), rows=3, columns=6, zones=("A", "B", "C"), gaps=(2,))
    hall.revision = 77
    hall.seats[3].index = 4000
    hall.seats[0].kind = hall_pb2.SEAT_KIND_WHEELCHAIR
    hall.seats[1].kind = hall_pb2.SEAT_KIND_COMPANION
    hall.seats[2].partner, hall.seats[3].partner = hall.seats[3].code, hall.seats[2].code
    hall.seats[4].x, hall.seats[4].y = 0.0, 1.5
    hall.rows[1].offset = -0.5
    hall.areas.add(area_id="left", name="Left", first_row=0, row_count=3, first_column=0, column_count=2)
    hall.focal_point.row, hall.focal_point.column = 1.0, 2.5
    put = client.PutHall(hall=hall)
    assert put.revision == 1, put.revision
    assert put.seat_count == 15
    read = client.GetHall(hall_id=hall.hall_id)
    assert read == put
    assert [seat.index for seat in read.seats] == list(range(15))
    assert [seat.code for seat in read.seats] == [seat.code for seat in hall.seats]
    assert read.seats[4].HasField("x") and read.seats[4].x == 0.0 and read.seats[4].y == 1.5
    assert not read.seats[5].HasField("x")
    assert read.rows[1].offset == -0.5 and read.rows[1].label == "2"
    assert read.areas == hall.areas and read.zones == hall.zones and read.focal_point == hall.focal_point
    assert read.seats[2].partner == hall.seats[3].code


@case("the same content keeps the revision, other content raises it, old revisions stay readable")
def revisions(client):
    hall = make_hall(new_id("hall"))
    assert client.PutHall(hall=hall).revision == 1
    assert client.PutHall(hall=hall).revision == 1
    hall.name = "Another name"
    assert client.PutHall(hall=hall).revision == 2
    assert client.PutHall(hall=hall).revision == 2
    assert client.GetHall(hall_id=hall.hall_id).revision == 2
    first = client.GetHall(hall_id=hall.hall_id, revision=1)
    assert (first.revision, first.name) == (1, f"Hall {hall.hall_id}")
    must_refuse("NOT_FOUND", "HALL_UNKNOWN", client.GetHall, hall_id=hall.hall_id, revision=3)


@case("a hall that is not there is HALL_UNKNOWN, an id that cannot be one is a field fault")
def unknown(client):
    must_refuse("NOT_FOUND", "HALL_UNKNOWN", client.GetHall, hall_id="nowhere")
    for bad in ["", "a b", "ä", "x" * 65, "a/b"]:
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.GetHall, hall_id=bad)
        assert list(refused.faults) == ["hall_id"], refused.faults


@case("a part of the rows can be read, with indexes and seat_count of the whole hall")
def part(client):
    hall = make_hall(new_id("hall"), rows=6, columns=5)
    client.PutHall(hall=hall)
    read = client.GetHall(hall_id=hall.hall_id, first_row=2, row_count=2)
    assert {seat.row for seat in read.seats} == {2, 3}
    assert [seat.index for seat in read.seats] == list(range(10, 20))
    assert {row.index for row in read.rows} == {2, 3}
    assert read.seat_count == 30 and read.row_count == 6
    rest = client.GetHall(hall_id=hall.hall_id, first_row=4)
    assert {seat.row for seat in rest.seats} == {4, 5}


@case("a bad hall is refused whole with every fault listed by its path and seat code")
def faults(client):
    hall = make_hall(new_id("hall"), rows=2, columns=5)
    hall.seats[1].row, hall.seats[1].column = 0, 0          # two seats in one cell
    hall.seats[2].code = hall.seats[0].code                 # a duplicate code
    hall.seats[3].column = 5                                # a cell outside
    hall.seats[5].partner = "nobody"                        # a partner that is missing
    hall.seats[6].partner = hall.seats[7].code              # a partner that does not point back
    hall.seats[8].zone_id = "Z"                             # an unknown zone
    hall.seats[9].code = "bad\x07code"                      # a control character
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.PutHall, hall=hall)
    for number in [1, 2, 3, 5, 6, 8, 9]:
        mine = [path for path in refused.faults if path.startswith(f"hall.seats[{number}]")]
        assert mine, f"no fault of seat {number} in {refused.faults}"
    assert "hall.seats[5].partner" in refused.faults
    assert hall.seats[5].code in refused.faults["hall.seats[5].partner"], refused.faults
    assert "hall.seats[8].zone_id" in refused.faults and "hall.seats[9].code" in refused.faults
    must_refuse("NOT_FOUND", "HALL_UNKNOWN", client.GetHall, hall_id=hall.hall_id)
    checked = client.CheckHall(hall=hall)
    assert {fault.field for fault in checked.faults} == set(refused.faults)


@case("halls beyond the limits are refused: rows, columns, seats")
def limits(client):
    for rows, columns, field in [(4097, 1, "hall.row_count"), (1, 4097, "hall.column_count")]:
        hall = hall_pb2.Hall(hall_id=new_id("hall"), row_count=rows, column_count=columns)
        refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.PutHall, hall=hall)
        assert field in refused.faults, (field, refused.faults)
    hall = hall_pb2.Hall(hall_id=new_id("hall"), row_count=101, column_count=2000)
    for number in range(200_001):
        hall.seats.add(code=f"{number}", row=number // 2000, column=number % 2000)
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", client.PutHall, hall=hall)
    assert "hall.seats" in refused.faults, refused.faults
    assert "hall" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.PutHall).faults.popitem()[0]


@case("rows without seats are legal, and so are seat codes in any script")
def empty_rows(client):
    hall = make_hall(new_id("hall"), rows=5, columns=3)
    del hall.seats[6:9]
    hall.seats[0].code = "2排1座"
    hall.seats[1].code = "é" * 64
    put = client.PutHall(hall=hall)
    assert put.seat_count == 12 and put.seats[0].code == "2排1座"
    hall.seats[1].code = "é" * 65
    assert "hall.seats[1].code" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.PutHall, hall=hall).faults


@case("CheckHall tells what running shows would lose and changes nothing")
def losses(client):
    show = new_show(client, rows=2, columns=5)
    lock = client.lock(show.show_id, ["R0C0", "R0C1"])
    sold = client.lock(show.show_id, ["R1C4"])
    client.ConfirmLock(token=sold.token, order_ref="o1")
    hall = client.GetHall(hall_id=show.hall_id)
    seq = client.GetShow(show_id=show.show_id).seq
    smaller = hall_pb2.Hall()
    smaller.CopyFrom(hall)
    del smaller.seats[:]
    smaller.seats.extend(seat for seat in hall.seats if seat.code not in ("R0C0", "R1C4", "R1C0"))
    checked = client.CheckHall(hall=smaller)
    assert not checked.faults, checked.faults
    found = {(loss.show_id, loss.seat, loss.state) for loss in checked.losses}
    assert found == {(show.show_id, "R0C0", LOCKED), (show.show_id, "R1C4", SOLD)}, found
    assert not client.CheckHall(hall=hall).losses
    assert client.GetHall(hall_id=show.hall_id).revision == 1
    assert client.GetShow(show_id=show.show_id).seq == seq
    assert client.GetLock(token=lock.token).seats == lock.seats
    # A new revision never changes a running show.
    assert client.PutHall(hall=smaller).revision == 2
    assert client.GetShow(show_id=show.show_id).hall_revision == 1
    assert len(client.snapshot(show.show_id).states) == 10
    client.lock(show.show_id, ["R1C0"])


@case("ListHalls pages through all halls without their seats; a wrong token or size is a field fault")
def paging(client):
    ids = sorted(new_id("paged") for _ in range(5))
    for hall_id in ids:
        client.PutHall(hall=make_hall(hall_id, rows=1, columns=2))
    found, token, pages = [], "", 0
    while True:
        page = client.ListHalls(page_size=2, page_token=token)
        assert len(page.halls) <= 2
        for hall in page.halls:
            assert not hall.seats and not hall.rows
            found.append((hall.hall_id, hall.seat_count, hall.revision))
        token, pages = page.next_page_token, pages + 1
        if not token:
            break
    assert len(found) == len(set(found))
    assert [(hall_id, 2, 1) for hall_id in ids] == [item for item in sorted(found) if item[0] in ids]
    for size in [1001, 4_000_000_000]:
        assert "page_size" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.ListHalls, page_size=size).faults
    assert "page_token" in must_refuse("INVALID_ARGUMENT", "FIELDS", client.ListHalls, page_token="nonsense").faults
    assert len(client.ListHalls(page_size=1000).halls) >= 5


@case("faults of a refused hall never make a revision")
def nothing_half_done(client):
    hall = make_hall(new_id("hall"))
    client.PutHall(hall=hall)
    hall.seats[0].zone_id = "nowhere"
    refusal(client.PutHall, hall=hall)
    assert client.GetHall(hall_id=hall.hall_id).revision == 1


@case("losses are those of shows that still run: not of ended or cancelled ones, nor of expired locks or blocked seats")
def running_losses(client):
    import time
    from usher_client import at, field_mask_pb2, show_pb2
    hall = make_hall(new_id("hall"))
    client.PutHall(hall=hall)
    now = time.time()
    shows = [client.CreateShow(show=show_pb2.Show(
        show_id=new_id("show"), hall_id=hall.hall_id, starts_at=at(int(now) + start), ends_at=at(now + end),
        policy=show_pb2.Policy(orphan_rule=show_pb2.ORPHAN_RULE_OFF))).show_id
        for start, end in [(-100, 2), (1000, 2000), (3000, 4000)]]
    for number, show_id in enumerate(shows):
        client.lock(show_id, [f"R{number}C0"])
    client.lock(shows[1], ["R1C5"], ttl=1)
    client.BlockSeats(show_id=shows[1], seats=["R1C8"])
    client.UpdateShow(show=show_pb2.Show(show_id=shows[2], cancelled=True),
                      update_mask=field_mask_pb2.FieldMask(paths=["cancelled"]))
    empty = hall_pb2.Hall(hall_id=hall.hall_id, row_count=4, column_count=10)

    def lost():
        return {(loss.show_id, loss.seat) for loss in client.CheckHall(hall=empty).losses}

    assert lost() == {(shows[0], "R0C0"), (shows[1], "R1C0"), (shows[1], "R1C5")}, lost()
    time.sleep(2.1)
    assert lost() == {(shows[1], "R1C0")}, lost()
