/// One thread that owns connections. What belongs to a loop is touched on it alone; others post.
public protocol EventLoop: AnyObject, Sendable {
    /// 0-based position among the server's loops.
    var index: Int { get }
    /// True on the loop's own thread.
    var isCurrent: Bool { get }
    /// Nanoseconds of the boot-time clock.
    var now: Int64 { get }
    /// Runs `job` on the loop, after what was posted before. Callable from any thread; 15–30 ns.
    func post(_ job: @escaping @Sendable () -> Void)
    /// Runs `job` on the loop once `nanoseconds` have passed. Callable from any thread.
    func schedule(after nanoseconds: Int64, _ job: @escaping @Sendable () -> Void)
}
