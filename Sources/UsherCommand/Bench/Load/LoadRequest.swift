/// One call of a load: where it goes and its message.
struct LoadRequest: Sendable {
    var method: LoadMethod
    var message: [UInt8]

    init(_ method: LoadMethod, _ message: [UInt8]) {
        self.method = method
        self.message = message
    }
}
