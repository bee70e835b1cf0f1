/// The limits that tests lower, to see in a second what takes others a day.
struct Tuning: Sendable {
    var recordsPerSnapshot = Limits.recordsPerSnapshot
    var cheapReplay = Limits.cheapReplay
    var requestsInMemory = Limits.requestsInMemory
    var checkpointPagesIdle = Limits.checkpointPagesIdle
    var loadedShows = Limits.loadedShows
    var loadedRooms = Limits.loadedRooms
}
