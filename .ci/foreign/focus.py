"""FocusService: the state machine, time stamps, ordinals, the room beside it, journals made offline."""
import itertools
import random
import time

from cases import case
from room_client import AWAY, FOCUSING, IDLE, RESTING, RoomWatcher, join, new_room, present, seconds
from usher_client import at, focus_pb2, must_refuse, new_id, span

OPEN, PAUSED, COMPLETED, ABANDONED = 1, 2, 3, 4
START, PAUSE, RESUME, COMPLETE, ABANDON = 1, 2, 3, 4, 5
HOUR, DAY = 3600, 86_400


def start(client, member=None, session=None, ago=None, **fields):
    """A session that began `ago` seconds back; just now if that is None."""
    if ago is not None:
        fields["started_at"] = at(int(time.time()) - ago)
    if "planned" in fields and not hasattr(fields["planned"], "nanos"):
        fields["planned"] = span(fields["planned"])
    return client.StartFocus(session_id=session or new_id("focus"), member_id=member or new_id("member"), **fields)


def event(session, ordinal, type, when, planned=None, room_id=""):
    return focus_pb2.FocusEvent(session_id=session, ordinal=ordinal, type=type, at=at(when), room_id=room_id,
                                **({"planned": span(planned)} if planned is not None else {}))


def fields_refused(wanted, call, *arguments, **fields):
    refused = must_refuse("INVALID_ARGUMENT", "FIELDS", call, *arguments, **fields)
    assert set(refused.faults) == set(wanted), f"wanted {wanted}, got {refused.faults}"


def lasting(session, **fields):
    """The session without what only the clock changes."""
    copy = focus_pb2.FocusSession()
    copy.CopyFrom(session)
    copy.ClearField("server_time")
    if session.state == OPEN:
        copy.ClearField("elapsed")
    return copy


@case("a session from start to end: state, times, elapsed, ordinals")
def life(client):
    began = int(time.time()) - 1000
    member = new_id("member")
    session = client.StartFocus(session_id=new_id("focus"), member_id=member, started_at=at(began), planned=span(1500))
    name = session.session_id
    assert (session.member_id, session.room_id, session.state, session.last_ordinal) == (member, "", OPEN, 1)
    assert seconds(session.planned) == 1500 and session.started_at == at(began) and not session.HasField("ended_at")
    assert abs(seconds(session.elapsed) - (seconds(session.server_time) - began)) < 0.001
    assert abs(seconds(session.server_time) - time.time()) < 5
    paused = client.PauseFocus(session_id=name, at=at(began + 300))
    assert (paused.state, seconds(paused.elapsed), paused.last_ordinal) == (PAUSED, 300, 2)
    assert not paused.HasField("ended_at")
    time.sleep(0.2)
    assert seconds(client.GetFocus(session_id=name).elapsed) == 300, "a pause does not count"
    resumed = client.ResumeFocus(session_id=name, at=at(began + 500))
    assert resumed.state == OPEN and abs(seconds(resumed.elapsed) - 300 - (seconds(resumed.server_time) - began - 500)) < 0.001
    done = client.CompleteFocus(session_id=name, at=at(began + 700))
    assert (done.state, seconds(done.elapsed), done.last_ordinal) == (COMPLETED, 500, 4)
    assert done.ended_at == at(began + 700)
    assert lasting(client.GetFocus(session_id=name)) == lasting(done)
    other = start(client, member=member, ago=60)
    given_up = client.AbandonFocus(session_id=other.session_id)
    assert given_up.state == ABANDONED and 60 <= seconds(given_up.elapsed) < 65 and given_up.HasField("ended_at")


CALLS = ["PauseFocus", "ResumeFocus", "CompleteFocus", "AbandonFocus"]
ALLOWED = {("PauseFocus", OPEN): PAUSED, ("ResumeFocus", PAUSED): OPEN, ("CompleteFocus", OPEN): COMPLETED,
           ("CompleteFocus", PAUSED): COMPLETED, ("AbandonFocus", OPEN): ABANDONED, ("AbandonFocus", PAUSED): ABANDONED}
