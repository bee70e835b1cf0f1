extension Metadata {
    /// All fields in their order, for logs: the values of names that look like secrets are left out.
    public var redacted: String {
        let fields = entries.map { entry in "\(entry.name): \(Self.isSecret(entry.name) ? "(hidden)" : entry.value)" }
        return "[\(fields.joined(separator: ", "))]"
    }

    private static func isSecret(_ name: String) -> Bool {
        ["auth", "token", "secret", "cookie", "password", "key", "session"].contains { name.contains($0) }
    }
}
