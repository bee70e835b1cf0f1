import UsherCore

/// One attempt of a call on its way: it may arrive twice, late, or not at all, and so may its answer.
final class CallAttempt {
    let number: Int
    let customer: SimulatedCustomer
    let call: LockCall
    let token: String
    let requestID: String
    /// The machine's name for the call.
    let id: Int
    /// The client no longer waits for it.
    var isOver = false
    /// The epoch in which the gateway answered.
    var epoch = ""

    init(
        number: Int, customer: SimulatedCustomer, call: LockCall, token: String, requestID: String, id: Int
    ) {
        self.number = number
        self.customer = customer
        self.call = call
        self.token = token
        self.requestID = requestID
        self.id = id
    }
}