ROADS = {OPEN: [], PAUSED: ["PauseFocus"], COMPLETED: ["CompleteFocus"], ABANDONED: ["AbandonFocus"]}


@case("every call in every state: what the table does not list is FOCUS_TRANSITION and changes nothing")
def transitions(client):
    for (state, road), call in itertools.product(ROADS.items(), CALLS):
        session = start(client, ago=600)
        for step in road:
            getattr(client, step)(session_id=session.session_id)
        before = client.GetFocus(session_id=session.session_id)
        assert before.state == state
        wanted = ALLOWED.get((call, state))
        if wanted:
            after = getattr(client, call)(session_id=session.session_id)
            assert (after.state, after.last_ordinal) == (wanted, before.last_ordinal + 1), (call, state, after)
        else:
            must_refuse("FAILED_PRECONDITION", "FOCUS_TRANSITION", getattr(client, call), session_id=session.session_id)
            assert lasting(client.GetFocus(session_id=session.session_id)) == lasting(before), (call, state)
    for call in CALLS + ["GetFocus"]:
        must_refuse("NOT_FOUND", "FOCUS_UNKNOWN", getattr(client, call), session_id=new_id("focus"))
        must_refuse("INVALID_ARGUMENT", "FIELDS", getattr(client, call), session_id="a b")


@case("StartFocus again is a repeat; with other content FOCUS_EXISTS; a second open session FOCUS_TRANSITION")
def start_again(client):
    first = start(client, ago=100, planned=1500)
    again = {"session_id": first.session_id, "member_id": first.member_id, "started_at": first.started_at}
    assert lasting(client.StartFocus(**again, planned=span(1500))) == lasting(first)
    for other in [{"planned": span(60)}, {}, {"planned": span(1500), "room_id": new_room(client).room_id},
                  {"planned": span(1500), "member_id": new_id("member")}]:
        must_refuse("ALREADY_EXISTS", "FOCUS_EXISTS", client.StartFocus, **{**again, **other})
    # Of a start without a time each side has its own: the same session all the same.
    assert lasting(client.StartFocus(**{**again, "started_at": None}, planned=span(1500))) == lasting(first)
    must_refuse("FAILED_PRECONDITION", "FOCUS_TRANSITION", start, client, member=first.member_id)
    client.PauseFocus(session_id=first.session_id)
    must_refuse("FAILED_PRECONDITION", "FOCUS_TRANSITION", start, client, member=first.member_id)
    client.AbandonFocus(session_id=first.session_id)
    start(client, member=first.member_id)


@case("ordinals: a known one of the same type is a repeat, of another type ORDINAL_TAKEN, a later one ORDINAL_GAP")
def ordinals(client):
    session = start(client, ago=600)
    name, began = session.session_id, seconds(session.started_at)
    paused = client.PauseFocus(session_id=name, ordinal=2, at=at(began + 60))
    assert lasting(client.PauseFocus(session_id=name, ordinal=2, at=at(began + 90))) == lasting(paused)
    must_refuse("FAILED_PRECONDITION", "ORDINAL_TAKEN", client.ResumeFocus, session_id=name, ordinal=2)
    must_refuse("FAILED_PRECONDITION", "ORDINAL_TAKEN", client.CompleteFocus, session_id=name, ordinal=1)
    must_refuse("FAILED_PRECONDITION", "ORDINAL_GAP", client.ResumeFocus, session_id=name, ordinal=4)
    assert lasting(client.GetFocus(session_id=name)) == lasting(paused)
    assert client.ResumeFocus(session_id=name, ordinal=3).last_ordinal == 3
    done = client.CompleteFocus(session_id=name, ordinal=4)
    # A repeat of an earlier event returns the session as it is now.
    assert lasting(client.PauseFocus(session_id=name, ordinal=2)) == lasting(done)
    assert lasting(client.CompleteFocus(session_id=name, ordinal=4)) == lasting(done)
    must_refuse("FAILED_PRECONDITION", "FOCUS_TRANSITION", client.CompleteFocus, session_id=name)


