/// The loops of a process, numbered from 0.
public final class ReactorGroup: Sendable {
    public let reactors: [Reactor]

    /// Makes and starts `count` loops (clamped to 1…256).
    public init(count: Int) throws(TransportError) {
        var made: [Reactor] = []
        for index in 0..<min(max(1, count), Limits.maxLoops) {
            made.append(try Reactor(index: index))
        }
        reactors = made
        do throws(TransportError) {
            for reactor in made { try reactor.start() }
        } catch {
            for reactor in made { reactor.stop() }
            throw error
        }
    }

    /// Ends all loops after what is posted to them, and waits for their threads. Not from one of the loops.
    public func stop() {
        for reactor in reactors { reactor.stop() }
    }
}
