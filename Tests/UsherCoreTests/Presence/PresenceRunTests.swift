import Testing

@testable import UsherCore

@Suite("The own seat under any network") struct PresenceRunTests {
    @Test("without a lost answer the last wish is shown throughout, or what the room has where it refused it")
    func calm() {
        for seed in 1...150 as ClosedRange<UInt64> {
            var run = PresenceRun(seed: seed, losesAnswers: false)
            run.play(steps: 80)
        }
    }

    @Test("whatever is lost: in the end the room's word is shown")
    func losses() {
        for seed in 1...150 as ClosedRange<UInt64> {
            var run = PresenceRun(seed: seed, losesAnswers: true)
            run.play(steps: 80)
        }
    }
}

/// A person who changes seats quickly; a room that answers and tells at different speeds, and refuses at random.
private struct PresenceRun {
    private enum Message {
        case answer(call: Int, PresenceResult)
        case event(RoomChange)
    }

    let seed: UInt64
    let losesAnswers: Bool
    var stage = PresenceStage.present()
    var generator: SeededGenerator
    /// Where the room has the member.
    var seat = "A"
    var seq: UInt64
    /// On their way, each kind in its order.
    private var answers: [Message] = []
    private var events: [RoomChange] = []
    /// Where the member is to be shown.
    var expected = "A"
    var lastWish: Int?

    init(seed: UInt64, losesAnswers: Bool) {
        self.seed = seed
        self.losesAnswers = losesAnswers
        generator = SeededGenerator(seed: seed)
        seq = stage.room.position.seq
    }

    mutating func play(steps: Int) {
        for step in 0..<steps {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: wish()
            case 1: serve()
            case 2, 3: deliverAnswer()
            default: deliverEvent()
            }
            check("at step \(step)")
        }
        while !stage.calls.isEmpty || !answers.isEmpty || !events.isEmpty {
            serve()
            deliverAnswer()
            deliverEvent()
            check("in the end")
        }
        #expect(stage.shown?.seat == seat, "seed \(seed)")
        #expect(stage.room.member("me")?.seat == seat, "seed \(seed)")
        stage.pass(.seconds(3))
        #expect(stage.machine.seat == OptimisticValue(), "seed \(seed)")
    }

    private mutating func wish() {
        let code = ["A", "C", "D", ""].randomElement(using: &generator) ?? ""
        expected = code
        lastWish = code.isEmpty ? stage.begin { $0.leaveSeat(now: $1) } : stage.sit(code)
    }

    /// The room looks at the oldest call.
    private mutating func serve() {
        guard !stage.calls.isEmpty else { return }
        let call = stage.calls.removeFirst()
        let code =
            switch call.call {
            case .takeSeat(let code): code
            default: ""
            }
        if Int.random(in: 0..<5, using: &generator) == 0 {
            return answers.append(.answer(call: call.id, .refused(reason: "SEAT_OCCUPIED")))
        }
        if code != seat {
            seat = code
            seq += 1
            events.append(RoomChange(seq: seq, kind: .updated(MemberUpdate(memberID: "me", seat: code))))
        }
        let isLost = losesAnswers && Int.random(in: 0..<4, using: &generator) == 0
        answers.append(
            .answer(call: call.id, isLost ? .unknown : .member(RoomReplicaTests.member("me", seat: code))))
    }

    private mutating func deliverAnswer() {
        guard !answers.isEmpty, case .answer(let call, let result) = answers.removeFirst() else { return }
        stage.machine.answered(call, result, now: stage.now, using: &stage.generator)
        stage.take()
        // The room's word counts where the last wish was refused.
        if let lastWish, stage.ends[lastWish] == .failed { expected = seat }
    }

    private mutating func deliverEvent() {
        guard !events.isEmpty else { return }
        let change = events.removeFirst()
        _ = stage.room.apply(.change(change))
        stage.machine.roomChanged(stage.room, since: nil, now: stage.now)
        stage.take()
    }

    private func check(_ when: String) {
        guard !losesAnswers else { return }
        #expect(stage.shown?.seat == expected, "seed \(seed) \(when)")
    }
}
