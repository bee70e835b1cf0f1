/// Ordered metadata of a call: lower-case names, duplicates kept in order.
///
/// Values of names that end in `-bin` are held in base64, as they travel.
public struct Metadata: Sendable, Equatable {
    public private(set) var entries: [Entry] = []

    public struct Entry: Sendable, Equatable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init() {}

    /// Appends a pair; `name` must already be lower-case.
    public mutating func add(_ name: String, _ value: String) {
        entries.append(Entry(name: name, value: value))
    }

    /// The first value under `name`.
    public subscript(name: String) -> String? {
        entries.first { $0.name == name }?.value
    }

    /// All values under `name`, in order.
    public func values(_ name: String) -> [String] {
        entries.filter { $0.name == name }.map(\.value)
    }
}
