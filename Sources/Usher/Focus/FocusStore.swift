import UsherCore

/// A directory in which focus timers keep what they know, so that it outlives the program: every event from the moment
/// that its call returns, whatever happens to the program or the device then.
///
/// A member has one file, which one timer at a time owns, of all programs. On phones, keep it in the app's own container:
/// a lock in a shared one has the system end the app when it goes to sleep.
public struct FocusStore: Sendable, Hashable {
    /// Made when the first timer is, for this user alone. Other files in it are left alone.
    public let directory: String
    /// Keeps gateways, tenants or accounts apart in which members have the same ids.
    public let namespace: String

    /// Touches no file yet.
    public init(directory: String, namespace: String = "") {
        self.directory = directory
        self.namespace = namespace
    }

    func fileName(member: String) -> String {
        var digest = ContentDigest()
        digest.add(namespace)
        digest.add(member)
        let high = UInt64(truncatingIfNeeded: digest.value >> 64)
        return "focus-\(high.hexDigits)\(UInt64(truncatingIfNeeded: digest.value).hexDigits).usher"
    }

    /// Owns the member's file, and tells what was kept in it. What cannot be understood ends it, as damage does.
    func open(member: String) throws(FocusLogError) -> (log: FocusLog, memory: FocusTimerMemory?) {
        var (log, frames) = try FocusLog.open(CacheDirectory(path: directory), fileName(member: member))
        var memory = FocusTimerMemory()
        for frame in frames {
            guard let records = FocusTimerCodec.decode(frame) else {
                log.distrust()
                break
            }
            for record in records { memory.apply(record) }
        }
        // The name of the file is a digest: what it is really of stands in it.
        let isOurs = memory.memberID == member && !memory.deviceID.isEmpty
        if !isOurs { log.distrust() }
        return (log, isOurs ? memory : nil)
    }
}