@case("`at`: not before the last event, not over 5 minutes ahead; `started_at` up to two years back")
def moments(client):
    now = time.time()
    session = start(client, ago=600)
    name, began = session.session_id, seconds(session.started_at)
    client.PauseFocus(session_id=name, at=at(began + 300))
    for wrong in (began + 299, now + 400, began - 5):
        fields_refused({"at"}, client.ResumeFocus, session_id=name, at=at(wrong))
    assert client.GetFocus(session_id=name).last_ordinal == 2
    client.ResumeFocus(session_id=name, at=at(began + 300))
    ahead = client.CompleteFocus(session_id=name, at=at(int(now) + 200))
    assert ahead.state == COMPLETED, ahead
    fields_refused({"started_at"}, start, client, started_at=at(now + 400))
    fields_refused({"started_at"}, start, client, started_at=at(now - 3 * 366 * DAY))
    assert start(client, started_at=at(int(now) - 700 * DAY)).state == ABANDONED
    fields_refused({"session_id", "member_id", "room_id", "planned"}, client.StartFocus, session_id="a b", member_id="",
                   room_id="a b", planned=span(-1))


@case("`planned` ends a session by itself, also through pauses; the derived end has no ordinal and yields to an earlier event")
def planned(client):
    over = start(client, ago=2000, planned=1500)
    assert (over.state, seconds(over.elapsed), over.last_ordinal) == (COMPLETED, 1500, 1)
    assert seconds(over.ended_at) == seconds(over.started_at) + 1500
    must_refuse("FAILED_PRECONDITION", "FOCUS_TRANSITION", client.PauseFocus, session_id=over.session_id)
    must_refuse("FAILED_PRECONDITION", "FOCUS_TRANSITION", client.ResumeFocus, session_id=over.session_id)
    # The member may begin another one: nothing is open.
    other = start(client, member=over.member_id)
    client.AbandonFocus(session_id=other.session_id)
    began = seconds(over.started_at)
    # An event of a device that was offline, from before that end.
    early = start(client, ago=2000, planned=1500)
    paused = client.PauseFocus(session_id=early.session_id, at=at(seconds(early.started_at) + 600))
    assert (paused.state, seconds(paused.elapsed), paused.last_ordinal) == (PAUSED, 600, 2), paused
    resumed = client.ResumeFocus(session_id=early.session_id, at=at(seconds(early.started_at) + 900))
    assert (resumed.state, seconds(resumed.elapsed)) == (COMPLETED, 1500), resumed
    assert seconds(resumed.ended_at) == seconds(early.started_at) + 1800 and resumed.last_ordinal == 3
    assert began <= time.time() - 2000
    # In the present: it ends while one looks on.
    short = start(client, planned=1)
    assert short.state == OPEN
    time.sleep(1.2)
    done = client.GetFocus(session_id=short.session_id)
    assert (done.state, seconds(done.elapsed)) == (COMPLETED, 1), done
    assert abs(seconds(done.ended_at) - seconds(short.started_at) - 1) < 1e-6


@case("an open-ended session is abandoned after 12 hours without an event")
def forgotten(client):
    assert start(client, ago=12 * HOUR - 60).state == OPEN
    lost = start(client, ago=12 * HOUR + 60)
    assert lost.state == ABANDONED and lost.last_ordinal == 1 and lost.HasField("ended_at"), lost
    assert start(client, member=lost.member_id).state == OPEN
    kept = start(client, ago=20 * HOUR)
    paused = client.PauseFocus(session_id=kept.session_id, at=at(seconds(kept.started_at) + 9 * HOUR))
    assert (paused.state, seconds(paused.elapsed)) == (PAUSED, 9 * HOUR), paused


@case("ListFocus: newest first, in pages, of one member")
def listed(client):
    member, made = new_id("member"), []
    for number in range(7):
        session = start(client, member=member, ago=(7 - number) * HOUR)
        client.CompleteFocus(session_id=session.session_id, at=at(seconds(session.started_at) + 60))
        made.insert(0, session.session_id)
    start(client, ago=10)
    found, token, pages = [], "", 0
    while True:
        page = client.ListFocus(member_id=member, page_size=3, page_token=token)
        found += [session.session_id for session in page.sessions]
        token, pages = page.next_page_token, pages + 1
        if not token:
            break
    assert found == made and pages == 3, (found, made, pages)
    assert [one.session_id for one in client.ListFocus(member_id=member).sessions] == made
    assert not client.ListFocus(member_id=new_id("member")).sessions
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.ListFocus, member_id=member, page_size=1001)
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.ListFocus, member_id="")


