"""GetFocusStats against days that Python works out by itself, with its own reader of the time zone database."""
import random
import time
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from cases import case
from focus import ABANDON, COMPLETE, PAUSE, RESUME, START, event, fields_refused
from usher_client import at, new_id, refusal, span

HOUR, DAY = 3600, 86_400
# Daylight saving at 2 o'clock and at midnight, both ways; half and quarter hours; half an hour of daylight saving; none.
ZONES = ["Europe/Berlin", "America/New_York", "America/Havana", "America/Santiago", "Africa/Cairo", "Australia/Lord_Howe",
         "Asia/Kathmandu", "Asia/Kolkata", "Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]


def day_start(zone, day, starts_at):
    """When a day begins, in seconds: when the clock on the wall first shows the time, or would have."""
    wall = datetime(day.year, day.month, day.day) + timedelta(seconds=starts_at)
    return wall.replace(tzinfo=zone, fold=0).astimezone(timezone.utc).timestamp()


def day_of(zone, starts_at, moment):
    """The date that a moment belongs to."""
    day = datetime.fromtimestamp(moment, zone).date() + timedelta(days=1)
    while day_start(zone, day, starts_at) > moment:
        day -= timedelta(days=1)
    return day


def statistics(parts, zone_name, starts_at, first, last):
    """(minutes by date, streak, total minutes) of the focused stretches within [first, last)."""
    zone, days = ZoneInfo(zone_name), {}
    for since, until in parts:
        since, until = max(since, first), min(until, last)
        while since < until:
            day = day_of(zone, starts_at, since)
            end = min(until, day_start(zone, day + timedelta(days=1), starts_at))
            days[day] = days.get(day, 0) + end - since
            since = end
    day = day_of(zone, starts_at, last - 1e-6)
    if day not in days:
        day -= timedelta(days=1)
    streak = 0
    while day in days:
        streak, day = streak + 1, day - timedelta(days=1)
    return {day.isoformat(): spent / 60 for day, spent in sorted(days.items())}, streak, sum(days.values()) / 60


def ask(client, member, zone, starts_at, first, last):
    return client.GetFocusStats(member_id=member, time_zone=zone, day_starts_at=span(starts_at), to=at(last),
                                **{"from": at(first)})


def agree(client, member, parts, zone, starts_at, first, last):
    answer = ask(client, member, zone, starts_at, first, last)
    days, streak, total = statistics(parts, zone, starts_at, first, last)
    where = f"{zone}, days from {starts_at / HOUR} h, {first}…{last}"
    found = {day.date: day.minutes for day in answer.days}
    assert list(found) == sorted(found), where
    assert set(found) == set(days), f"{where}: {set(found) ^ set(days)}"
    for day, minutes in days.items():
        assert abs(found[day] - minutes) < 1e-6, f"{where}: {day} has {found[day]}, not {minutes}"
    assert abs(answer.total_minutes - total) < 1e-6, f"{where}: {answer.total_minutes}, not {total}"
    assert answer.streak_days == streak, f"{where}: a streak of {answer.streak_days}, not {streak}"


def sync(client, member, events):
    answer = client.SyncFocus(member_id=member, events=events)
    assert not answer.rejected, answer.rejected[:3]


def session(generator, began):
    """(events, focused stretches that count) of one session."""
    name, clock, ordinal, parts, focusing, since = new_id("s"), began, 1, [], True, began
    events = [event(name, 1, START, clock)]
    for _ in range(generator.choice([0, 0, 1, 2, 4])):
        clock, ordinal = clock + generator.randrange(1, 2 * HOUR), ordinal + 1
        if focusing:
            parts.append((since, clock))
        events.append(event(name, ordinal, PAUSE if focusing else RESUME, clock))
        focusing, since = not focusing, clock
    clock += generator.randrange(1, 4 * HOUR)
    if focusing:
        parts.append((since, clock))
    completes = generator.random() < 0.85
    events.append(event(name, ordinal + 1, COMPLETE if completes else ABANDON, clock))
    return events, parts if completes else [], clock


@case("300 sessions over two years, in twelve zones, with days from 0, 2, 4 and 23 o'clock: every day, the streak and the total")
def random_sessions(client):
    generator = random.Random(11)
    member, now, events, parts = new_id("member"), int(time.time()), [], []
    clock = now - 700 * DAY
    while clock < now - DAY and len(events) < 2000:
        made, counted, clock = session(generator, clock)
        events += made
        parts += counted
        clock += generator.choice([HOUR, 20 * HOUR, 3 * DAY])
    for begin in range(0, len(events), 400):
        sync(client, member, events[begin:begin + 400])
    for zone in ZONES:
        for starts_at in (0, 2 * HOUR, 4 * HOUR, 23 * HOUR):
            agree(client, member, parts, zone, starts_at, now - 710 * DAY, now)
    print(f"          {len(events)} events, {len(parts)} stretches", flush=True)


@case("stretches are cut at `from` and `to`, and the streak ends on the last day before `to` or the day before")
def ranges(client):
    generator = random.Random(12)
    member, now, parts, events = new_id("member"), int(time.time()) // DAY * DAY, [], []
    for day in [40, 39, 38, 37, 35, 34, 20, 19, 18, 17, 16, 15, 3, 2]:
        name, began = new_id("s"), now - day * DAY + generator.randrange(20 * HOUR, 23 * HOUR)
        length = generator.randrange(HOUR // 2, 3 * HOUR)
        events += [event(name, 1, START, began), event(name, 2, COMPLETE, began + length)]
        parts.append((began, began + length))
    sync(client, member, events)
    for zone in ("UTC", "Europe/Berlin", "America/New_York"):
        # The ends of the ranges fall into days and into stretches; nothing lies before the first one.
        for last in [now - number * DAY for number in range(0, 36, 3)] + [parts[3][1] - 60, parts[7][0] + 60, parts[7][0]]:
            agree(client, member, parts, zone, 4 * HOUR, now - 60 * DAY, last)
    answer = ask(client, member, "UTC", 0, parts[2][0] + 600, parts[2][0] + 900)
    assert [day.minutes for day in answer.days] == [5] and answer.total_minutes == 5, answer
    empty = ask(client, member, "UTC", 0, now - 30 * DAY, now - 29 * DAY)
    assert not empty.days and empty.total_minutes == 0


def clock_changes(zone_name):
    """The last day on which the clocks went back, and the last on which they went forward."""
    zone, day, found = ZoneInfo(zone_name), date.today() - timedelta(days=3), {}
    while len(found) < 2:
        length = day_start(zone, day + timedelta(days=1), 0) - day_start(zone, day, 0)
        found.setdefault(length, day) if length != DAY else None
        day -= timedelta(days=1)
    return found[DAY + HOUR], found[DAY - HOUR]


@case("the nights of daylight saving: a session through each is split where the clocks of the zone say")
def nights(client):
    member, zone, hours = new_id("member"), "Europe/Berlin", {}
    back, forward = clock_changes(zone)
    began = {day: int(day_start(ZoneInfo(zone), day, 0)) - HOUR for day in (back, forward)}
    for day in sorted(began):
        name = new_id("s")
        sync(client, member, [event(name, 1, START, began[day]), event(name, 2, COMPLETE, began[day] + 5 * HOUR)])
    first, last = min(began.values()) - DAY, max(began.values()) + DAY
    for starts_at in (0, 3 * HOUR):
        hours[starts_at] = {day.date: day.minutes / 60 for day in ask(client, member, zone, starts_at, first, last).days}
    eve = {day: (day - timedelta(days=1)).isoformat() for day in began}
    assert hours[0] == {eve[back]: 1, back.isoformat(): 4, eve[forward]: 1, forward.isoformat(): 4}, hours
    # Three o'clock comes four hours after midnight when clocks go back, and two when they go forward.
    assert hours[3 * HOUR] == {eve[back]: 5, eve[forward]: 3, forward.isoformat(): 2}, hours
    parts = [(start, start + 5 * HOUR) for start in began.values()]
    for starts_at in (0, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR):
        agree(client, member, parts, zone, starts_at, first, last)


@case("only completed sessions count, those that reach their plan by themselves too, and no pause")
def what_counts(client):
    member, base = new_id("member"), int(time.time()) // DAY * DAY - 3 * DAY
    done, planned, left, running = (new_id("s") for _ in range(4))
    sync(client, member, [
        event(done, 1, START, base), event(done, 2, PAUSE, base + 600), event(done, 3, RESUME, base + 6000),
        event(done, 4, COMPLETE, base + 6600), event(planned, 1, START, base + 10_000, planned=1500),
        event(left, 1, START, base + 20_000), event(left, 2, ABANDON, base + 21_000)])
    client.StartFocus(session_id=running, member_id=member, started_at=at(time.time() - 300))
    answer = ask(client, member, "UTC", 0, base - DAY, time.time() + 60)
    assert [day.minutes for day in answer.days] == [45] and answer.total_minutes == 45 and answer.streak_days == 0, answer
    client.CompleteFocus(session_id=running)
    answer = ask(client, member, "UTC", 0, base - DAY, time.time() + 60)
    assert 50 <= answer.total_minutes < 51 and answer.streak_days == 1, answer


@case("a zone that nobody knows, a day that starts outside a day, and a range that ends before it begins are field faults")
def stats_refused(client):
    now = time.time()
    good = {"member_id": "ann", "time_zone": "Europe/Berlin", "from": at(now - DAY), "to": at(now)}
    client.GetFocusStats(**good)
    for name, value in [("time_zone", "Mars/Olympus"), ("time_zone", "../etc/passwd"), ("time_zone", ""),
                        ("day_starts_at", span(-1)), ("day_starts_at", span(DAY)), ("member_id", "")]:
        fields_refused({name}, client.GetFocusStats, **{**good, name: value})
    refused = refusal(client.GetFocusStats, **{**good, "to": at(now - 2 * DAY)})
    assert refused.reason == "FIELDS" and set(refused.faults) <= {"from", "to"}, refused
    assert not client.GetFocusStats(**{**good, "member_id": new_id("nobody")}).days
