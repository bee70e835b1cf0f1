/// Something that a core does outside its lock.
protocol WatchAction: Sendable {
    /// Something in `changed` is to be told, or somebody is to be woken.
    static var notify: Self { get }
    var isNotify: Bool { get }
}
