import UsherCore

extension PictureLayout {
    /// In front of the first row, or in the middle of an arena.
    mutating func addStage() {
        let front = DisplayText.safe(style.front ?? HallFront.word(hall))
        let word = LetterWidths.shortened(front, Limits.stageEms)
        guard !word.isEmpty, !hall.seats.isEmpty else { return }
        let extent = map.extent
        let letters = scale.width(of: word, size: em) + 2 * em
        var stage: MapRectangle
        if let middle, letters <= middle.extent.width, 1.7 * em <= middle.extent.height {
            let width = max(letters, middle.extent.width * Limits.stageShare)
            let height = max(1.7 * em, middle.extent.height * Limits.stageShare)
            stage = MapRectangle(center: middle.center, extent: MapExtent(width: width, height: height))
            picture.isStageInside = true
        } else {
            let width = max(letters, min(extent.width * 0.6, 60 * em))
            // Columns say nothing where every seat has a place of its own.
            let focus = hall.focalPoint == nil && isFree ? map.center.x : geometry.focalPoint.x
            let center =
                width >= extent.width ? map.center.x : min(max(focus, map.minX + width / 2), map.maxX - width / 2)
            let bottom = map.minY - 1.5 * em
            stage = MapRectangle(
                minX: center - width / 2, minY: bottom - 1.7 * em, maxX: center + width / 2, maxY: bottom)
        }
        picture.stage = stage
        _ = space.take(stage)
        var text = MapPicture.Text(text: word, at: stage.center, size: em, role: .stage)
        if word != front { text.whole = front }
        picture.texts.append(text)
    }

    private var isFree: Bool { hall.seats.allSatisfy { $0.x != nil && $0.y != nil } }

    /// The empty middle of an arena, with seats on all sides of it and large enough for what they look at.
    private var middle: MapRectangle? {
        let step = MapExtent(width: map.extent.width / 60, height: map.extent.height / 60)
        var found = MapRectangle(center: map.center, extent: MapExtent(width: 2 * step.width, height: 2 * step.height))
        guard geometry.seats(in: found).isEmpty else { return nil }
        // Each side moves until there are seats; the map's own edge is no seat.
        let ways = [(1.0, 0.0, 0.0, 0.0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
        var open = Array(ways.indices)
        while !open.isEmpty {
            for side in open {
                let (left, right, up, down) = ways[side]
                let wider = MapRectangle(
                    minX: found.minX - left * step.width, minY: found.minY - up * step.height,
                    maxX: found.maxX + right * step.width, maxY: found.maxY + down * step.height)
                guard map.contains(MapPoint(x: wider.minX, y: wider.minY)),
                    map.contains(MapPoint(x: wider.maxX, y: wider.maxY))
                else { return nil }
                if geometry.seats(in: wider).isEmpty { found = wider } else { open.removeAll { $0 == side } }
            }
        }
        let least = Limits.middleShare
        return found.extent.width >= least * map.extent.width && found.extent.height >= least * map.extent.height
            ? found : nil
    }
}
