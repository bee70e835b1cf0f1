/// One enum, as its descriptor says.
struct EnumDescriptor: Sendable {
    var numbers: [String: Int32] = [:]
    /// The first name of each number.
    var names: [Int32: String] = [:]

    mutating func add(_ name: String, _ number: Int32) {
        numbers[name] = number
        if names[number] == nil { names[number] = name }
    }
}
