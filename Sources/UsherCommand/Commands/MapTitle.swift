import UsherCore

/// The line above a show's map.
enum MapTitle {
    static func text(_ show: Show, _ hall: Hall) -> String {
        let title = show.title.isEmpty ? show.showID : "\(show.title) (\(show.showID))"
        let state = show.cancelled ? ", cancelled" : show.salesOpen ? "" : ", sales closed"
        let place = hall.name.isEmpty ? hall.hallID : hall.name
        return "\(title), \(place), \(TimeText.format(show.startsAt))\(state)"
    }
}
