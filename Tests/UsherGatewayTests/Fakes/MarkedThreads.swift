import Glibc

/// An executor whose threads know that they are its own: one for each job.
final class MarkedThreads: TaskExecutor {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "no thread key is left")
        self.key = key
    }

    deinit { pthread_key_delete(key) }

    var isCurrent: Bool { pthread_getspecific(key) != nil }

    private final class Work {
        let executor: MarkedThreads
        let job: UnownedJob

        init(_ executor: MarkedThreads, _ job: UnownedJob) {
            self.executor = executor
            self.job = job
        }

        func run() {
            pthread_setspecific(executor.key, Unmanaged.passUnretained(self).toOpaque())
            job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let work = Unmanaged.passRetained(Work(self, UnownedJob(job)))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        precondition(code == 0, "no thread: \(code)")
        pthread_detach(thread)
    }
}
