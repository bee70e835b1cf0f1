import UsherCore

/// Where messages wait that shall come after the next one; a second later they go without.
///
/// Guard: touched on the conductor's thread alone.
final class Shelf: @unchecked Sendable {
    private let conductor: Conductor
    private var kept: [() -> Void] = []
    private var timer: UInt64?

    init(_ conductor: Conductor) {
        self.conductor = conductor
    }

    func keep(_ body: @escaping () -> Void) {
        kept.append(body)
        guard timer == nil else { return }
        timer = conductor.setTimer(at: conductor.now + TimeSpan.seconds(1).nanoseconds) { [weak self] in
            self?.release()
        }
    }

    /// The one that all of them waited for.
    func somethingPassed() {
        release()
    }

    func release() {
        let bodies = kept
        clear()
        for body in bodies { body() }
    }

    func clear() {
        kept = []
        if let timer { conductor.cancelTimer(timer) }
        timer = nil
    }
}
