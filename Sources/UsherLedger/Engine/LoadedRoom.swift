import UsherCore

/// A room in memory: the pending state that commands are decided on, what is committed of it, and the open streams of its
/// devices.
final class LoadedRoom {
    let key: Int64
    let ref: RoomRef
    /// Runs ahead of the disk within a batch.
    var state: RoomState
    /// What is committed, as followers know it.
    var history: RoomHistory
    var isFollowed = false
    /// Follows since this batch: hears `began` after the commit.
    var begins = false
    /// A commit failed: what the store holds is read before the room is used again. Its streams and signs of life stay.
    var isStale = false
    var lastUsed: Timestamp
    /// Log index of the stored snapshot; 0 without one.
    var snapshotIndex: UInt64
    /// When the engine's queue has it looked at.
    var scheduled: Timestamp?

    /// Open streams by device number; those opened last stand last.
    private var pulses: [UInt64: [any DevicePulse]] = [:]
    /// Where calls of living devices are heard without the ledger's thread, by device number.
    var ears: [UInt64: (device: DeviceKey, ear: DeviceEar)] = [:]
    /// Lost devices whose streams are still open.
    private(set) var lostStreams: Set<UInt64> = []

    // This batch's work, until the commit.
    var isTouched = false
    var changes: [RoomChange] = []
    /// Devices that are no more.
    var ended: [UInt64] = []

    init(
        key: Int64, ref: RoomRef, state: RoomState, history: RoomHistory, snapshotIndex: UInt64, lastUsed: Timestamp
    ) {
        self.key = key
        self.ref = ref
        self.state = state
        self.history = history
        self.snapshotIndex = snapshotIndex
        self.lastUsed = lastUsed
    }

    /// Records that a load would replay.
    var replayLength: UInt64 { state.logIndex - snapshotIndex }

    /// Nobody is there, and nobody reads.
    var isIdle: Bool { state.memberCount == 0 && !isFollowed && pulses.isEmpty && !isStale }

    /// Makes the batch's changes the committed ones and returns them, for a follower.
    func settleCommitted() -> [RoomChange] {
        let committed = changes
        for change in committed { history.append(change) }
        for number in ended { pulses[number] = nil }
        forgetBatch()
        return committed
    }

    func forgetBatch() {
        changes.removeAll(keepingCapacity: true)
        ended.removeAll(keepingCapacity: true)
        isTouched = false
    }

    // MARK: Streams

    func open(_ pulse: any DevicePulse, of number: UInt64) {
        var open = pulses[number] ?? []
        open.append(pulse)
        if open.count > Limits.streamsPerDevice { open.removeFirst() }
        pulses[number] = open
    }

    func close(_ pulse: any DevicePulse, of number: UInt64) {
        guard var open = pulses[number] else { return }
        open.removeAll { $0 === pulse }
        pulses[number] = open.isEmpty ? nil : open
    }

    /// Streams of devices that the room does not know are of no use.
    func dropStrayStreams() {
        pulses = pulses.filter { state.hasDevice($0.key) }
    }

    /// When a device was heard last by what the state does not know: its open streams, and its ear. nil without either.
    func lastHeard(_ number: UInt64, now: Timestamp) -> Timestamp? {
        let streams = pulses[number]?.map { now - max(.zero, $0.silence) }.max()
        guard let ear = ears[number]?.ear.heardAt else { return streams }
        return max(ear, streams ?? ear)
    }

    /// The device was judged: if it is lost, its open streams are asked again soon.
    func noteJudged(_ number: UInt64) {
        if state.isLost(number), pulses[number] != nil { lostStreams.insert(number) }
    }

    /// Lost devices whose stream is heard again, with the time of it, in their order.
    func returnedStreams(now: Timestamp) -> [(number: UInt64, heardAt: Timestamp)] {
        guard !lostStreams.isEmpty else { return [] }
        lostStreams = lostStreams.filter { state.isLost($0) && pulses[$0] != nil }
        var returned: [(number: UInt64, heardAt: Timestamp)] = []
        for number in lostStreams.sorted() {
            guard let heardAt = lastHeard(number, now: now), heardAt + state.room.awayAfter > now else { continue }
            returned.append((number, heardAt))
        }
        return returned
    }
}
