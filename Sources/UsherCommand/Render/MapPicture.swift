import UsherCore

/// What a picture of a hall shows, and where: the same for every format. All places and sizes are in seat widths.
struct MapPicture: Sendable, Equatable {
    /// How a seat looks by its state. Shapes differ, not colours alone.
    enum Mark: String, Sendable, CaseIterable {
        case free
        case locked
        case sold
        case blocked
        /// A state byte of a newer gateway: not available.
        case unknown

        init(_ state: UInt8) {
            switch SeatState(rawValue: state) {
            case .available: self = .free
            case .locked: self = .locked
            case .sold: self = .sold
            case .blocked: self = .blocked
            case nil: self = .unknown
            }
        }
    }

    struct Seat: Sendable, Equatable {
        /// In the hall's seat list.
        var index: Int
        var code: String
        var center: MapPoint
        var mark: Mark
        var kind: SeatKind
        var zoneID: String
        /// As printed on the seat; "" where none fits.
        var number = ""
        /// What a pointer that rests on the seat reads; "" where seats are none of their own.
        var note = ""
        var isSelected = false
    }

    /// A price zone: the stretches of its seats, which are drawn as one shape.
    struct Zone: Sendable, Equatable {
        /// `#RRGGBB`.
        var color: String
        var pieces: [MapRectangle]
    }

    /// Between two seats that are sold together.
    struct Link: Sendable, Equatable {
        var from: MapPoint
        var to: MapPoint
        var isFree: Bool
    }

    /// Beside the map: which rows a zone takes.
    struct Bracket: Sendable, Equatable {
        var x: Double
        var minY: Double
        var maxY: Double
        /// Which way its ends point.
        var pointsLeft: Bool
        var color: String
    }

    struct Text: Sendable, Equatable {
        enum Role: String, Sendable {
            case title
            case subtitle
            case stage
            case row
            case zone
            case area
            case legend
        }

        enum Anchor: String, Sendable {
            case start
            case middle
            case end
        }

        var text: String
        /// The whole of a text that is cut; "" where nothing is missing.
        var whole = ""
        /// The anchor, in the middle of the letters' height.
        var at: MapPoint
        var size: Double
        var role: Role
        var anchor = Anchor.middle
        /// Lies over seats or lines, and so needs a rim.
        var hasRim = false
    }

    /// What stands before a line of the legend.
    enum Sample: Sendable, Equatable {
        case seat(Mark)
        case selected
        case kind(SeatKind)
        case pair
        case zone(color: String)
        case area
        case fold
    }

    struct LegendMark: Sendable, Equatable {
        var sample: Sample
        var center: MapPoint
        /// Seat widths that one seat of the sample takes.
        var size: Double
    }

    /// What the picture is called, for readers who do not see it.
    var title = ""
    /// What it shows, in a sentence.
    var summary = ""
    /// Everything lies within.
    var bounds = MapRectangle(minX: 0, minY: 0, maxX: 1, maxY: 1)
    /// The picture's size as it is meant to be seen.
    var pixelWidth = 1
    var pixelHeight = 1
    /// How much there is of each seat: what a browser has to hold.
    var detail = RenderStyle.Detail.full
    /// Numbers stand on the seats.
    var hasNumbers = true
    /// What a page needs to follow the map from here, by name, as `data-` attributes.
    var facts: [Fact] = []
    var zones: [Zone] = []
    /// Outlines of the hall's areas.
    var areas: [MapRectangle] = []
    var stage: MapRectangle?
    /// Seats stand on all sides of the stage.
    var isStageInside = false
    /// Places where empty space is left out: lines across the map.
    var folds: [MapRectangle] = []
    var links: [Link] = []
    /// Row by row, from the front.
    var rows: [[Seat]] = []
    /// The physical index of each row and what is said of it, and names of zones by their ids, where seats are none of
    /// their own.
    var rowIndexes: [Int] = []
    var rowNotes: [String] = []
    var zoneNames: [String: String] = [:]
    var brackets: [Bracket] = []
    var texts: [Text] = []
    var legend: [LegendMark] = []

    struct Fact: Sendable, Equatable {
        var name: String
        var value: String
    }
}
