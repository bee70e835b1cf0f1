/// Why the bytes of a file are not what the cache looked for.
enum CacheFault: Error, Sendable, Equatable {
    /// Written by a program that keeps maps in another format.
    case otherVersion
    /// Not written by this library, cut, or changed since.
    case damaged
    /// Right as it is, but of another show, hall or gateway.
    case ofAnother
}
