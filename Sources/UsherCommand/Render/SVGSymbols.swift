import UsherCore

/// The shapes that seats refer to, each around the point 0 0, ten units a seat width.
enum SVGSymbols {
    static func id(_ mark: MapPicture.Mark) -> String { "usher-\(mark.rawValue)" }

    /// nil for kinds that have no sign.
    static func id(_ kind: SeatKind) -> String? {
        switch kind {
        case .standard, .couple: nil
        case .wheelchair: "usher-wheelchair"
        case .companion: "usher-companion"
        case .restrictedView: "usher-restricted"
        }
    }

    static let selected = "usher-selected"

    /// The sign stands where the number would.
    static func replacesNumber(_ kind: SeatKind) -> Bool { kind == .wheelchair || kind == .companion }

    /// How a number of so many columns is written: its class, and from the seat's middle to its base line in seat widths.
    struct NumberClass: Hashable {
        var name: String
        var drop: Double
    }

    static func numberClass(_ columns: Int) -> NumberClass {
        switch columns {
        case ...2: NumberClass(name: "n", drop: 0.14)
        case 3: NumberClass(name: "n3", drop: 0.11)
        default: NumberClass(name: "n4", drop: 0.09)
        }
    }

    static let definitions = """
        <rect id="usher-free" class="usher-s-free" x="-4" y="-4" width="8" height="8" rx="1.7"/>
        <circle id="usher-locked" class="usher-s-locked" r="3.85" stroke-width=".7"/>
        <circle id="usher-sold" class="usher-s-sold" r="2.3"/>
        <path id="usher-blocked" class="usher-s-gone" stroke-width="1.3" stroke-linecap="round" d="M-2 -2l4 4m0 -4l-4 4"/>
        <rect id="usher-unknown" class="usher-s-gone" stroke-width=".8" stroke-dasharray="1.6 1" x="-3" y="-3" \
        width="6" height="6"/>
        <rect id="usher-selected" class="usher-s-selected" stroke-width="1.1" x="-4.9" y="-4.9" width="9.8" \
        height="9.8" rx="2.4"/>
        <g id="usher-wheelchair"><circle cx="-.5" cy="-2.5" r=".85" stroke="none"/>\
        <path fill="none" stroke-width=".85" stroke-linecap="round" stroke-linejoin="round" \
        d="M-.4 -1.3v2h1.9l.9 1.9h.6M-.2 -.5h1.4M-1.2 -.2a1.75 1.75 0 1 0 2.3 2.3"/></g>
        <g id="usher-companion" stroke="none"><circle cy="-1.3" r="1.25"/>\
        <path d="M-2.3 2.6v-.2a2.3 2.3 0 0 1 4.6 0v.2z"/></g>
        <path id="usher-restricted" stroke="none" d="M-3.4 -.9v-2.5h2.5z"/>

        """
}
