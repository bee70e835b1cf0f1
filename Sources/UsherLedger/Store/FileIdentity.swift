import CSystem

/// Which file stands behind a name. Tells whether it was removed or replaced while somebody has it open.
struct FileIdentity: Equatable {
    private var device: UInt64 = 0
    private var number: UInt64 = 0

    /// nil where there is no such file.
    init?(_ path: String) {
        guard usher_file_identity(path, &device, &number) == 0 else { return nil }
    }
}
