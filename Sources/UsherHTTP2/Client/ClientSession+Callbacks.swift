import CNghttp2
import UsherRPC

extension ClientSession {
    private static func of(_ user: UnsafeMutableRawPointer?) -> ClientSession {
        Unmanaged<ClientSession>.fromOpaque(user!).takeUnretainedValue()
    }

    static func install(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, _, user in
            let session = ClientSession.of(user)
            session.block = Metadata()
            session.blockBytes = 0
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, _, user in
            ClientSession.of(user).onHeader(
                frame!.pointee.hd.stream_id, UnsafeBufferPointer(start: name, count: nameCount),
                UnsafeBufferPointer(start: value, count: valueCount))
        }
        // Without this a field with an odd character would cost the call its answer. It is left out instead.
        nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
            _, frame, _, nameCount, _, valueCount, _, user in
            ClientSession.of(user).count(frame!.pointee.hd.stream_id, nameCount + valueCount)
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
            ClientSession.of(user).onFrame(frame!.pointee)
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, user in
            ClientSession.of(user).events.append(
                .data(stream: stream, Array(UnsafeBufferPointer(start: bytes, count: count))))
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, user in
            let session = ClientSession.of(user)
            session.bodies[stream] = nil
            session.events.append(.closed(stream: stream, code: code))
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, user in
            let header = frame!.pointee.hd
            if header.type <= UInt8(NGHTTP2_HEADERS.rawValue) { ClientSession.of(user).sentFrames += 1 }
            if header.type == UInt8(NGHTTP2_HEADERS.rawValue) {
                ClientSession.of(user).events.append(.sent(stream: header.stream_id))
            } else if header.type == UInt8(NGHTTP2_GOAWAY.rawValue), frame!.pointee.goaway.error_code != 0 {
                ClientSession.of(user).events.append(.gaveUp(code: frame!.pointee.goaway.error_code))
            }
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, _, user in
            let header = frame!.pointee.hd
            if header.type == UInt8(NGHTTP2_HEADERS.rawValue) {
                let session = ClientSession.of(user)
                session.bodies[header.stream_id] = nil
                session.events.append(.notSent(stream: header.stream_id))
            }
            return 0
        }
    }

    private func onHeader(
        _ stream: Int32, _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        let verdict = count(stream, name.count + value.count)
        if verdict == 0 { block.add(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)) }
        return verdict
    }

    /// Counts one more field of the present block, before anything of it is copied.
    private func count(_ stream: Int32, _ bytes: Int) -> Int32 {
        blockBytes += bytes + 32
        guard blockBytes <= Limits.maxReplyFieldBytes, block.entries.count < Limits.maxReplyFields else {
            events.append(.fieldsTooLarge(stream: stream))
            return Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        return 0
    }

    private func onFrame(_ frame: nghttp2_frame) {
        let header = frame.hd
        let ends = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        let acknowledges = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
        switch UInt32(header.type) {
        case NGHTTP2_HEADERS.rawValue:
            events.append(.fields(stream: header.stream_id, block, endsStream: ends))
            block = Metadata()
        case NGHTTP2_DATA.rawValue where ends:
            events.append(.dataEnded(stream: header.stream_id))
        case NGHTTP2_SETTINGS.rawValue where !acknowledges:
            events.append(.settings)
        case NGHTTP2_PING.rawValue where acknowledges:
            let number = withUnsafeBytes(of: frame.ping.opaque_data) { $0.loadUnaligned(as: UInt64.self) }
            events.append(.pong(UInt64(bigEndian: number)))
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = frame.goaway
            let text = UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
            events.append(.goAway(code: goAway.error_code, text: String(decoding: text, as: UTF8.self)))
        default: break
        }
    }

    /// Copies the next piece of a request's body.
    static let readBody: nghttp2_data_source_read_callback = { _, stream, out, room, flags, _, user in
        let session = ClientSession.of(user)
        guard let body = session.bodies[stream] else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let (count, isEnd) = body.read(into: out!, room)
        if isEnd {
            flags!.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue)
            session.bodies[stream] = nil
        } else if count == 0 {
            body.isDeferred = true
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        if body.gate != nil, count > 0 { session.events.append(.taken(stream: stream)) }
        return count
    }
}
