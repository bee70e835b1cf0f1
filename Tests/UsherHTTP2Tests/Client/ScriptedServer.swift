import Glibc
import Synchronization

/// A server of bytes: each accepted connection runs the next script on a thread of its own, frame by frame, right or
/// wrong. It knows HTTP/2's frames and nothing else, so that it can break every rule.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (ScriptedPeer) -> Void

    let port: UInt16
    private let listener: Int32
    private let scripts: Mutex<[Script]>
    private let accepted = Mutex(0)

    /// The last script serves all further connections.
    init(_ scripts: Script...) {
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
        self.scripts = Mutex(scripts)
        startThread { [self] in acceptAll() }
    }

    var connections: Int { accepted.withLock { $0 } }

    /// Refuses all further connections.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func acceptAll() {
        // Nobody else closes the descriptor: its number could be another listener's by the next accept.
        defer { close(listener) }
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor < 0 { return }
            var on: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            accepted.withLock { $0 += 1 }
            let script = scripts.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            startThread {
                let peer = ScriptedPeer(descriptor)
                script(peer)
                peer.hangUp()
            }
        }
    }
}

/// Runs `body` on a thread: scripts block, and the tasks' pool has two threads.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(code == 0)
    pthread_detach(thread)
}
