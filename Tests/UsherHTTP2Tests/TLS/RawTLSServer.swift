import Glibc
import Synchronization
import UsherHTTP2

/// A server by OpenSSL's own means. It sends SETTINGS, reads one request's first bytes and hangs up.
final class RawTLSServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let outcomes = Mutex<[Bool]>([])

    init(_ identity: TLSIdentityFiles, protocols: [String]?) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                precondition(bind(descriptor, raw, length) == 0 && listen(descriptor, 64) == 0)
                precondition(getsockname(descriptor, raw, &length) == 0)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        let context = try RawTLSContext(identity, protocols)
        startThread { [self] in serve(context) }
    }

    /// Whether each connection resumed a session, in their order.
    var resumed: [Bool] { outcomes.withLock { $0 } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ context: RawTLSContext) {
        defer { close(listener) }
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor < 0 { return }
            defer { close(descriptor) }
            var patience = timeval(tv_sec: 60, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
            do {
                let peer = try RawTLSPeer(descriptor, server: context)
                outcomes.withLock { $0.append(peer.isResumed) }
                try peer.write([0, 0, 0, 4, 0, 0, 0, 0, 0])
                var heard: [UInt8] = []
                var piece = [UInt8](repeating: 0, count: 16 << 10)
                // Until a HEADERS frame is there: the client's preface and SETTINGS are shorter than any request.
                while heard.count < 150 {
                    let count = try peer.read(&piece)
                    if count == 0 { break }
                    heard += piece.prefix(count)
                }
            } catch {
                // The client went away, as it may.
            }
        }
    }
}
