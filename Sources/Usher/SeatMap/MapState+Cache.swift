import UsherCore

/// What a map has to do with its cache.
extension MapState {
    /// The cache is asked for the map; the machine waits for it until then.
    mutating func awaitsCache(until deadline: Int64) {
        keeping = KeepingPlan()
        cacheDeadline = deadline
    }

    /// The kept map, if there is one, with the hall as the client's maps share it. It is shown unless the gateway's is
    /// there already.
    mutating func cacheAnswered(_ map: CachedMap?, _ hall: LoadedHall?, now: Int64) {
        if let map, let hall {
            if machine.adopt(map.replica) {
                keptAt = map.snapshot.serverTime
                if map.show != nil { changed.insert(.show) }
            }
            // Also where a gateway that was quicker has told of the map, but not of its hall yet.
            _ = hallCame(hall)
            let stand = stand
            if keptAt != nil { keeping?.isKept(stand) }
        }
        cacheIsOver(now)
        finish(now)
    }

    /// The map is there, or is waited for no longer: now the gateway is asked.
    mutating func cacheIsOver(_ now: Int64) {
        guard cacheDeadline != nil else { return }
        cacheDeadline = nil
        guard !isShutDown else { return }
        absorb(machine.usersChanged(to: handles.count, now: now), now: now)
    }

    /// When what is shown was kept, as long as the gateway has said nothing.
    var shownKeptAt: Timestamp? { machine.lastMessageAt == nil ? keptAt : nil }

    /// The map as it stands, to be kept; nil while it is not whole.
    func keepable(_ showID: String, now: Int64) -> CachedMap? {
        let view = view
        guard let hall = view.hall, stand != nil else { return nil }
        let snapshot = SeatSnapshot(
            showID: showID, epoch: view.position.epoch, seq: view.position.seq, hallID: hall.key.hallID,
            hallRevision: hall.key.revision, states: view.states,
            serverTime: clock.serverTime(now: now) ?? keptAt ?? Timestamp(nanoseconds: 0))
        return CachedMap(snapshot: snapshot, show: view.show, hall: hall)
    }

    /// Where the shown map stands; nil while there is none, or while the newest map's hall is still to come.
    private var stand: KeepingPlan.Stand? {
        guard let hall, !lacksHall, !position.epoch.isEmpty else { return nil }
        return KeepingPlan.Stand(position: position, showVersion: machine.replica.show?.version, hall: hall.key)
    }

    /// Every input ends here: has the map kept if it is time.
    mutating func keepIfDue(_ now: Int64) {
        guard keeping != nil else { return }
        let stand = stand
        if keeping?.isDue(stand, now) == true { isToBeKept = true }
    }

    /// The app leaves the map, or rests: nobody knows whether it comes back.
    mutating func keepNow(_ now: Int64) {
        guard keeping != nil else { return }
        let stand = stand
        if keeping?.isLeft(stand, now) == true { isToBeKept = true }
    }

    /// The map failed for good. One of a show that is no more, or that this client may not see, is not kept either.
    mutating func forgetIfGone() {
        guard keeping != nil, case .failed(let error) = connection else { return }
        switch error.code {
        case .notFound, .permissionDenied:
            let stand = stand
            keeping?.isKept(stand)
            actions.append(.forgetKept)
        default: break
        }
    }
}
