/// Why bytes are no rules of a time zone.
package struct ZoneError: Error, Sendable, Equatable {
    package var message: String

    package init(_ message: String) {
        self.message = message
    }
}