@case("the room of the session, and only it: FOCUSING with start and plan, RESTING, FOCUSING since now − elapsed, IDLE")
def in_room(client):
    room, other = new_room(client), new_room(client)
    watcher, elsewhere = RoomWatcher(client, room).ready(), RoomWatcher(client, other).ready()
    member = new_id("member")
    join(client, room, member, seat="R0C0")
    join(client, other, member)
    session = start(client, member=member, ago=300, planned=1500, room_id=room.room_id)
    shown = present(client, room)[0][member]
    assert shown.status == FOCUSING and shown.focus_started_at == session.started_at and seconds(shown.planned) == 1500
    assert shown.seat == "R0C0"
    client.PauseFocus(session_id=session.session_id)
    shown = present(client, room)[0][member]
    assert shown.status == RESTING and not shown.HasField("focus_started_at"), shown
    elapsed = seconds(client.GetFocus(session_id=session.session_id).elapsed)
    time.sleep(0.3)
    client.ResumeFocus(session_id=session.session_id)
    now = time.time()
    shown = present(client, room)[0][member]
    assert shown.status == FOCUSING and abs(seconds(shown.focus_started_at) - (now - elapsed)) < 0.25, shown
    client.CompleteFocus(session_id=session.session_id)
    shown = present(client, room)[0][member]
    assert shown.status == IDLE and not shown.HasField("focus_started_at") and not shown.HasField("planned")
    # Repeats and refusals are no news.
    must_refuse("FAILED_PRECONDITION", "FOCUS_TRANSITION", client.PauseFocus, session_id=session.session_id)
    client.CompleteFocus(session_id=session.session_id, ordinal=4)
    reader = watcher.settled(client, room)
    assert (reader.seq, reader.updated) == (5, 4), (reader.seq, reader.updated)
    assert elsewhere.settled(client, other).seq == 1 and present(client, other)[0][member].status == IDLE
    watcher.leave()
    elsewhere.leave()


@case("the planned end shows in the room by itself, in time; who joins while their session runs shows FOCUSING at once")
def planned_in_room(client):
    room = new_room(client)
    watcher = RoomWatcher(client, room).ready()
    member = new_id("member")
    session = start(client, member=member, planned=2, room_id=room.room_id)
    joined = join(client, room, member).member
    assert joined.status == FOCUSING and joined.focus_started_at == session.started_at and seconds(joined.planned) == 2
    end = seconds(session.started_at) + 2
    watcher.wait(lambda reader: member in reader.members and reader.members[member].status == IDLE, 5, "the end")
    when, change = watcher.of(member)[-1]
    assert end <= when <= end + 2, when - end
    assert change.updated.HasField("focus_started_at") and seconds(change.updated.focus_started_at) == 0, "cleared"
    assert watcher.settled(client, room).seq == 2
    # A session without a room changes none.
    start(client, member=member)
    assert present(client, room)[0][member].status == IDLE
    watcher.leave()


@case("a member who is AWAY while their session goes on stays AWAY, and comes back with what it has become")
def away_in_room(client):
    room, member = new_room(client), new_id("member")
    token = join(client, room, member).token
    session = start(client, member=member, ago=60, room_id=room.room_id)
    client.SetStatus(token=token, status=AWAY)
    shown = present(client, room)[0][member]
    assert shown.status == AWAY and shown.focus_started_at == session.started_at
    client.CompleteFocus(session_id=session.session_id)
    shown = present(client, room)[0][member]
    assert shown.status == AWAY and not shown.HasField("focus_started_at"), shown
    RoomWatcher(client, room, token=token).ready().leave()
    assert present(client, room)[0][member].status == IDLE


