#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import UsherCore

/// A focus store's file while a timer owns it: steps are appended to it, and it is written anew when it has grown. Calls
/// block until the disk has what they write. Whoever holds it closes it.
struct FocusLog {
    private let directory: CacheDirectory
    private let name: String
    /// Locked for as long as this program owns the file.
    private let lock: Int32
    private var file: Int32
    /// Bytes that are whole; the next frame begins here, whatever a failed write left behind.
    private var length: Int
    private var frames: UInt64
    /// Bytes of the file when it was written anew last, in this run.
    private var leastLength = 0
    /// A write went wrong in a way that leaves the file's content unknown: it is written anew next.
    private var isUnsure = false

    /// Opens or makes the file and owns it. What is torn at its end is cut off; a file that is none of ours, or damaged
    /// from the start, is set aside under another name.
    static func open(
        _ directory: CacheDirectory, _ name: String
    ) throws(FocusLogError) -> (log: FocusLog, frames: [[UInt8]]) {
        do throws(FileFailure) {
            try directory.make()
        } catch {
            throw .failed(error)
        }
        let lock = try own("\(directory.path)/\(name).lock")
        do throws(FocusLogError) {
            return try open(directory, name, lock)
        } catch {
            systemClose(lock)
            throw error
        }
    }

    private static func open(
        _ directory: CacheDirectory, _ name: String, _ lock: Int32
    ) throws(FocusLogError) -> (log: FocusLog, frames: [[UInt8]]) {
        let path = "\(directory.path)/\(name)"
        var bytes: [UInt8] = []
        var isDamaged = false
        do throws(FileFailure) {
            bytes = try directory.read(name, atMost: Limits.maxFocusFileBytes)
        } catch .unusable {
            isDamaged = true
        } catch .absent {
            bytes = []
        } catch {
            throw .failed(error)
        }
        var content = FocusLogFormat.Content()
        do throws(CacheFault) {
            content = try FocusLogFormat.read(bytes)
        } catch .otherVersion {
            throw .otherVersion
        } catch {
            isDamaged = true
        }
        // A file whose first frame is no frame has nothing to go on with; somebody may still want to look at it.
        if content.frames.isEmpty, bytes.count > FocusLogFormat.headBytes { isDamaged = true }
        if isDamaged, rename(path, "\(path).damaged") != 0, errno != ENOENT { throw .failed(.refused(errno)) }
        if isDamaged { bytes = [] }
        let file = try openFile(path, O_RDWR | O_CREAT)
        let log = FocusLog(
            directory: directory, name: name, lock: lock, file: file, length: content.end,
            frames: UInt64(content.frames.count))
        do throws(FileFailure) {
            if bytes.count < FocusLogFormat.headBytes {
                try log.put(FocusLogFormat.head, at: 0)
                try log.finish(length: FocusLogFormat.headBytes)
                try directory.syncNames()
            } else if content.end < bytes.count {
                try log.finish(length: content.end)
            }
        } catch {
            systemClose(file)
            throw .failed(error)
        }
        return (log, content.frames)
    }

    /// Keeps a step. When this returns it outlives a kill and a loss of power; when it throws, it was not kept.
    /// `whole` is everything that the file stands for with the step, for when it is written anew.
    mutating func append(_ step: [UInt8], whole: () -> [UInt8]) throws(FileFailure) {
        let frame = FocusLogFormat.frame(step, number: frames + 1)
        let bound = leastLength * 2 + Limits.focusFileSlack
        if isUnsure || length + frame.count > bound { return try rewrite(whole()) }
        do throws(FileFailure) {
            try put(frame, at: length)
            try finish(length: length + frame.count)
        } catch {
            // Whatever reached the disk must not be read as kept. If even this fails, the next step writes all anew.
            isUnsure = ftruncate(file, off_t(length)) != 0 || fsync(file) != 0
            throw error
        }
        length += frame.count
        frames += 1
    }

    /// What was kept may not be what the timer goes on with: the next step writes everything.
    mutating func distrust() { isUnsure = true }

    func close() {
        systemClose(file)
        systemClose(lock)
    }

    private mutating func rewrite(_ whole: [UInt8]) throws(FileFailure) {
        let bytes = FocusLogFormat.head + FocusLogFormat.frame(whole, number: 1)
        // The lock is ours, so is what was left unfinished.
        try directory.remove("\(name).new")
        try directory.write(name, bytes, by: "\(name).new", isDurable: true)
        try directory.syncNames()
        let new: Int32
        do throws(FocusLogError) {
            new = try Self.openFile("\(directory.path)/\(name)", O_RDWR)
        } catch {
            // The new file stands, and the old one is gone: the next step tries again.
            isUnsure = true
            throw .unusable
        }
        systemClose(file)
        file = new
        length = bytes.count
        leastLength = bytes.count
        frames = 1
        isUnsure = false
    }

    // MARK: Calls

    private static func own(_ path: String) throws(FocusLogError) -> Int32 {
        let lock = try openFile(path, O_RDWR | O_CREAT)
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            systemClose(lock)
            throw code == EWOULDBLOCK ? .inUse : .failed(.refused(code))
        }
        return lock
    }

    private static func openFile(_ path: String, _ flags: Int32) throws(FocusLogError) -> Int32 {
        while true {
            let file = systemOpen(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
            if file >= 0 { return file }
            if errno != EINTR { throw .failed(.refused(errno)) }
        }
    }

    private func put(_ bytes: [UInt8], at start: Int) throws(FileFailure) {
        var done = 0
        while done < bytes.count {
            let step = bytes.withUnsafeBytes { buffer in
                pwrite(file, buffer.baseAddress.map { $0 + done }, bytes.count - done, off_t(start + done))
            }
            if step >= 0 { done += step } else if errno != EINTR { throw .refused(errno) }
        }
    }

    /// Cuts the file here and waits until the disk has it.
    private func finish(length: Int) throws(FileFailure) {
        guard ftruncate(file, off_t(length)) == 0, fsync(file) == 0 else { throw .refused(errno) }
    }
}

// Under names that no method of a type hides.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemClose(_ file: Int32) { _ = close(file) }
