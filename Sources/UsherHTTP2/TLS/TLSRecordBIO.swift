import COpenSSL

/// OpenSSL's way to a session's input and output. It never waits: without input OpenSSL is told to ask again.
///
/// Guard: the method table is constant after `init`.
final class TLSRecordBIO: @unchecked Sendable {
    private let method: OpaquePointer

    private static let shared = TLSRecordBIO()

    private init?() {
        guard let made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "usher records") else { return nil }
        method = made
        BIO_meth_set_create(method) { bio in
            BIO_set_init(bio, 1)
            return 1
        }
        BIO_meth_set_read_ex(method) { bio, out, capacity, count in
            usher_bio_clear_retry(bio)
            let session = TLSRecordBIO.session(bio)
            let taken = min(capacity, session.input.count)
            guard taken > 0 else {
                usher_bio_retry_read(bio)
                return 0
            }
            out!.withMemoryRebound(to: UInt8.self, capacity: taken) {
                UnsafeMutableRawPointer($0).copyMemory(from: session.input.baseAddress!, byteCount: taken)
            }
            session.input = UnsafeRawBufferPointer(rebasing: session.input[taken...])
            count!.pointee = taken
            return 1
        }
        BIO_meth_set_write_ex(method) { bio, bytes, length, count in
            usher_bio_clear_retry(bio)
            TLSRecordBIO.session(bio).append(toOutput: UnsafeRawBufferPointer(start: bytes, count: length))
            count!.pointee = length
            return 1
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    }

    /// A BIO for a session, which outlives it; nil without memory.
    static func make(for session: TLSSession) -> OpaquePointer? {
        guard let shared, let bio = BIO_new(shared.method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(session).toOpaque())
        return bio
    }

    private static func session(_ bio: OpaquePointer?) -> TLSSession {
        Unmanaged<TLSSession>.fromOpaque(BIO_get_data(bio)).takeUnretainedValue()
    }
}
