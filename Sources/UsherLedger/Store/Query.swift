/// The statements that the store keeps prepared.
enum Query: Hashable, CaseIterable {
    case begin, commit
    case newestHall, hall, halls, insertHall
    case show, showsOfTenant, showsOfHall, runningShows, overlap, insertShow, updateShow, lastSeq, snapshotSeq
    case append, records, snapshot, writeSnapshot, pruneLog
    case sellSeat, unsellSeat, writeSale, sale, sales
    case writeClosedLocks, closedLock
    case room, roomOfKey, insertRoom, setLive, liveRooms
    case appendRoom, roomRecords, roomSnapshot, writeRoomSnapshot, pruneRoomLog
    case focus, lastFocus, nextFocus, focusBackwards, focusForwards, insertFocus, updateFocus
    case nextRoomEnd, roomEnds, clearRoomEnd
    case request, writeRequest, setFlushed, unflushed
    case pruneRequests, pruneClosedLocks, pruneRefundedSales

    var sql: String {
        switch self {
        case .begin: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .newestHall: "SELECT max(revision) FROM hall WHERE tenant = ? AND hall_id = ?"
        case .hall: "SELECT seat_count, header, seats FROM hall WHERE tenant = ? AND hall_id = ? AND revision = ?"
        case .halls:
            """
            SELECT revision, seat_count, header FROM hall AS h
            WHERE tenant = ? AND hall_id > ? AND revision =
                (SELECT max(revision) FROM hall WHERE tenant = h.tenant AND hall_id = h.hall_id)
            ORDER BY hall_id LIMIT ?
            """
        case .insertHall: "INSERT INTO hall (tenant, hall_id, revision, seat_count, header, seats) VALUES (?,?,?,?,?,?)"
        case .show: "SELECT show_key, body, digest FROM show WHERE tenant = ? AND show_id = ?"
        case .showsOfTenant:
            """
            SELECT show_key, body, digest FROM show WHERE tenant = ? AND (starts_at, show_id) > (?, ?)
            ORDER BY starts_at, show_id LIMIT ?
            """
        case .showsOfHall:
            """
            SELECT show_key, body, digest FROM show WHERE tenant = ? AND hall_id = ? AND (starts_at, show_id) > (?, ?)
            ORDER BY starts_at, show_id LIMIT ?
            """
        case .runningShows:
            """
            SELECT show_key, body, digest FROM show
            WHERE tenant = ? AND hall_id = ? AND cancelled = 0 AND ends_at > ? ORDER BY ends_at
            """
        case .overlap:
            // Shows that count do not overlap each other, so of those that begin before this one's end, the last to
            // begin is the last to end.
            """
            SELECT show_id, ends_at FROM show
            WHERE tenant = ? AND hall_id = ? AND cancelled = 0 AND starts_at < ? AND show_id <> ?
            ORDER BY starts_at DESC LIMIT 1
            """
        case .insertShow:
            """
            INSERT INTO show (tenant, show_id, hall_id, starts_at, ends_at, cancelled, body, digest)
            VALUES (?,?,?,?,?,?,?,?) RETURNING show_key
            """
        case .updateShow: "UPDATE show SET starts_at = ?, ends_at = ?, cancelled = ?, body = ? WHERE show_key = ?"
        case .lastSeq: "SELECT seq FROM log WHERE show_key = ? ORDER BY idx DESC LIMIT 1"
        case .snapshotSeq: "SELECT seq FROM snapshot WHERE show_key = ?"
        case .append: "INSERT INTO log (position, show_key, idx, seq, at, body) VALUES (?,?,?,?,?,?)"
        case .records:
            // From the row on that holds the record after the given one.
            """
            SELECT idx, body FROM log WHERE show_key = ?1 AND idx >= coalesce(
                (SELECT idx FROM log WHERE show_key = ?1 AND idx <= ?2 + 1 ORDER BY idx DESC LIMIT 1), 0)
            ORDER BY idx
            """
        case .snapshot: "SELECT body FROM snapshot WHERE show_key = ?"
        case .writeSnapshot: "INSERT OR REPLACE INTO snapshot (show_key, idx, seq, body) VALUES (?,?,?,?)"
        case .pruneLog: "DELETE FROM log WHERE show_key = ? AND idx <= ?"
        case .sellSeat: "INSERT INTO sold_seat (show_key, seat, sale) VALUES (?,?,?)"
        case .unsellSeat: "DELETE FROM sold_seat WHERE show_key = ? AND seat = ?"
        case .writeSale: "INSERT OR REPLACE INTO sale (show_key, number, refunded_at, body) VALUES (?,?,?,?)"
        case .sale: "SELECT body FROM sale WHERE show_key = ? AND number = ?"
        case .sales: "SELECT body FROM sale WHERE show_key = ? AND number > ? ORDER BY number LIMIT ?"
        case .writeClosedLocks:
            "INSERT INTO closed_locks (show_key, first, last, closed_at, body) VALUES (?,?,?,?,?)"
        case .closedLock:
            """
            SELECT body FROM closed_locks WHERE show_key = ?1 AND last >= ?2 AND last < ?3 AND first <= ?2
            ORDER BY place DESC
            """
        case .room: "SELECT room_key, tenant, room_id, body, digest FROM room WHERE tenant = ? AND room_id = ?"
        case .roomOfKey: "SELECT room_key, tenant, room_id, body, digest FROM room WHERE room_key = ?"
        case .insertRoom:
            """
            INSERT INTO room (tenant, room_id, live, away_after, body, digest) VALUES (?,?,0,?,?,?) RETURNING room_key
            """
        case .setLive: "UPDATE room SET live = ? WHERE room_key = ?"
        case .liveRooms: "SELECT room_key, away_after FROM room WHERE live = 1 ORDER BY room_key"
        case .appendRoom: "INSERT INTO room_log (position, room_key, idx, seq, at, body) VALUES (?,?,?,?,?,?)"
        case .roomRecords: "SELECT idx, body FROM room_log WHERE room_key = ? AND idx > ? ORDER BY idx"
        case .roomSnapshot: "SELECT body FROM room_snapshot WHERE room_key = ?"
        case .writeRoomSnapshot:
            "INSERT OR REPLACE INTO room_snapshot (room_key, idx, seq, position, at, body) VALUES (?,?,?,?,?,?)"
        case .pruneRoomLog: "DELETE FROM room_log WHERE room_key = ? AND idx <= ?"
        case .focus: "SELECT focus_key, tenant, body FROM focus_session WHERE tenant = ? AND session_id = ?"
        case .lastFocus:
            // Of several that start at one moment all but one have no time of their own.
            """
            SELECT focus_key, tenant, body FROM focus_session WHERE tenant = ? AND member_id = ? AND started_at <= ?
            ORDER BY started_at DESC, over_at DESC LIMIT 1
            """
        case .nextFocus:
            """
            SELECT focus_key, tenant, body FROM focus_session WHERE tenant = ? AND member_id = ? AND started_at > ?
            ORDER BY started_at LIMIT 1
            """
        case .focusBackwards:
            """
            SELECT focus_key, tenant, body FROM focus_session
            WHERE tenant = ? AND member_id = ? AND (started_at, session_id) < (?, ?)
            ORDER BY started_at DESC, session_id DESC LIMIT ?
            """
        case .focusForwards:
            """
            SELECT focus_key, tenant, body FROM focus_session
            WHERE tenant = ? AND member_id = ? AND (started_at, session_id) >= (?, ?) AND started_at < ?
            ORDER BY started_at, session_id LIMIT ?
            """
        case .insertFocus:
            """
            INSERT INTO focus_session (tenant, session_id, member_id, started_at, over_at, room_end, body)
            VALUES (?,?,?,?,?,?,?)
            """
        case .updateFocus: "UPDATE focus_session SET over_at = ?, room_end = ?, body = ? WHERE focus_key = ?"
        case .nextRoomEnd:
            """
            SELECT room_end FROM focus_session WHERE room_end < 9223372036854775807 ORDER BY room_end LIMIT 1
            """
        case .roomEnds:
            """
            SELECT focus_key, tenant, body FROM focus_session
            WHERE room_end < 9223372036854775807 AND room_end <= ? ORDER BY room_end LIMIT ?
            """
        case .clearRoomEnd: "UPDATE focus_session SET room_end = 9223372036854775807 WHERE focus_key = ?"
        case .request:
            "SELECT digest, show_key, kind, number, at FROM request WHERE tenant = ? AND scope = ? AND id = ?"
        case .writeRequest:
            """
            INSERT OR REPLACE INTO request (tenant, scope, id, digest, show_key, kind, number, at)
            VALUES (?,?,?,?,?,?,?,?)
            """
        case .setFlushed: "UPDATE meta SET value = ? WHERE name = 'requests_flushed'"
        case .unflushed:
            """
            SELECT log.body, log.show_key, show.tenant FROM log JOIN show USING (show_key)
            WHERE log.position > ? ORDER BY log.position
            """
        case .pruneRequests:
            """
            DELETE FROM request WHERE (tenant, scope, id) IN
                (SELECT tenant, scope, id FROM request WHERE at < ? ORDER BY at LIMIT ?)
            """
        case .pruneClosedLocks:
            """
            DELETE FROM closed_locks WHERE place IN
                (SELECT place FROM closed_locks WHERE closed_at < ? ORDER BY closed_at LIMIT ?)
            """
        case .pruneRefundedSales:
            """
            DELETE FROM sale WHERE (show_key, number) IN
                (SELECT show_key, number FROM sale WHERE refunded_at > 0 AND refunded_at < ?
                 ORDER BY refunded_at LIMIT ?)
            """
        }
    }
}
