import Glibc

/// How long the disk under a folder takes to keep a page of a file that has its place already, as a log in use has: what
/// no commit is faster than.
enum DiskProbe {
    /// The median of some writes of 4 KiB with `fdatasync`, in microseconds; nil where it cannot be tried.
    static func medianMicroseconds(in folder: String, writes: Int = 200) -> Double? {
        let path = "\(folder)/probe-\(getpid())"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer {
            close(descriptor)
            unlink(path)
        }
        let page = [UInt8](repeating: 0x5a, count: 4_096)
        for place in 0..<writes {
            guard pwrite(descriptor, page, page.count, place * page.count) == page.count else { return nil }
        }
        guard fsync(descriptor) == 0 else { return nil }
        var spans: [Double] = []
        for place in 0..<writes {
            let begun = ContinuousClock.now
            guard pwrite(descriptor, page, page.count, place * page.count) == page.count, fdatasync(descriptor) == 0
            else { return nil }
            spans.append((ContinuousClock.now - begun).milliseconds * 1_000)
        }
        return Median.of(spans)
    }
}
