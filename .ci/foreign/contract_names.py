"""The published names: services, messages, enum values and `optional` marks, as the contract lists them."""
from google.protobuf import descriptor_pool

from cases import case
from usher_client import must_refuse  # noqa: F401  (makes the stubs)
import usher_client  # noqa: F401
from usher.v1 import focus_pb2, hall_pb2, lock_pb2, room_pb2, seat_pb2, seat_state_pb2, show_pb2  # noqa: F401

# `Rpc: fields → reply`, straight from the tables. What is in brackets is the project's own addition.
RPCS = {
    "HallService": {
        "PutHall": ("hall", "Hall"), "CheckHall": ("hall", "CheckHallResponse"),
        "GetHall": ("hall_id revision first_row row_count", "Hall"),
        "ListHalls": ("page_size page_token", "ListHallsResponse")},
    "ShowService": {
        "CreateShow": ("show request_id", "Show"), "GetShow": ("show_id", "Show"),
        "ListShows": ("hall_id page_size page_token", "ListShowsResponse"),
        "UpdateShow": ("show update_mask expected_version", "Show"),
        "BlockSeats": ("show_id seats reason", "BlockSeatsResponse"),
        "UnblockSeats": ("show_id seats reason", "UnblockSeatsResponse")},
    "SeatService": {
        "GetSeats": ("show_id epoch after_seq", "SeatEvent"),
        "WatchSeats": ("show_id epoch after_seq heartbeat show_version", "stream SeatEvent"),
        "SuggestSeats": ("show_id count zone_ids kind max_amount_minor limit seed", "SuggestSeatsResponse")},
    "LockService": {
        "LockSeats": ("show_id holder seats ttl request_id", "Lock"),
        "LockBestSeats": ("show_id count zone_ids kind max_amount_minor limit seed holder ttl request_id", "Lock"),
        "ChangeLock": ("token add remove request_id", "Lock"), "RenewLock": ("token ttl request_id", "Lock"),
        "BeginPayment": ("token", "Lock"), "EndPayment": ("token", "Lock"),
        "ConfirmLock": ("token order_ref request_id", "Sale"), "ReleaseLock": ("token", "ReleaseLockResponse"),
        "GetLock": ("token", "Lock"), "RefundSale": ("sale_id seats all request_id", "Sale"),
        "GetSale": ("sale_id", "Sale"), "ListSales": ("show_id page_size page_token", "ListSalesResponse")},
    "RoomService": {
        "CreateRoom": ("room", "Room"), "GetRoom": ("room_id epoch after_seq", "RoomEvent"),
        "JoinRoom": ("room_id member_id nickname avatar seat [device_id]", "Membership"), "TakeSeat": ("token seat", "Member"),
        "LeaveSeat": ("token seat", "Member"), "SetStatus": ("token status", "Member"),
        "KeepAlive": ("token", "KeepAliveResponse"), "LeaveRoom": ("token", "LeaveRoomResponse"),
        "WatchRoom": ("room_id token epoch after_seq heartbeat detail", "stream RoomEvent")},
    "FocusService": {
        "StartFocus": ("session_id member_id room_id planned started_at", "FocusSession"),
        **{f"{verb}Focus": ("session_id ordinal at", "FocusSession")
           for verb in ("Pause", "Resume", "Complete", "Abandon")},
        "GetFocus": ("session_id", "FocusSession"),
        "ListFocus": ("member_id page_size page_token", "ListFocusResponse"),
        "SyncFocus": ("member_id events", "SyncFocusResponse"),
        "GetFocusStats": ("member_id time_zone day_starts_at from to", "GetFocusStatsResponse")},
}

