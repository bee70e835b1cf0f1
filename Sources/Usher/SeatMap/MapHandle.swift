/// A handle as its core knows it: it goes when its users let go of it.
struct MapHandle {
    weak var map: SeatMap?
}
