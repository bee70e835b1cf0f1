import CSystem
import UsherRPC

/// One attempt to connect: resolve the name, then try its addresses in turn until one speaks HTTP/2. Belongs to the
/// channel's loop.
final class ConnectAttempt: ReadinessHandler {
    private let host: String
    private let port: UInt16
    private let deadline: Int64
    private let channel: ChannelCore
    private let reactor: Reactor
    private var addresses: [usher_address] = []
    private var descriptor: Int32?
    private var connection: ClientConnection?
    private var timer: LoopTimer?
    private var isOver = false
    private var lastError = RPCError(.unavailable, "no address answered")

    init(host: String, port: UInt16, deadline: Int64, channel: ChannelCore) {
        self.host = host
        self.port = port
        self.deadline = deadline
        self.channel = channel
        reactor = channel.reactor
    }

    func start() {
        arm(at: deadline)
        Resolver.resolve(host: host, port: port, on: reactor) { [self] answer in
            guard !isOver else { return }
            switch answer {
            case .failure(let error): fail(error)
            case .success(let found):
                addresses = found.reversed()
                tryNext()
            }
        }
    }

    /// The channel has a connection.
    func succeeded() {
        isOver = true
        disarm()
        connection = nil
    }

    /// The channel is closed.
    func abandon() {
        isOver = true
        disarm()
        dropSocket()
        connection = nil
    }

    /// The connection that this attempt opened ended before it was ready.
    func connectionFailed(_ error: RPCError) {
        guard !isOver else { return }
        connection = nil
        lastError = error
        tryNext()
    }

    private func tryNext() {
        guard reactor.now < deadline else { return fail(timeout) }
        guard let address = addresses.popLast() else { return fail(lastError) }
        let rest = Int64(addresses.count)
        arm(at: reactor.now + (deadline - reactor.now) / (rest + 1))
        let result = withUnsafePointer(to: address) { usher_connect($0) }
        guard result >= 0 else { return failed(-result) }
        do throws(TransportError) {
            try reactor.add(result, .write, self)
            descriptor = result
        } catch {
            usher_close(result)
            failed(error.code)
        }
    }

    private func failed(_ code: Int32) {
        let reason = TransportError.system(code, "connect").message
        lastError = RPCError(.unavailable, "cannot connect to \(host) port \(port): \(reason)")
        tryNext()
    }

    func ready(_ readiness: Readiness) {
        guard let descriptor, !isOver else { return }
        let code = usher_socket_error(descriptor)
        reactor.remove(descriptor)
        self.descriptor = nil
        guard code == 0 else {
            usher_close(descriptor)
            return failed(code)
        }
        guard let made = channel.socketConnected(descriptor) else {
            lastError = RPCError(.unavailable, "no memory for a connection")
            return tryNext()
        }
        connection = made
        // It may end at once, which leads to the next address: it must be known here before.
        made.open()
    }

    func flush() {}

    private func timedOut() {
        lastError = timeout
        dropSocket()
        if let connection {
            // Its end leads to the next address.
            connection.close(lastError)
        } else {
            tryNext()
        }
    }

    private var timeout: RPCError {
        RPCError(.unavailable, "cannot connect to \(host) port \(port): timed out")
    }

    private func fail(_ error: RPCError) {
        guard !isOver else { return }
        abandon()
        channel.connectFailed(error)
    }

    private func dropSocket() {
        guard let descriptor else { return }
        reactor.remove(descriptor)
        usher_close(descriptor)
        self.descriptor = nil
    }

    private func arm(at time: Int64) {
        disarm()
        timer = reactor.setTimer(at: time) { [weak self] in
            guard let self, !isOver else { return }
            timer = nil
            timedOut()
        }
    }

    private func disarm() {
        if let timer { reactor.cancel(timer) }
        timer = nil
    }
}
