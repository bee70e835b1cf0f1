import UsherCore

/// What waits in the ledger's mailbox.
enum Ask: Sendable {
    case execute(LedgerOrder)
    /// The hall encoded, and with look-ups once its revision is known.
    case putHall(StoredHall, HallRevision?, hallID: String, tenant: String, Reply<HallPlan>)
    case hall(HallKey, Reply<Verdict<FoundHall>>)
    /// A hall that a caller decoded: the next one need not.
    case remember(HallRevision, tenant: String)
    case halls(tenant: String, size: Int, token: String, Reply<Verdict<Page<(hall: Hall, seatCount: Int)>>>)
    case losses(hallID: String, codes: Set<String>, tenant: String, Reply<[HallLoss]>)
    case createShow(Show, tenant: String, RequestStamp?, Reply<Verdict<CommandReply>>)
    case shows(tenant: String, hallID: String, size: Int, token: String, Reply<Verdict<Page<ShowView>>>)
    case sales(ShowRef, size: Int, token: String, Reply<Verdict<(page: Page<Sale>, hall: HallRevision)>>)
    case follow(ShowRef, Reply<Verdict<Void>>)
    case unfollow(ShowRef)
    case createRoom(Room, tenant: String, Reply<Verdict<Room>>)
    case executeInRoom(RoomCommand, RoomRef, Reply<Verdict<RoomReply>>)
    case attend(DeviceKey, RoomRef, any DevicePulse, Reply<Verdict<RoomReply>>)
    case unattend(DeviceKey, RoomRef, any DevicePulse)
    case followRoom(RoomRef, Reply<Verdict<Void>>)
    case unfollowRoom(RoomRef)
    case observe(any LedgerObserver)
    case focus(FocusAsk)
    case close(Reply<Void>)
    /// Answered once everything that is due was acted on: when the ledger acts next by itself.
    case look(Reply<Timestamp?>)
    /// As `close`, but nothing more is written.
    case abandon(Reply<Void>)

    /// Turns the request away: nothing was done.
    func refuse(_ error: LedgerError) {
        switch self {
        case .execute(let order): order.answer.answer(.failure(error))
        case .putHall(_, _, _, _, let reply): reply.answer(.failure(error))
        case .hall(_, let reply): reply.answer(.failure(error))
        case .halls(_, _, _, let reply): reply.answer(.failure(error))
        case .losses(_, _, _, let reply): reply.answer(.failure(error))
        case .createShow(_, _, _, let reply): reply.answer(.failure(error))
        case .shows(_, _, _, _, let reply): reply.answer(.failure(error))
        case .sales(_, _, _, let reply): reply.answer(.failure(error))
        case .follow(_, let reply): reply.answer(.failure(error))
        case .createRoom(_, _, let reply): reply.answer(.failure(error))
        case .executeInRoom(_, _, let reply), .attend(_, _, _, let reply): reply.answer(.failure(error))
        case .followRoom(_, let reply): reply.answer(.failure(error))
        case .focus(let ask): ask.refuse(error)
        case .look(let reply): reply.answer(.failure(error))
        case .close(let reply), .abandon(let reply): reply.answer(.success(()))
        case .remember, .unfollow, .unfollowRoom, .unattend, .observe: break
        }
    }

    /// How many seats (or focus sessions) it is about: a measure of the work.
    var seats: Int {
        switch self {
        case .execute(let order): order.seats
        case .putHall(let hall, _, _, _, _): hall.seatCount
        case .losses(_, let codes, _, _): codes.count
        case .focus(let ask): ask.sessions
        case .hall, .remember, .halls, .createShow, .shows, .sales, .follow, .unfollow, .createRoom, .executeInRoom,
            .attend, .unattend, .followRoom, .unfollowRoom, .observe, .close, .look, .abandon:
            0
        }
    }
}
