/// Why a focus store cannot be used.
enum FocusLogError: Error, Sendable, Equatable {
    /// Another timer, here or in another program, owns it.
    case inUse
    /// A newer version of this library wrote it. It is left as it is.
    case otherVersion
    case failed(FileFailure)
}
