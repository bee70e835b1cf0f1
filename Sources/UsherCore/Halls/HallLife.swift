/// Lives as long as its hall revision. Whoever wants to know whether a revision is still there holds this weakly, and
/// not the revision: that is counted by several threads for every lock, and once held weakly each count costs twice.
package final class HallLife: Sendable {}
