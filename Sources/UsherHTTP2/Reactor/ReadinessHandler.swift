/// The owner of a descriptor on a reactor. All calls come on the reactor's thread.
public protocol ReadinessHandler: AnyObject {
    /// The descriptor became ready. The handler may remove itself, or others, from the reactor.
    func ready(_ readiness: Readiness)
    /// The tick's events and jobs are done; called once after `Reactor.flushAtEndOfTick(_:)`. Write here, so that all
    /// that a tick produced leaves in one write.
    func flush()
}
