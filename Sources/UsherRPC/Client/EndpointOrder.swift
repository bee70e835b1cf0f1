/// In which order a client tries the addresses of its servers. What failed goes behind the others for a while. No I/O,
/// no clock; times are nanoseconds.
public struct EndpointOrder: Sendable {
    public enum Preference: Sendable {
        /// Each client has an order of its own by chance, so that many share the load.
        case shuffled
        /// The first is used whenever it works; the others stand in for it.
        case asGiven
    }

    /// Whether a client that stands in elsewhere goes back once a better one may work again.
    public let returns: Bool
    private let ranking: [Int]
    /// By endpoint.
    private var badUntil: [Int64]

    public init(count: Int, _ preference: Preference, using generator: inout some RandomNumberGenerator) {
        returns = preference == .asGiven
        let given = Array(0..<count)
        ranking = preference == .shuffled ? given.shuffled(using: &generator) : given
        badUntil = Array(repeating: .min, count: count)
    }

    /// All of them: those that may work in this client's order, then the others, those first that may be back first.
    public func all(now: Int64) -> [Int] {
        let bad = ranking.filter { badUntil[$0] > now }.sorted { badUntil[$0] < badUntil[$1] }
        return ranking.filter { badUntil[$0] <= now } + bad
    }

    /// Those that this client likes better than `endpoint` and that may work.
    public func better(than endpoint: Int, now: Int64) -> [Int] {
        ranking.prefix { $0 != endpoint }.filter { badUntil[$0] <= now }
    }

    /// When the next one that this client likes better than `endpoint` is given another chance; nil if there is none.
    public func returnsAt(_ endpoint: Int) -> Int64? {
        guard returns else { return nil }
        return ranking.prefix { $0 != endpoint }.map { badUntil[$0] }.min()
    }

    /// It could not be reached, or said that it goes away.
    public mutating func failed(_ endpoint: Int, now: Int64) {
        badUntil[endpoint] = now + Limits.badEndpointSpan
    }

    /// A connection to it broke: it may be back in a moment, and is likelier to be than one that was not there at all.
    public mutating func broke(_ endpoint: Int, now: Int64) {
        badUntil[endpoint] = max(badUntil[endpoint], now + Limits.brokenEndpointSpan)
    }

    public mutating func worked(_ endpoint: Int) {
        badUntil[endpoint] = .min
    }

    /// What failed may have failed for the old network's sake.
    public mutating func forgiveAll() {
        for endpoint in badUntil.indices { badUntil[endpoint] = .min }
    }
}
