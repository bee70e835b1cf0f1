/// What an app holds to follow a show or a room.
protocol WatchingHandle: AnyObject, Sendable {
    associatedtype Properties: OptionSet & Sendable

    /// What it is to people: `map`.
    static var noun: String { get }

    var life: LifeInterest { get }

    /// Notifies whoever tracks these properties; they stand already.
    func tell(_ changed: Properties)
}