@case("SyncFocus takes a journal in any order, once; again it changes nothing")
def sync(client):
    member, base = new_id("member"), int(time.time()) - 10 * HOUR
    one, two = new_id("focus"), new_id("focus")
    events = [event(one, 1, START, base, planned=3000), event(one, 2, PAUSE, base + 600), event(one, 3, RESUME, base + 900),
              event(one, 4, COMPLETE, base + 1200), event(two, 1, START, base + 2000), event(two, 2, ABANDON, base + 2600)]
    random.Random(3).shuffle(events)
    answer = client.SyncFocus(member_id=member, events=events)
    assert not answer.rejected, answer.rejected
    found = {session.session_id: session for session in answer.sessions}
    assert set(found) == {one, two}
    assert (found[one].state, seconds(found[one].elapsed), found[one].last_ordinal) == (COMPLETED, 900, 4)
    assert (found[two].state, seconds(found[two].elapsed), found[two].last_ordinal) == (ABANDONED, 600, 2)
    again = client.SyncFocus(member_id=member, events=events + events[:3])
    assert not again.rejected
    assert {one.session_id: lasting(one) for one in again.sessions} == {name: lasting(it) for name, it in found.items()}
    assert lasting(client.GetFocus(session_id=one)) == lasting(found[one])
    assert not client.SyncFocus(member_id=member).sessions
    must_refuse("INVALID_ARGUMENT", "FIELDS", client.SyncFocus, member_id="")


@case("SyncFocus rejects one by one and tells each: ORDINAL_TAKEN, ORDINAL_GAP, FOCUS_TRANSITION, FOCUS_EXISTS, FIELDS")
def sync_rejects(client):
    member, base = new_id("member"), int(time.time()) - 10 * HOUR
    mine, foreign = new_id("focus"), start(client, ago=60).session_id
    client.SyncFocus(member_id=member, events=[event(mine, 1, START, base), event(mine, 2, PAUSE, base + 60)])
    before = client.GetFocus(session_id=mine)
    second, lonely = new_id("focus"), new_id("focus")
    events = [event(mine, 2, COMPLETE, base + 90), event(mine, 5, RESUME, base + 90), event(mine, 3, PAUSE, base + 90),
              event(second, 1, START, base + 100), event(lonely, 2, PAUSE, base + 100),
              event(foreign, 2, PAUSE, time.time())]
    answer = client.SyncFocus(member_id=member, events=events)
    told = {(one.session_id, one.ordinal): one.reason for one in answer.rejected}
    assert len(told) == len(answer.rejected) == len(events), answer
    assert told[(mine, 2)] == "ORDINAL_TAKEN" and told[(mine, 5)] == "ORDINAL_GAP", told
    assert told[(mine, 3)] == "FOCUS_TRANSITION" and told[(second, 1)] == "FOCUS_TRANSITION", told
    assert told[(lonely, 2)] in ("ORDINAL_GAP", "FOCUS_UNKNOWN") and told[(foreign, 2)] in (
        "FOCUS_EXISTS", "FOCUS_UNKNOWN"), told
    assert lasting(client.GetFocus(session_id=mine)) == lasting(before)
    assert client.GetFocus(session_id=foreign).last_ordinal == 1
    # Beside bad ones the good ones are taken.
    answer = client.SyncFocus(member_id=member, events=[event(mine, 3, RESUME, base + 120), event(mine, 3, ABANDON, base + 130)])
    assert [(one.ordinal, one.reason) for one in answer.rejected] == [(3, "ORDINAL_TAKEN")], answer
    assert answer.sessions[0].last_ordinal == 3


@case("what came in by SyncFocus shows in the room as if it had come by calls")
def sync_in_room(client):
    room, member, session = new_room(client), new_id("member"), new_id("focus")
    join(client, room, member)
    now = int(time.time())
    client.SyncFocus(member_id=member, events=[event(session, 1, START, now - 600, planned=1500, room_id=room.room_id),
                                               event(session, 2, PAUSE, now - 300)])
    members, seq = present(client, room)
    assert members[member].status == RESTING and seq == 2, (members, seq)
    client.SyncFocus(member_id=member, events=[event(session, 3, RESUME, now - 200)])
    shown = present(client, room)[0][member]
    assert shown.status == FOCUSING and seconds(shown.focus_started_at) == now - 500, shown
    # An old session that is over already is no news.
    old = new_id("focus")
    client.CompleteFocus(session_id=session)
    seq = present(client, room)[1]
    client.SyncFocus(member_id=member, events=[event(old, 1, START, now - 9000, room_id=room.room_id),
                                               event(old, 2, COMPLETE, now - 8000)])
    assert present(client, room)[1] == seq


