/// The colours of a picture. States differ in lightness and along blue to orange, which nearly everybody tells apart, and
/// in their shapes besides. Letters have a contrast of 4.5 at least, seats of 3, also on a zone's tint.
struct PicturePalette: Sendable {
    var paper: String
    var text: String
    /// Row labels, areas, the small print.
    var faint: String
    var free: String
    /// Numbers and signs on a free seat.
    var onFree: String
    var locked: String
    var lockedRim: String
    var onLocked: String
    /// Sold and blocked seats: what is gone steps back.
    var gone: String
    var stage: String
    /// How much of a zone's colour its tint has.
    var tint: String

    static let light = PicturePalette(
        paper: "#FFFFFF", text: "#1B1F24", faint: "#565C64", free: "#0062A3", onFree: "#FFFFFF", locked: "#F0A30A",
        lockedRim: "#7A4B00", onLocked: "#1B1F24", gone: "#6F747B", stage: "#E4E7EB", tint: "0.15")
    static let dark = PicturePalette(
        paper: "#15181C", text: "#F1F3F5", faint: "#A9B0B8", free: "#86D0FA", onFree: "#08131C", locked: "#EE9E16",
        lockedRim: "#FFDD9E", onLocked: "#15181C", gone: "#8F969F", stage: "#30363D", tint: "0.2")

    /// For zones without a colour of their own: Okabe and Ito's, and two more.
    private static let zones = [
        "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7A4FA3", "#8C6D31",
    ]

    /// `color` if it is `#RRGGBB`, else one by the zone's place.
    static func zone(_ color: String, _ index: Int) -> String {
        let bytes = color.utf8
        let isColor = bytes.count == 7 && bytes.first == UInt8(ascii: "#") && bytes.dropFirst().allSatisfy(isHex)
        return isColor ? color : zones[index % zones.count]
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
