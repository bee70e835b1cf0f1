#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import UsherCore

/// The device's own clocks.
enum SystemDeviceTime {
    static func now() -> DeviceTime {
        DeviceTime(wall: Timestamp(nanoseconds: read(CLOCK_REALTIME)), steady: read(steadyClock), boot: boot)
    }

    /// With a steady clock of somebody else's, which begins anew with each run of the program.
    static func now(steady: Int64) -> DeviceTime {
        DeviceTime(wall: Timestamp(nanoseconds: read(CLOCK_REALTIME)), steady: steady, boot: run)
    }

    /// Goes on while the device sleeps.
    private static var steadyClock: clockid_t {
        #if canImport(Darwin)
            CLOCK_MONOTONIC_RAW
        #else
            CLOCK_BOOTTIME
        #endif
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }

    private static let run: String = {
        var generator = SystemRandomNumberGenerator()
        return "run-" + generator.next().hexDigits
    }()

    /// The system names each of its starts; where it does not, each run of the program counts as one.
    private static let boot: String = {
        #if canImport(Darwin)
            var size = 0
            guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return run }
            var name = [UInt8](repeating: 0, count: size)
            guard sysctlbyname("kern.bootsessionuuid", &name, &size, nil, 0) == 0 else { return run }
            return String(decoding: name.prefix(max(0, size - 1)), as: UTF8.self)
        #else
            guard let bytes = CacheDirectory.contents(of: "/proc/sys/kernel/random/boot_id", atMost: 64) else {
                return run
            }
            let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            return name.isEmpty ? run : name
        #endif
    }()
}
