/// Calls over some connections, each with the same number under way.
///
/// Guard: touched on the loop's thread alone.
final class CallLoad: LoadOwner, @unchecked Sendable {
    private let loop: LoadLoop
    private let address: LoadAddress
    private let connectionCount: Int
    private let lanes: Int
    private var plan: any CallPlan
    private var methods: [LoadMethod]
    private var connections: [LoadConnection] = []
    private var isCalling = false
    private var counts = false
    /// Calls that were answered since counting began, by method.
    private(set) var latencies = [LatencyHistogram](repeating: LatencyHistogram(), count: LoadMethod.allCases.count)
    private(set) var answered = [Int](repeating: 0, count: LoadMethod.allCases.count)
    private(set) var underWay = 0
    private(set) var fault: String?

    /// `lanes` of each connection.
    init(_ loop: LoadLoop, _ address: LoadAddress, connections: Int, lanes: Int, plan: any CallPlan) {
        self.loop = loop
        self.address = address
        connectionCount = connections
        self.lanes = lanes
        self.plan = plan
        methods = [LoadMethod](repeating: .checkHealth, count: connections * lanes)
    }

    var isDone: Bool { underWay == 0 }
    var segments: Int { connections.reduce(0) { $0 + $1.segments } }

    func start() {
        isCalling = true
        var slots = 4
        while slots < 4 * lanes { slots *= 2 }
        do {
            for number in 0..<connectionCount {
                let connection = try LoadConnection(number, address, slots: slots, loop, self)
                connections.append(connection)
                for lane in 0..<lanes { call(connection, lane: number * lanes + lane) }
            }
        } catch {
            fault = error.message
        }
    }

    /// Begins to count, from nothing.
    func count() {
        counts = true
        for place in latencies.indices {
            latencies[place] = LatencyHistogram()
            answered[place] = 0
        }
    }

    func stop() { isCalling = false }

    func close() {
        for connection in connections { connection.close() }
        connections.removeAll()
    }

    private func call(_ connection: LoadConnection, lane: Int) {
        let request = plan.next(lane)
        methods[lane] = request.method
        underWay += 1
        connection.call(request, tag: lane)
    }

    func message(_ connection: LoadConnection, slot: Int, _ bytes: UnsafeRawBufferPointer) {
        plan.answered(connection.streams[slot].tag, bytes)
    }

    func ended(_ connection: LoadConnection, slot: Int, isAnswered: Bool) {
        let stream = connection.streams[slot]
        underWay -= 1
        guard isAnswered else {
            fault = fault ?? "\(methods[stream.tag].path) was refused"
            return
        }
        if counts {
            let place = methods[stream.tag].rawValue
            answered[place] += 1
            latencies[place].add(loop.now - stream.begunAt)
        }
        if isCalling { call(connection, lane: stream.tag) }
    }

    func lost(_ connection: LoadConnection, _ reason: String) {
        fault = fault ?? reason
    }
}
