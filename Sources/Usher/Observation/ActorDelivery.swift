import Synchronization

/// Brings a handle's changed properties to the actor that made it, all that changed meanwhile at once; on any thread if
/// no actor did.
final class ActorDelivery<Properties: OptionSet & Sendable>: Sendable {
    private struct State {
        weak var actor: (any Actor)?
        /// What the actor is about to be told.
        var pending: Properties = []
    }

    private let hasActor: Bool
    private let state: Mutex<State>

    init(to actor: (any Actor)?) {
        hasActor = actor != nil
        state = Mutex(State(actor: actor))
    }

    /// Calls `notify` with these properties, and with those whose call has not begun yet. Nobody is called for an actor
    /// that is gone.
    func tell(_ changed: Properties, _ notify: @escaping @Sendable (Properties) -> Void) {
        guard hasActor else { return notify(changed) }
        let actor = state.withLock { state -> (any Actor)? in
            let isUnderWay = !state.pending.isEmpty
            state.pending.formUnion(changed)
            return isUnderWay ? nil : state.actor
        }
        guard let actor else { return }
        Task { await self.deliver(on: actor, notify) }
    }

    private func deliver(on actor: isolated any Actor, _ notify: (Properties) -> Void) {
        notify(
            state.withLock { state in
                defer { state.pending = [] }
                return state.pending
            })
    }
}
