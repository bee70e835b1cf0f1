/// A copy of everything that a test gateway had answered at some moment.
public struct GatewayBackup: Sendable {
    let directory: ScratchDirectory
}
