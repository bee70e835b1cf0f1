/// The style sheet inside a picture. Every rule is held to pictures of ours, so that a page may have some of them.
enum SVGStyleSheet {
    static func text(_ theme: RenderStyle.Theme) -> String {
        switch theme {
        case .light: shapes + colors(.light)
        case .dark: shapes + colors(.dark)
        case .auto: shapes + colors(.light) + "@media (prefers-color-scheme:dark){\n\(colors(.dark))}\n"
        }
    }

    /// Signs of kinds and numbers are of class `k`.
    private static let shapes = rules([
        ("", "font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',Arial,sans-serif"),
        ("text", "text-anchor:middle"),
        (".start", "text-anchor:start"),
        (".end", "text-anchor:end"),
        (".title,.zone,.stage", "font-weight:600"),
        (".n", "font-size:4px"),
        (".n3", "font-size:3.2px"),
        (".n4", "font-size:2.6px"),
        (".sold .k,.blocked .k,.unknown .k", "display:none"),
        (".sparse path", "fill:none;stroke-width:8"),
        (".sparse .locked", "stroke-width:8.4;stroke-linecap:round"),
        (".sparse .sold", "stroke-width:4.6;stroke-linecap:round"),
        (".sparse .blocked", "stroke-width:1.3;stroke-linecap:round"),
        (".sparse .unknown", "stroke-width:.8;stroke-dasharray:1.6 1"),
        (".area,.fold,.bracket", "fill:none"),
        (".pair", "fill:none;stroke-width:1.2"),
        (".pair-free", "fill:none;stroke-width:6"),
    ])

    private static func colors(_ palette: PicturePalette) -> String {
        rules([
            (".paper", "fill:\(palette.paper)"),
            (".rim", "stroke:\(palette.paper);stroke-linejoin:round"),
            (".title,.legend,.zone", "fill:\(palette.text)"),
            (".subtitle,.row,.area-name", "fill:\(palette.faint)"),
            (".area,.fold", "stroke:\(palette.faint)"),
            (".stage-body", "fill:\(palette.stage)"),
            (".stage", "fill:\(palette.text)"),
            (".tint", "fill-opacity:\(palette.tint)"),
            (".free", "fill:\(palette.onFree);stroke:\(palette.onFree)"),
            (".locked", "fill:\(palette.onLocked);stroke:\(palette.onLocked)"),
            (".n,.n3,.n4", "stroke:none"),
            (".pair", "stroke:\(palette.gone)"),
            (".sparse path,.pair-free", "stroke:\(palette.free)"),
            (".sparse .locked", "stroke:\(palette.locked)"),
            (".sparse .sold,.sparse .blocked,.sparse .unknown", "stroke:\(palette.gone)"),
        ])
            // What is referred to has no ancestors for a browser, and so names of its own.
            + """
            .usher-s-free{fill:\(palette.free);stroke:none}
            .usher-s-locked{fill:\(palette.locked);stroke:\(palette.lockedRim)}
            .usher-s-sold{fill:\(palette.gone);stroke:none}
            .usher-s-gone{fill:none;stroke:\(palette.gone)}
            .usher-s-selected{fill:none;stroke:\(palette.text)}

            """
    }

    private static func rules(_ rules: [(selectors: String, body: String)]) -> String {
        rules.map { rule in
            let selectors = rule.selectors.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? ".usher-map" : ".usher-map \($0)" }
            return "\(selectors.joined(separator: ",")){\(rule.body)}\n"
        }.joined()
    }
}
