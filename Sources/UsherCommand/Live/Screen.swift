/// What a living command shows itself on.
protocol Screen: Sendable {
    func enter() async
    func leave() async
    /// Draws if something changed; called some ten times a second.
    func refresh() async
}
