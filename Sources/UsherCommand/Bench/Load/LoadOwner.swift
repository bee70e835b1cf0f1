/// Whoever reads a load's connections. All calls come on the loop.
protocol LoadOwner: AnyObject {
    /// A whole message of the stream in `slot`; its bytes are there during the call only.
    func message(_ connection: LoadConnection, slot: Int, _ bytes: UnsafeRawBufferPointer)
    /// The stream in `slot` is over. `isAnswered`: a message came, which no refused call has.
    func ended(_ connection: LoadConnection, slot: Int, isAnswered: Bool)
    /// The connection is gone, which the load did not want.
    func lost(_ connection: LoadConnection, _ reason: String)
}
