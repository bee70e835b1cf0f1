/// What a descriptor is ready for, or is watched for.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let read = Readiness(rawValue: 1)
    public static let write = Readiness(rawValue: 2)
    /// The descriptor is in error or both directions are closed. Reported without being asked for.
    public static let hangup = Readiness(rawValue: 4)
}
