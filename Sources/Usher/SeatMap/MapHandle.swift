/// A handle as its core knows it: it goes when its users let go of it.
struct MapHandle {
    weak var map: SeatMap?
    /// Here as well, because under the core's lock nobody may hold the handle itself: if its users let go of it in that
    /// moment, its end would want the same lock.
    let life: LifeInterest
}
