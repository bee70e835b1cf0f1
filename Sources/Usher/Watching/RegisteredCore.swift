/// A core as its client knows it.
protocol RegisteredCore: AnyObject, Sendable {
    func networkChanged()
    func suspend()
    func resume()
    /// The client was closed.
    func shutDown()
}
