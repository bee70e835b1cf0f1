import UsherCore

/// Leaves out vast empty space, so that a hall whose seats are far apart can still be looked at: two stands a mile from
/// each other, or a seat that a wrong coordinate put far away.
struct HallFolding: Sendable {
    /// The hall with every seat where it is drawn; the hall itself where nothing had to be left out.
    var hall: Hall
    /// Where something was left out, between the seats.
    var columnFolds: [Double] = []
    var rowFolds: [Double] = []

    var isFolded: Bool { !columnFolds.isEmpty || !rowFolds.isEmpty }

    init(_ hall: Hall) {
        self.hall = hall
        let geometry = HallGeometry(hall)
        let points = hall.seats.indices.compactMap { geometry.center(ofSeat: $0) }
        let x = Axis(points.map(\.x))
        let y = Axis(points.map(\.y))
        guard x.isChanged || y.isChanged else { return }
        for (index, point) in points.enumerated() {
            self.hall.seats[index].x = Float(x.place(point.x))
            self.hall.seats[index].y = Float(y.place(point.y))
        }
        for index in self.hall.rows.indices { self.hall.rows[index].offset = 0 }
        let focal = geometry.focalPoint
        self.hall.focalPoint = FocalPoint(row: Float(y.place(focal.y)), column: Float(x.place(focal.x)))
        columnFolds = x.folds
        rowFolds = y.folds
    }

    /// One direction: stretches that are kept, each moved by an amount of its own.
    private struct Axis {
        /// Where each stretch begins in the hall and in the picture.
        private var starts: [Double] = []
        private var places: [Double] = []
        private(set) var folds: [Double] = []

        init(_ values: [Double]) {
            let sorted = values.sorted()
            guard let first = sorted.first else { return }
            let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
            let used = 1 + steps.filter { $0 <= Limits.keptVoid }.reduce(0, +)
            let widest = max(Limits.keptVoid, 2 * used)
            starts = [first]
            // Far from the origin a picture's numbers would be long and blunt.
            places = [first.magnitude <= Limits.farOrigin ? first : 0]
            for (index, step) in steps.enumerated() where step > widest {
                let end = place(sorted[index])
                folds.append(end + Limits.foldedVoid / 2)
                starts.append(sorted[index + 1])
                places.append(end + Limits.foldedVoid)
            }
        }

        var isChanged: Bool { starts != places }

        func place(_ value: Double) -> Double {
            guard let first = starts.first else { return value }
            if value < first { return places[0] + max(value - first, -Limits.foldedVoid) }
            // The last stretch that begins at or before the value.
            var low = 0
            var high = starts.count
            while high - low > 1 {
                let middle = (low + high) / 2
                if starts[middle] <= value { low = middle } else { high = middle }
            }
            let next = low + 1 < places.count ? places[low + 1] : .infinity
            return min(places[low] + value - starts[low], next)
        }
    }
}
