extension CommandTree {
    /// All commands, in the order of the help.
    static let usher = CommandTree(commands: [
        ImportCommand.spec,
    ])
}
