import UsherCore

/// One direction of one call: what is put in comes out in the same order, later if it was told so, and not at all
/// while the line is dead.
///
/// Guard: touched on the conductor's thread alone.
final class TestPipe<Item>: @unchecked Sendable {
    private let conductor: Conductor
    private var queue: [(item: Item, due: Int64)] = []
    private var timer: UInt64?
    /// Nothing comes out any more.
    private(set) var isMuted = false
    /// Nothing comes out for now.
    var isHeld = false { didSet { pump() } }
    /// Where it comes out.
    var deliver: ((Item) -> Void)?

    init(_ conductor: Conductor) {
        self.conductor = conductor
    }

    /// What is behind a delayed item waits for it: a stream is a stream.
    func put(_ item: Item, delay: TimeSpan = .zero) {
        guard !isMuted else { return }
        queue.append((item, conductor.now &+ max(0, delay.nanoseconds)))
        pump()
    }

    /// Ends it; what waits is gone.
    func mute() {
        isMuted = true
        queue = []
        deliver = nil
        if let timer { conductor.cancelTimer(timer) }
        timer = nil
    }

    private func pump() {
        while !isHeld, let first = queue.first, timer == nil {
            if first.due > conductor.now {
                timer = conductor.setTimer(at: first.due) { [weak self] in
                    self?.timer = nil
                    self?.pump()
                }
            } else {
                queue.removeFirst()
                deliver?(first.item)
            }
        }
    }
}
