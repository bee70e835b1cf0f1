import CNghttp2
import UsherRPC

/// The C trampolines. They read, note and return; none but `readBody`, where nghttp2 asks for it, calls back into it.
extension ServerSession {
    static func makeCallbacks() -> OpaquePointer {
        var made: OpaquePointer?
        precondition(nghttp2_session_callbacks_new(&made) == 0, "no memory for a session")
        let callbacks = made!
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, _, _, owner in
            ServerSession.on(owner) {
                $0.headersBegan = nil
                return 0
            }
        }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            ServerSession.on(owner) { $0.beginHeaders(frame!.pointee) }
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, _, owner in
            ServerSession.on(owner) {
                $0.header(
                    frame!.pointee, UnsafeBufferPointer(start: name, count: nameCount),
                    UnsafeBufferPointer(start: value, count: valueCount))
            }
        }
        // Without this a field with an odd character would cost the call its stream. It is left out instead.
        nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
            _, frame, _, nameCount, _, valueCount, _, owner in
            ServerSession.on(owner) { $0.invalidHeader(frame!.pointee, nameCount + valueCount) }
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            ServerSession.on(owner) { $0.frameReceived(frame!.pointee) }
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, id, data, count, owner in
            ServerSession.on(owner) { $0.dataReceived(id, UnsafeRawBufferPointer(start: data, count: count)) }
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, id, _, owner in
            ServerSession.on(owner) { $0.streamClosed(id) }
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            ServerSession.on(owner) { $0.frameSent(frame!.pointee) }
        }
        nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, _, owner in
            ServerSession.on(owner) { $0.frameNotSent(frame!.pointee) }
        }
        // Only of what left before; see `settleFeeds`.
        nghttp2_session_callbacks_set_send_data_callback(callbacks) { _, _, _, _, _, _ in 0 }
        return callbacks
    }

    /// The session is there as long as nghttp2 calls: no count of references need say so for each field and frame.
    private static func on(_ owner: UnsafeMutableRawPointer?, _ body: (ServerSession) -> Int32) -> Int32 {
        Unmanaged<ServerSession>.fromOpaque(owner!)._withUnsafeGuaranteedRef(body)
    }

    private static func from(_ owner: UnsafeMutableRawPointer?) -> ServerSession {
        Unmanaged<ServerSession>.fromOpaque(owner!).takeUnretainedValue()
    }

    private func beginHeaders(_ frame: nghttp2_frame) -> Int32 {
        headersBegan = loop.turnTime
        trailerFields = 0
        trailerBytes = 0
        guard frame.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
        head = RequestHead()
        open(ServerStream(id: frame.hd.stream_id, loop: loop.reactor))
        return 0
    }

    private func header(
        _ frame: nghttp2_frame, _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        guard frame.headers.cat == NGHTTP2_HCAT_REQUEST else { return trailer(name.count + value.count) }
        return head.add(name: name, value: value, knowing: loop.heads) ? 0 : refuseHeaders()
    }

    private func invalidHeader(_ frame: nghttp2_frame, _ bytes: Int) -> Int32 {
        guard frame.headers.cat == NGHTTP2_HCAT_REQUEST else { return trailer(bytes) }
        return head.leaveOut(bytes: bytes) ? 0 : refuseHeaders()
    }

    /// Trailers of a request mean nothing in gRPC: they are counted, not kept.
    private func trailer(_ bytes: Int) -> Int32 {
        trailerFields += 1
        trailerBytes += bytes + 32
        let isWithin =
            trailerFields <= UsherRPC.Limits.maxHeaderFields && trailerBytes <= UsherRPC.Limits.maxHeaderBytes
        return isWithin ? 0 : refuseHeaders()
    }

    private func refuseHeaders() -> Int32 {
        headersBegan = nil
        counts.headerBombs += 1
        // nghttp2 resets the stream and decodes the rest of the block without a word.
        return Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }

    private func frameReceived(_ frame: nghttp2_frame) -> Int32 {
        let flags = UInt32(frame.hd.flags)
        let ends = flags & NGHTTP2_FLAG_END_STREAM.rawValue != 0
        switch UInt32(frame.hd.type) {
        case NGHTTP2_HEADERS.rawValue:
            headersBegan = nil
            guard let stream = stream(frame.hd.stream_id) else { return 0 }
            if frame.headers.cat == NGHTTP2_HCAT_REQUEST {
                head.finish()
                if head.isNew { loop.heads.learn(from: head) }
                stream.head = head
                // A connection that is idle keeps nothing of its last request.
                head = RequestHead()
                stream.judge(loop.dispatch, now: loop.turnTime)
                events.append(.head(stream))
            }
            if ends {
                requestEnded(stream)
            } else if stream.awaitsRequest, !stream.isUnfinished {
                stream.isUnfinished = true
                unfinishedRequests += 1
            }
        case NGHTTP2_DATA.rawValue:
            if ends, let stream = stream(frame.hd.stream_id) { requestEnded(stream) }
        case NGHTTP2_RST_STREAM.rawValue: counts.resets += 1
        case NGHTTP2_PING.rawValue:
            if flags & NGHTTP2_FLAG_ACK.rawValue != 0 {
                let isDrains = withUnsafeBytes(of: frame.ping.opaque_data) { $0.elementsEqual(Self.drainPing) }
                if isDrains { events.append(.drainHeard) }
            } else if !pingStrikes.receive(loop.options, now: loop.turnTime, hasStreams: !streams.isEmpty) {
                isOverPinged = true
                // The rest of a flood is not looked at, so its answers do not stand before the GOAWAY.
                return Int32(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
            }
        case NGHTTP2_SETTINGS.rawValue:
            isEstablished = true
            if flags & NGHTTP2_FLAG_ACK.rawValue == 0 { counts.settings += 1 }
        default: break
        }
        return 0
    }

    private func requestEnded(_ stream: ServerStream) {
        finishRequest(stream)
        if stream.plain != nil {
            guard !stream.isPlainRead else { return }
            stream.isPlainRead = true
            events.append(.plainRequestRead(stream))
            return
        }
        follow(stream) { $0.receiveEnd() }
    }

    /// The request is whole, or nobody waits for its rest.
    func finishRequest(_ stream: ServerStream) {
        guard stream.isUnfinished else { return }
        stream.isUnfinished = false
        unfinishedRequests -= 1
    }

    private func dataReceived(_ id: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        unconsumed += bytes.count
        guard let stream = stream(id) else { return 0 }
        stream.unconsumed += bytes.count
        stream.receivedBytes += bytes.count
        if !stream.isInConsumeList {
            stream.isInConsumeList = true
            toConsume.append(stream)
        }
        if stream.plain != nil {
            stream.ignoredBytes += bytes.count
            if stream.ignoredBytes > UsherRPC.Limits.maxIgnoredBody { requestEnded(stream) }
            return 0
        }
        follow(stream) { $0.receive(bytes) }
        return 0
    }

    /// Lets the call's machine take a step and keeps the books on what it holds.
    private func follow(_ stream: ServerStream, _ step: (inout ServerCallMachine) -> ServerCallMachine.Intent) {
        let intent = step(&stream.machine)
        guard account(stream) else { return fail(stream, ServerStream.tooManyInboundBytes) }
        switch intent {
        case .nothing: break
        case .start(let message):
            stream.request = message
            events.append(.start(stream))
        case .wake: events.append(.wake(stream))
        case .fail(let error): fail(stream, error)
        }
    }

    private func fail(_ stream: ServerStream, _ error: RPCError) {
        stream.failure = error
        events.append(.fail(stream))
    }

    /// False if the connection or the process holds more than it may.
    @discardableResult
    func account(_ stream: ServerStream) -> Bool {
        let change = stream.machine.heldBytes - stream.accountedBytes
        stream.accountedBytes += change
        inboundBytes += change
        // So much it may always hold, and the step that is under way ends with a look at the books.
        guard change > 0, inboundBytes > Limits.inboundAlways else { return true }
        return bookInbound() && inboundBytes <= Limits.maxInboundPerConnection
    }

    /// Enters bytes of a request that a handler has now. False if the connection or the process holds more than it may.
    @discardableResult
    func hold(_ count: Int) -> Bool {
        inboundBytes += count
        guard !bookInbound() else { return inboundBytes <= Limits.maxInboundPerConnection }
        return inboundBytes <= Limits.inboundAlways
    }

    /// The handler is done with them.
    func letGo(_ count: Int) {
        inboundBytes -= count
        bookInbound()
    }

    private func streamClosed(_ id: Int32) -> Int32 {
        guard let stream = forget(id) else { return 0 }
        stream.isGone = true
        finishRequest(stream)
        events.append(.closed(stream))
        return 0
    }

    private func frameSent(_ frame: nghttp2_frame) -> Int32 {
        switch UInt32(frame.hd.type) {
        case NGHTTP2_RST_STREAM.rawValue: countReset(frame.rst_stream.error_code)
        case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
            if !isSettling { noteSent(1) }
            guard UInt32(frame.hd.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0,
                let stream = stream(frame.hd.stream_id)
            else { return 0 }
            events.append(.answered(stream))
        case NGHTTP2_GOAWAY.rawValue: events.append(.goawaySent)
        default: break
        }
        return 0
    }

    /// HEADERS or DATA left.
    func noteSent(_ frames: Int) {
        counts.sent += frames
        pingStrikes.framesSent(frames)
    }

    private func countReset(_ code: UInt32) {
        switch code {
        // Ours: the answer is whole, or nobody takes it. What stalls is counted where it is found.
        case NGHTTP2_NO_ERROR.rawValue, NGHTTP2_CANCEL.rawValue, NGHTTP2_ENHANCE_YOUR_CALM.rawValue: break
        // The client opened more streams than it may, before it could know.
        case NGHTTP2_REFUSED_STREAM.rawValue: counts.resets += 1
        // nghttp2's, or ours, for what the client did.
        default: counts.provokedResets += 1
        }
    }

    private func frameNotSent(_ frame: nghttp2_frame) -> Int32 {
        if UInt32(frame.hd.type) == NGHTTP2_HEADERS.rawValue, let stream = streams[frame.hd.stream_id] {
            events.append(.notSent(stream))
        }
        return 0
    }

    /// Fills a DATA frame from the stream's queue, and ends the body with trailers once the call has ended.
    static var readBody: nghttp2_data_source_read_callback {
        { handle, id, out, capacity, flags, source, owner in
            let stream = Unmanaged<ServerStream>.fromOpaque(source!.pointee.ptr).takeUnretainedValue()
            if stream.feedDebt > 0 {
                let count = min(stream.feedDebt, capacity)
                stream.feedDebt -= count
                flags!.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
                return count
            }
            let session = ServerSession.from(owner)
            if session.isSettling, !stream.output.isEmpty || stream.ending != nil {
                session.putOff.append(stream)
                stream.isDeferred = true
                return Int(NGHTTP2_ERR_DEFERRED.rawValue)
            }
            let count = stream.output.read(into: out!, capacity)
            if stream.owedSince != 0 { session.takenBytes += count }
            guard stream.output.isEmpty else { return count }
            if count > 0 { session.emptied.append(stream) }
            guard let ending = stream.ending else {
                guard count == 0 else { return count }
                stream.isDeferred = true
                return Int(NGHTTP2_ERR_DEFERRED.rawValue)
            }
            flags!.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            let code: Int32
            switch ending {
            case .bare: return count
            case .ok: code = nghttp2_submit_trailer(handle, id, FixedFields.okTrailers.list, 1)
            case .trailers(let fields):
                code = HeaderBlock.with(fields) { nghttp2_submit_trailer(handle, id, $0, $1) }
            }
            flags!.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
            return code == 0 ? count : Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
    }
}
