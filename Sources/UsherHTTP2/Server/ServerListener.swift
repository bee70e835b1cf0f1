import CSystem

/// One loop's listening socket. The kernel spreads connections over the loops' listeners (SO_REUSEPORT).
final class ServerListener: ReadinessHandler {
    private unowned let loop: ServerLoop
    private var descriptor: Int32

    init(loop: ServerLoop, descriptor: Int32) {
        self.loop = loop
        self.descriptor = descriptor
    }

    /// Begins to accept, now or, if the kernel cannot, a little later.
    func resume() {
        guard descriptor >= 0 else { return }
        do throws(TransportError) {
            try loop.reactor.add(descriptor, .read, self)
        } catch {
            retryLater()
        }
    }

    func close() {
        guard descriptor >= 0 else { return }
        loop.reactor.remove(descriptor)
        usher_close(descriptor)
        descriptor = -1
    }

    func ready(_ readiness: Readiness) {
        for _ in 0..<Limits.acceptsPerTick {
            var peer = usher_address()
            let accepted = usher_accept(descriptor, &peer)
            if accepted == -Int32(USHER_WOULD_BLOCK) { return }
            guard accepted >= 0 else {
                // Out of descriptors or memory: the listener stays readable, and must not spin.
                loop.reactor.remove(descriptor)
                return retryLater()
            }
            loop.accepted(accepted, peer: BoundAddress.text(peer), network: loop.network(peer))
            if descriptor < 0 { return }
        }
    }

    private func retryLater() {
        _ = loop.reactor.setTimer(at: loop.now + Limits.acceptPause) { [weak self] in self?.resume() }
    }

    func flush() {}
}
