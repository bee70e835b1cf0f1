import UsherCore

/// How large a hall is drawn, and how large letters are beside it.
struct PictureScale: Sendable, Equatable {
    /// Of the whole picture.
    let pixelWidth: Int
    /// Pixels of one seat width.
    let seat: Double
    /// The size of ordinary letters, in seat widths.
    let em: Double

    /// `map` is the seats' extent in seat widths, `around` what stands beside it at both sides, in ems. `width` is asked
    /// for in pixels; nil takes what the hall needs.
    init(map: MapExtent, around: Double, width: Int?) {
        let least = Limits.letterPixels
        let perEm = Limits.seatsPerEm
        let natural = Limits.seatPixels * map.width + around * max(least, perEm * Limits.seatPixels)
        let pixels = width ?? Int(min(max(natural.rounded(.up), Limits.leastPicture), Limits.usualPicture))
        // Letters give way where they would leave less than half of the width to the seats.
        let letter = min(least, Double(pixels) / 2 / around)
        var seat = (Double(pixels) - letter * around) / map.width
        if perEm * seat > letter { seat = Double(pixels) / (map.width + perEm * around) }
        seat = min(seat, width == nil ? Limits.seatPixels : Limits.largestSeatPixels)
        seat = min(seat, Limits.mapPixels / map.height)
        pixelWidth = pixels
        self.seat = seat
        em = max(perEm, letter / seat)
    }

    /// How wide a text is about, in seat widths.
    func width(of text: String, size: Double) -> Double { LetterWidths.ems(text) * size }
}
