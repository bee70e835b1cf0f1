/// When a load writes its next change: so many may be outstanding. A change is outstanding until it was answered and all
/// watchers of its show have it.
struct ChangePace: Sendable {
    let outstanding: Int
    /// Deliveries that all changes written so far make.
    private(set) var expected = 0
    private(set) var written = 0
    private(set) var answered = 0

    init(outstanding: Int) { self.outstanding = outstanding }

    /// Whether a change for `watchers` may go, when so many deliveries were made.
    func mayWrite(watchers: Int, delivered: Int) -> Bool {
        // Without watchers the answers alone tell; with them answers may be behind what everybody has already.
        let answers = watchers == 0 ? outstanding : max(outstanding, Limits.loadAnswers)
        return written - answered < answers && expected - delivered <= (outstanding - 1) * watchers
    }

    mutating func write(watchers: Int) {
        written += 1
        expected += watchers
    }

    mutating func answer() { answered += 1 }
}