def journal(generator, device, base):
    """What one device recorded offline: sessions one after the other, sensible by itself."""
    events, clock = [], base + generator.randrange(0, 6 * HOUR)
    for number in range(generator.randrange(1, 4)):
        name, ordinal, focusing = f"{device}-{number}", 1, True
        planned = generator.choice([None, None, 1500, 3000])
        events.append(event(name, 1, START, clock, planned=planned))
        for _ in range(generator.randrange(0, 5)):
            clock, ordinal = clock + generator.randrange(0, 900), ordinal + 1
            events.append(event(name, ordinal, PAUSE if focusing else RESUME, clock))
            focusing = not focusing
        clock, ordinal = clock + generator.randrange(0, 900), ordinal + 1
        if generator.random() < 0.8:
            events.append(event(name, ordinal, generator.choice([COMPLETE, COMPLETE, ABANDON]), clock))
        clock += generator.randrange(0, 2 * HOUR)
    return events


@case("150 pairs of offline journals in any order of arrival: both devices see the same, each rejected event is told, no time counts twice")
def journals(client):
    generator = random.Random(42)
    for number in range(150):
        member, base = new_id("member"), int(time.time()) - generator.randrange(3, 300) * DAY
        sent = [journal(generator, f"{member}-a", base), journal(generator, f"{member}-b", base)]
        if generator.random() < 0.5 and sent[1]:
            # Both devices know one session, and go on with it each in its own way.
            shared = sent[0][0].session_id
            sent[1] += [event(shared, 2, generator.choice([PAUSE, COMPLETE, ABANDON]), seconds(sent[0][0].at) + 30)]
        queue = []
        for events in sent:
            generator.shuffle(events)
            cut = generator.randrange(len(events) + 1)
            queue += [events[:cut], events[cut:], events]
        generator.shuffle(queue)
        rejected = {}
        for events in queue:
            for one in client.SyncFocus(member_id=member, events=events).rejected:
                rejected.setdefault((one.session_id, one.ordinal), one.reason)
        # Both devices tell everything once more: from here on nothing changes.
        last = [client.SyncFocus(member_id=member, events=events) for events in sent + sent]
        sessions = {one.session_id: one for answer in last[2:] for one in answer.sessions}
        for answer in last[2:]:
            for one in answer.sessions:
                assert lasting(client.GetFocus(session_id=one.session_id)) == lasting(one)
        refused = [{(one.session_id, one.ordinal) for one in answer.rejected} for answer in last]
        assert refused[:2] == refused[2:], "a repeat is judged as the first time"
        counted, total = [], 0
        for name, session in sessions.items():
            accepted = {}
            for events, out in zip(sent, refused[2:]):
                for one in events:
                    if one.session_id == name and (name, one.ordinal) not in out:
                        accepted.setdefault(one.ordinal, one)
            assert sorted(accepted) == list(range(1, session.last_ordinal + 1)), (name, sorted(accepted), session)
            if session.state != COMPLETED:
                continue
            counted.append((seconds(session.started_at), seconds(session.ended_at)))
            total += seconds(session.elapsed)
            assert 0 <= seconds(session.elapsed) <= seconds(session.ended_at) - seconds(session.started_at) + 1e-6
        counted.sort()
        assert all(one[1] <= other[0] for one, other in zip(counted, counted[1:])), f"two sessions at one time: {counted}"
        stats = client.GetFocusStats(member_id=member, time_zone="UTC", to=at(time.time()),
                                     **{"from": at(base - DAY)})
        assert abs(stats.total_minutes * 60 - total) < 0.001, (stats, total)
