import Synchronization
import UsherCore
import UsherGateway
import UsherRPC

/// What lies between clients and the gateway: links, faults, and the gateway's end of every call.
///
/// Guard: constants aside, touched on the conductor's thread alone.
final class TestNetwork: @unchecked Sendable {
    /// One life of the gateway, from a start to its end.
    struct Run {
        var gateway: Gateway
        var dispatch: Dispatch
    }

    let conductor: Conductor
    let seed: UInt64
    let window: Int
    let log: GatewayLog
    let name = "the test gateway"
    let requestShelf: Shelf
    let answerShelf: Shelf
    private let rules: Mutex<FaultRules>
    private var run: Run?
    private let links = Mutex(Links())
    private var served: [ObjectIdentifier: ServedCall] = [:]
    /// The gateway's process stands: nothing is heard or said.
    var isStalled = false {
        didSet { for link in allLinks { link.lineChanged() } }
    }

    /// In the order in which they were made.
    private struct Links {
        var all: [TestLink] = []
        var made: UInt64 = 0
    }

    init(conductor: Conductor, seed: UInt64, window: Int, log: GatewayLog) {
        self.conductor = conductor
        self.seed = seed
        self.window = window
        self.log = log
        requestShelf = Shelf(conductor)
        answerShelf = Shelf(conductor)
        rules = Mutex(FaultRules())
    }

    /// Any thread.
    func changeRules<Value>(_ body: (inout FaultRules) -> sending Value) -> sending Value {
        rules.withLock { body(&$0) }
    }

    // MARK: Clients

    /// Any thread.
    func makeLink(_ name: String, isExempt: Bool) -> TestLink {
        links.withLock { links in
            links.made += 1
            let name = name.isEmpty ? "client-\(links.made)" : name
            let link = TestLink(self, name: name, index: links.made, isExempt: isExempt)
            links.all.append(link)
            return link
        }
    }

    private var allLinks: [TestLink] { links.withLock { $0.all } }

    func forget(_ link: TestLink) {
        links.withLock { links in links.all.removeAll { $0 === link } }
    }

    /// Those of one client, or of all that faults reach.
    func links(of client: String?) -> [TestLink] {
        allLinks.filter { client == nil ? !$0.isExempt : $0.name == client }
    }

    // MARK: The gateway

    var isServing: Bool { run != nil }

    var gateway: Gateway? { run?.gateway }

    func start(_ gateway: Gateway) {
        run = Run(gateway: gateway, dispatch: Dispatch(gateway.services))
        log.add(.started)
    }

    /// The process is gone: every connection breaks.
    func kill() {
        guard run != nil else { return }
        run = nil
        log.add(.killed)
        for link in allLinks { link.breakConnection() }
        // Those whose clients left them, or hear nothing of them.
        for call in served.values { call.lose() }
        served = [:]
    }

    /// The end of the test: calls get CANCELLED, and so do all later ones, for which time would not pass any more.
    func close() {
        kill()
        for link in allLinks { link.close() }
    }

    /// A call has arrived; nil if it ends at once.
    func serve(_ call: TestCall, deadline: Int64?) -> ServedCall? {
        guard let run else {
            call.finish(.broken)
            return nil
        }
        var head = RequestHead()
        let fields = [(":method", "POST"), (":path", call.path), ("content-type", "application/grpc")]
        let isHonest = fields.allSatisfy { name, value in
            Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { head.add(name: name, value: $0) }
            }
        }
        switch isHonest ? run.dispatch.judge(head) : nil {
        case .call(let method, _):
            let made = ServedCall(method, for: call, deadline: deadline)
            served[ObjectIdentifier(made)] = made
            return made
        case .refuse(let error): call.say(.end(error, trailers: Metadata()))
        case .http, nil: call.finish(RPCError(.unimplemented, "the peer answered with HTTP status 404"))
        }
        return nil
    }

    /// The same request a second time, as a proxy sends it that lost the first answer. Nobody hears this one's.
    func serveAgain(_ call: TestCall, _ message: [UInt8]) {
        guard let first = call.served, let copy = first.copy(for: call) else { return }
        served[ObjectIdentifier(copy)] = copy
        copy.arrive(message)
        copy.arrive(nil)
    }

    func isOver(_ call: ServedCall) {
        served[ObjectIdentifier(call)] = nil
    }

    /// The gateway asks everybody to leave connections one by one (`max_age`).
    func goAway(_ reason: GoingAway) {
        for call in Array(served.values) { call.goAway(reason) }
    }

    // MARK: Faults

    func fault(_ call: TestCall, _ direction: Direction, _ message: UInt64) -> MessageFault? {
        guard !call.link.isExempt else { return nil }
        let found = rules.withLock { rules in
            rules.fault(
                FaultRules.Message(
                    client: call.link.name, link: call.link.index, method: call.method, call: call.number,
                    direction: direction, number: message))
        }
        if let found { log.add(.fault(found.kind, direction), of: call) }
        return found
    }

    func connects(_ link: TestLink) -> ConnectRule {
        link.isExempt ? .accepted : rules.withLock { $0.connects }
    }

    func latency(_ link: TestLink) -> TimeSpan {
        link.isExempt ? .zero : rules.withLock { $0.latency }
    }
}
