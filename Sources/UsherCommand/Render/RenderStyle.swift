/// How a seat map is rendered as a picture.
struct RenderStyle: Sendable, Equatable {
    enum Theme: String, Sendable, CaseIterable {
        /// Light, and dark for a reader who prefers that.
        case auto
        case light
        case dark
    }

    /// How much a picture has of each seat.
    enum Detail: String, Sendable, CaseIterable {
        /// Sign, number and note, all in one group that a page can change.
        case full
        /// One shape with its note.
        case seats
        /// Nothing of its own: the seats of a row that look alike are one shape.
        case rows
    }

    /// Pixels; nil takes what the hall needs, within bounds.
    var width: Int?
    /// Above the map; "" draws none.
    var title = ""
    /// A smaller line under the title.
    var subtitle = ""
    /// What stands in front of the first row; "" draws none, nil goes by the hall.
    var front: String?
    var hasLegend = true
    var theme = Theme.auto
    /// nil goes by the hall's size.
    var detail: Detail?
    /// Indexes of seats that are pointed out.
    var selected: Set<Int> = []
}
