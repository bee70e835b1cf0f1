import UsherCore

/// The rules of time zones as the system has them.
enum ZoneFile {
    private static let directories = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

    static func rules(_ name: String) throws(UsherError) -> ZoneRules {
        guard ZoneRules.isName(name) else { throw unknown(name) }
        for directory in directories {
            // The name's own folders are part of the path; the last part of it is a plain file, or a link to one.
            guard let bytes = CacheDirectory.contents(of: "\(directory)/\(name)", atMost: ZoneRules.longestFile) else {
                continue
            }
            do throws(ZoneError) {
                return try ZoneRules(tzif: bytes)
            } catch {
                continue
            }
        }
        if name == "UTC" { return .utc }
        throw unknown(name)
    }

    private static func unknown(_ name: String) -> UsherError {
        UsherError(
            .invalidArgument, reason: "FIELDS", message: "this system knows no time zone of that name",
            faults: [FieldFault("time_zone", "must be an IANA name, as Europe/Berlin")])
    }
}
