import CNghttp2

/// What feeds sent without nghttp2, and how it learns of that.
///
/// nghttp2 has no call that takes bytes from a window. But a body's read callback may say that it has so many bytes and
/// will write them itself (`NO_COPY`); the windows are then debited, and the callback that would write them writes
/// nothing, for they left long ago. This happens before the session hears anything of its peer, so that windows that
/// change are right, and before it says anything of its own, so that it never sends more than the peer allowed.
extension ServerSession {
    func feedJoined(_ stream: ServerStream) {
        // A stream that had the connection to itself has it no longer.
        settleFeeds()
        stream.feedPlace = feeds.count
        feeds.append(stream)
    }

    func feedLeaves(_ stream: ServerStream) {
        settleFeeds()
        let last = feeds.removeLast()
        guard last !== stream else { return }
        feeds[stream.feedPlace] = last
        last.feedPlace = stream.feedPlace
    }

    /// The next delivery of each feed looks at the connection.
    func holdFeeds() {
        for stream in feeds { stream.bundle?.hold(stream.lanePlace) }
    }

    /// Sets window aside for a feed: how many bytes, at least `count`, or 0 if the windows have not so many. The stream
    /// has `held` already.
    func grantFeed(_ stream: ServerStream, _ count: Int, beside held: Int) -> Int {
        let room = Int(nghttp2_session_get_remote_window_size(handle)) - feedGranted
        let own = Int(nghttp2_session_get_stream_remote_window_size(handle, stream.id)) - held
        let share = min(Limits.maxFeedDebt, room / max(1, feeds.count))
        let amount = min(own, room, max(count, share))
        guard amount >= count else { return 0 }
        feedGranted += amount
        return amount
    }

    /// Enters in nghttp2's windows what feeds sent, and takes back what was set aside for them. What nghttp2 has to say
    /// meanwhile is put ready; no DATA is among it.
    func settleFeeds() {
        guard feedGranted > 0 else { return }
        feedGranted = 0
        var owes = false
        for stream in feeds {
            guard let (bytes, frames) = stream.bundle?.takeUnsettled(stream.lanePlace), bytes > 0 else { continue }
            stream.feedDebt += bytes
            directBytes += bytes + frames * 9
            noteSent(frames)
            resume(stream)
            owes = true
        }
        guard owes else { return }
        isSettling = true
        var spoken: [UInt8] = []
        if !produce(into: &spoken, limit: .max) { isBroken = true }
        isSettling = false
        if !spoken.isEmpty {
            hasSpoken = true
            directBytes += spoken.count
            spoken.withUnsafeBytes { queueFrame($0) }
        }
        for stream in putOff where !stream.isGone { resume(stream) }
        putOff.removeAll(keepingCapacity: true)
    }

    /// Frames that are to leave before anything that nghttp2 says.
    var outlet: UnsafeMutablePointer<FeedOutlet> {
        if let madeOutlet { return madeOutlet }
        let made = UnsafeMutablePointer<FeedOutlet>.allocate(capacity: 1)
        made.initialize(to: FeedOutlet())
        madeOutlet = made
        return made
    }

    /// Bytes that wait there.
    var readyBytes: Int { madeOutlet?.pointee.count ?? 0 }

    func queueFrame(_ bytes: UnsafeRawBufferPointer) {
        outlet.pointee.append(bytes, loop.feedBlocks)
    }

    /// Moves what is ready to `out`.
    func takeReady(into out: inout [UInt8]) {
        guard let madeOutlet, !madeOutlet.pointee.isEmpty else { return }
        // It counts once more when it is written.
        directBytes -= madeOutlet.pointee.count
        madeOutlet.pointee.take(into: &out, loop.feedBlocks)
    }

    /// The connection is closed: what waits is of no use.
    func dropReady() {
        madeOutlet?.pointee.empty(loop.feedBlocks)
    }
}
