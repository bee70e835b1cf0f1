import UsherCore

/// One thing that happens at one moment of a simulated evening.
enum Happening {
    // The gateway.
    case tick
    case commit
    case buyer
    case restart
    case trouble
    case windowOpens

    // To the gateway.
    case opens(SimulatedStream, Position, showVersion: UInt64)
    case left(SimulatedStream)
    case polls(client: Int, id: Int, Position)
    case call(CallAttempt)

    // To a client.
    case event(SimulatedStream, SeatEvent, bytes: Int)
    case ended(SimulatedStream, StreamFailure?)
    case pollAnswer(client: Int, id: Int, SeatEvent, bytes: Int)
    case pollFailure(client: Int, id: Int, StreamFailure)

    case callEnd(CallAttempt, CallResult)

    // At a client.
    case timer(client: Int)
    case person(client: Int)
    case shop(client: Int)
    case wake(SimulatedCustomer)

    /// The client that this reaches, if it reaches one: a frozen one gets it later.
    var client: Int? {
        switch self {
        case .event(let stream, _, _), .ended(let stream, _): stream.client
        case .pollAnswer(let client, _, _, _), .pollFailure(let client, _, _), .timer(let client),
            .person(let client), .shop(let client):
            client
        case .callEnd(let attempt, _): attempt.customer.client
        case .wake(let customer): customer.client
        case .tick, .commit, .buyer, .restart, .trouble, .windowOpens, .opens, .left, .polls, .call: nil
        }
    }
}
