import Usher

/// Where a person looks in a hall: its geometry, the part of it in view, and the seat under the cursor. It knows neither
/// the seats' states nor who sits there, so whatever happens to them moves neither the cursor nor the view.
public struct HallCursor {
    public private(set) var geometry: HallGeometry
    public private(set) var view: MapViewport
    public private(set) var hall: Hall
    /// nil in a hall without seats.
    public private(set) var seat: Int?
    private var seatByCode: [String: Int]

    /// A seat width is one line high and two columns wide, so a view of so many characters has this many units. Seats are
    /// never drawn smaller: where the hall does not fit, the view scrolls.
    private static func size(_ width: Int, _ height: Int) -> MapExtent {
        MapExtent(width: Double(max(2, width) / 2), height: Double(max(1, height)))
    }

    public init(_ hall: Hall, width: Int, height: Int) {
        let geometry = HallGeometry(hall)
        self.hall = hall
        self.geometry = geometry
        seatByCode = Self.codes(hall)
        view = MapViewport(bounds: geometry.bounds, size: Self.size(width, height), largestSeat: 1)
        // Begin where people look from: the seat nearest to the hall's focal point.
        seat = hall.seats.indices.min { Self.distance(geometry, $0) < Self.distance(geometry, $1) }
        keepCharacters()
        reveal()
    }

    /// A seat's index by its code.
    public func seat(_ code: String) -> Int? { seatByCode[code] }

    private static func codes(_ hall: Hall) -> [String: Int] {
        Dictionary(hall.seats.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func distance(_ geometry: HallGeometry, _ seat: Int) -> Double {
        guard let center = geometry.center(ofSeat: seat) else { return .infinity }
        let x = center.x - geometry.focalPoint.x
        let y = center.y - geometry.focalPoint.y
        return x * x + y * y
    }

    /// There is another hall now: the view and the seat of the same code stay.
    public mutating func follow(_ hall: Hall) {
        guard hall.revision != self.hall.revision || hall.hallID != self.hall.hallID else { return }
        let code = seat.map { self.hall.seats[$0].code }
        geometry = HallGeometry(hall)
        self.hall = hall
        seatByCode = Self.codes(hall)
        seat = code.flatMap { seatByCode[$0] } ?? hall.seats.indices.first
        view.follow(geometry.bounds)
        keepCharacters()
        reveal()
    }

    public mutating func resize(width: Int, height: Int) {
        guard view.size != Self.size(width, height) else { return }
        view.resize(Self.size(width, height))
        keepCharacters()
        reveal()
    }

    public mutating func move(_ direction: MapDirection) {
        guard let seat, let next = geometry.seat(from: seat, toward: direction) else { return }
        self.seat = next
        reveal()
    }

    private mutating func keepCharacters() {
        view.zoom(to: 1, about: MapPoint(x: view.size.width / 2, y: view.size.height / 2))
    }

    private mutating func reveal() {
        guard let seat, let body = geometry.body(ofSeat: seat) else { return }
        view.reveal(body, margin: 1.5)
    }
}
