import Dispatch
import Testing

@testable import UsherGateway

struct OffLoopTests {
    /// Stands for a loop: one thread that is the tasks' preferred executor.
    private final class OneThread: TaskExecutor {
        let queue = DispatchQueue(label: "loop")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }

        static func isCurrent(_ thread: OneThread) -> Bool {
            DispatchQueue.getSpecific(key: key) == true
        }

        static let key = DispatchSpecificKey<Bool>()

        init() { queue.setSpecific(key: Self.key, value: true) }
    }

    @Test("heavy work leaves the loop and its caller comes back; light work stays")
    func leaves() async {
        let thread = OneThread()
        let places = await Task(executorPreference: thread) {
            var places = [OneThread.isCurrent(thread)]
            places.append(await OffLoop.run(if: true) { OneThread.isCurrent(thread) })
            places.append(OneThread.isCurrent(thread))
            places.append(await OffLoop.run(if: false) { OneThread.isCurrent(thread) })
            return places
        }.value
        #expect(places == [true, false, true, true])
    }
}
