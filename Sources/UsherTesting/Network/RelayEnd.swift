import CSystem
import UsherHTTP2

/// One socket of a relayed connection. Belongs to the relay's loop.
final class RelayEnd: ReadinessHandler {
    private let descriptor: Int32
    private let reactor: Reactor
    private unowned let connection: RelayConnection
    /// Which way what is read here goes.
    let direction: RelayDirection
    /// nil while the reactor does not know the socket.
    private var watched: Readiness?
    private(set) var isClosed = false

    /// Takes ownership of `descriptor`.
    init(_ descriptor: Int32, _ direction: RelayDirection, _ connection: RelayConnection, _ reactor: Reactor) {
        self.descriptor = descriptor
        self.direction = direction
        self.connection = connection
        self.reactor = reactor
    }

    deinit {
        close()
    }

    /// Asks to be told of `wanted`. False if the system has no room for another socket.
    func watch(_ wanted: Readiness) -> Bool {
        guard !isClosed, wanted != watched ?? [] else { return true }
        if wanted.isEmpty {
            // A socket in error is reported even to those who ask for nothing, again and again.
            reactor.remove(descriptor)
            watched = nil
            return true
        }
        if watched != nil {
            reactor.change(descriptor, wanted)
        } else {
            do throws(TransportError) { try reactor.add(descriptor, wanted, self) } catch { return false }
        }
        watched = wanted
        return true
    }

    func ready(_ readiness: Readiness) {
        guard !isClosed else { return }
        connection.ready(self, readiness)
    }

    func flush() {}

    // MARK: The socket

    /// What reading gave.
    enum Read {
        case bytes([UInt8])
        case nothing
        case end
        case failed
    }

    /// Up to a packet.
    func read() -> Read {
        guard !isClosed else { return .failed }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Limits.packetBytes) { buffer, used in
            count = usher_receive(descriptor, buffer.baseAddress, buffer.count)
            used = max(0, count)
        }
        if count > 0 { return .bytes(bytes) }
        return count == 0 ? .end : count == -Int(USHER_WOULD_BLOCK) ? .nothing : .failed
    }

    /// The bytes that the socket took: 0 when it is full, nil when it is broken.
    func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !isClosed else { return nil }
        let sent = usher_send(descriptor, bytes.baseAddress, bytes.count)
        return sent >= 0 ? sent : sent == -Int(USHER_WOULD_BLOCK) ? 0 : nil
    }

    /// 0, or why the socket is of no use.
    var error: Int32 { usher_socket_error(descriptor) }

    /// Its reader finds the end after what was written. False if the connection is gone.
    func finish() -> Bool { usher_shutdown_write(descriptor) == 0 }

    /// Closes in order, or breaks the connection.
    func close(breaking: Bool = false) {
        guard !isClosed else { return }
        isClosed = true
        if watched != nil { reactor.remove(descriptor) }
        watched = nil
        if breaking { usher_break_on_close(descriptor) }
        usher_close(descriptor)
    }
}
