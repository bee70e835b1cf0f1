/// An observer as its core knows it.
struct MapObservation {
    weak var observer: (any MapObserver)?
    /// Its first update is still to come: a reset.
    var isNew = true
}
