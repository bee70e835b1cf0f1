/// How a seat map is rendered as a picture.
struct RenderStyle: Sendable, Equatable {
    enum Theme: String, Sendable, CaseIterable {
        /// Light, and dark for a reader who prefers that.
        case auto
        case light
        case dark
    }

    /// Pixels; nil takes what the hall needs, within bounds.
    var width: Int?
    /// Above the map; "" draws none.
    var title = ""
    /// A smaller line under the title.
    var subtitle = ""
    /// What stands in front of the first row; "" draws none.
    var front = "stage"
    var hasLegend = true
    var theme = Theme.auto
    /// Indexes of seats that are pointed out.
    var selected: Set<Int> = []
}
