import UsherCore

extension UsherError {
    /// What a timer itself refuses has the reason that the gateway would give.
    init(_ refusal: FocusRefusal) {
        switch refusal {
        case .fields(let faults):
            let text = faults.map { "\($0.field) \($0.description)" }.joined(separator: "; ")
            self.init(.invalidArgument, reason: refusal.reason, message: text, faults: faults)
        case .transition(let why):
            self.init(.failedPrecondition, reason: refusal.reason, message: "the session stays as it is: \(why)")
        case .unknown: self.init(.notFound, reason: refusal.reason, message: "there is no such session")
        case .exists: self.init(.alreadyExists, reason: refusal.reason, message: "the session's id is used already")
        case .ordinalTaken, .ordinalGap:
            self.init(.failedPrecondition, reason: refusal.reason, message: "the session went on meanwhile")
        }
    }

    init(_ error: FocusLogError, _ store: FocusStore) {
        switch error {
        case .inUse:
            self.init(
                .failedPrecondition, reason: "STORE_IN_USE",
                message: "another timer has the member's file in \(store.directory); close it first")
        case .otherVersion:
            self.init(
                .failedPrecondition, reason: "STORE_VERSION",
                message: "a newer version of this library wrote the member's file in \(store.directory)")
        case .failed(let failure): self.init(failure, "use \(store.directory)")
        }
    }

    /// A store that cannot do something now: nothing was changed.
    init(_ failure: FileFailure, _ task: String = "keep the event") {
        let why =
            switch failure {
            case .absent: "the directory is not there"
            case .unusable: "there is something that is no plain file"
            case .refused(let code): "the system says \(code)"
            }
        self.init(.unavailable, reason: "STORE_AWAY", message: "cannot \(task): \(why)")
    }

    static var closedTimer: UsherError {
        UsherError(.cancelled, reason: "CLOSED", message: "the timer was closed")
    }

    static var crowdedTimer: UsherError {
        UsherError(.resourceExhausted, reason: "BUSY", message: "too many tasks wait for one timer")
    }
}
