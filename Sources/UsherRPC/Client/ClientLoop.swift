/// The thread that a transport lives on, for work that shall wake no other: a task that prefers it reads a stream
/// without leaving it. What runs there must not block, and must not be long: all calls of the process wait for it.
public protocol ClientLoop: TaskExecutor {
    /// Returns after the span, or earlier if the task is cancelled.
    func sleep(nanoseconds: Int64) async
}