MESSAGES = {
    "Hall": "hall_id name revision seat_count row_count column_count rows seats zones areas focal_point",
    "Row": "index label offset", "Seat": "index code row column number zone_id kind partner x? y?",
    "Zone": "zone_id name color", "Area": "area_id name first_row row_count first_column column_count",
    "FocalPoint": "row column", "Fault": "field description", "HallLoss": "show_id seat state",
    "CheckHallResponse": "faults losses", "ListHallsResponse": "halls next_page_token",
    "Show": "show_id hall_id hall_revision title starts_at ends_at time_zone prices policy sales_open? cancelled version "
            "epoch seq counts",
    "ZonePrice": "zone_id ticket_type currency_code amount_minor",
    "Policy": "max_seats_per_lock max_seats_per_holder lock_ttl max_lock_time payment_window same_row_only orphan_rule "
              "keep_pairs_together?",
    "SeatCounts": "total available locked sold blocked zones",
    "ZoneCounts": "zone_id total available locked sold blocked",
    "ListShowsResponse": "shows next_page_token", "BlockSeatsResponse": "seq", "UnblockSeatsResponse": "seq",
    "SeatEvent": "snapshot delta heartbeat drain show",
    "SeatSnapshot": "show_id epoch seq hall_id hall_revision states server_time",
    "SeatDelta": "first_seq last_seq changes", "SeatChange": "seat state",
    "Heartbeat": "seq server_time show_version", "Drain": "reconnect_after reason",
    "Suggestion": "seats together pieces score terms", "ScoreTerm": "name value",
    "SuggestSeatsResponse": "suggestions", "SeatConflict": "seats suggestion",
    "Lock": "lock_id token show_id holder seats state amounts seat_amounts expires_at server_time seq",
    "Amount": "currency_code amount_minor", "SeatAmount": "seat zone_id currency_code amount_minor",
    "Sale": "sale_id lock_id show_id holder order_ref seats amounts seat_amounts sold_at seq late refunds",
    "Refund": "seats amounts refunded_at", "ListSalesResponse": "sales next_page_token", "ReleaseLockResponse": "",
    "Room": "room_id hall_id name away_after leave_after [hall_revision]",
    "Member": "member_id seat status focus_started_at planned nickname avatar joined_at",
    "Membership": "token member heartbeat server_time epoch seq [room]",
    "RoomEvent": "snapshot change counts heartbeat drain", "KeepAliveResponse": "server_time",
    "RoomSnapshot": "epoch seq members [hall_id] [hall_revision] [server_time]", "RoomChange": "seq joined updated left",
    "RoomCounts": "seq present focusing resting away areas", "AreaCounts": "area_id present focusing resting away",
    "MemberUpdate": "member_id seat? status? focus_started_at? planned? nickname? avatar?",
    "FocusSession": "session_id member_id room_id state planned started_at ended_at elapsed last_ordinal server_time",
    "FocusEvent": "session_id ordinal type at planned room_id", "Rejected": "session_id ordinal reason",
    "Day": "date minutes", "GetFocusStatsResponse": "days streak_days total_minutes",
    "ListFocusResponse": "sessions next_page_token server_time", "SyncFocusResponse": "sessions rejected",
}

ENUMS = {
    "SeatState": "AVAILABLE LOCKED SOLD BLOCKED",
    "SeatKind": "STANDARD WHEELCHAIR COMPANION COUPLE RESTRICTED_VIEW", "OrphanRule": "OFF AVOIDABLE STRICT",
    "LockState": "HELD PAYING CONFIRMED RELEASED EXPIRED", "MemberStatus": "IDLE FOCUSING RESTING AWAY",
    "RoomDetail": "MEMBERS COUNTS", "FocusState": "FOCUSING PAUSED COMPLETED ABANDONED",
    "FocusEventType": "START PAUSE RESUME COMPLETE ABANDON",
}


def wanted_names(fields):
    return set(fields.replace("[", "").replace("]", "").split())


def names(message):
    return [field.name for field in message.fields]


@case("every rpc has its request's fields and its reply, by the contract's names")
def rpcs():
    pool = descriptor_pool.Default()
    for service, methods in RPCS.items():
        found = pool.FindServiceByName(f"usher.v1.{service}")
        assert {method.name for method in found.methods} == set(methods), service
        for name, (fields, reply) in methods.items():
            method = found.methods_by_name[name]
            assert method.input_type.name == f"{name}Request", (name, method.input_type.name)
            assert set(names(method.input_type)) == wanted_names(fields), (name, names(method.input_type))
            assert method.output_type.name == reply.removeprefix("stream "), (name, method.output_type.name)
            assert (method.client_streaming, method.server_streaming) == (False, reply.startswith("stream ")), name


@case("every message has its fields, and the marked ones are optional")
def messages():
    pool = descriptor_pool.Default()
    for name, wanted in MESSAGES.items():
        message = pool.FindMessageTypeByName(f"usher.v1.{name}")
        found = {field.name + ("?" if field.has_presence and field.containing_oneof and
                               field.containing_oneof.name.startswith("_") else "") for field in message.fields}
        assert found == wanted_names(wanted), (name, found ^ wanted_names(wanted))
    for message, field, kind in [("SeatSnapshot", "states", 12), ("SeatSnapshot", "epoch", 9), ("Show", "seq", 4),
                                 ("Row", "offset", 2), ("FocalPoint", "row", 2), ("Day", "minutes", 1)]:
        found = pool.FindMessageTypeByName(f"usher.v1.{message}").fields_by_name[field]
        assert found.type == kind, (message, field, found.type)


@case("enum values carry the enum's name, zero is UNSPECIFIED, SeatState's numbers are fixed")
def enums():
    import re
    pool = descriptor_pool.Default()
    for name, wanted in ENUMS.items():
        prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper() + "_"
        values = {value.name: value.number for value in pool.FindEnumTypeByName(f"usher.v1.{name}").values}
        assert set(values) == {prefix + word for word in ["UNSPECIFIED", *wanted.split()]}, (name, values)
        assert values[prefix + "UNSPECIFIED"] == 0
    assert [value.number for value in seat_state_pb2.SeatState.DESCRIPTOR.values] == [0, 1, 2, 3, 4]
    assert seat_state_pb2.SEAT_STATE_AVAILABLE == 1 and seat_state_pb2.SEAT_STATE_BLOCKED == 4
