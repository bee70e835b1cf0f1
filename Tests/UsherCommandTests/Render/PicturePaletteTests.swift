import Glibc
import Testing

@testable import UsherCommand

/// Colours as people see them: contrast by WCAG 2, and colour vision by Machado, Oliveira and Fernandes (2009).
@Suite struct PicturePaletteTests {
    private typealias Linear = [Double]

    private static let vision: [(name: String, matrix: [[Double]])] = [
        ("usual", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        (
            "protanopia",
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
        ),
        (
            "deuteranopia",
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
        ),
        (
            "tritanopia",
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
        ),
        ("none", [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]]),
    ]

    private func linear(_ color: String) -> Linear {
        let value = Int(color.dropFirst(), radix: 16) ?? 0
        return [16, 8, 0].map { shift in
            let part = Double((value >> shift) & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
    }

    private func luminance(_ color: Linear) -> Double { 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2] }

    private func contrast(_ first: Linear, _ second: Linear) -> Double {
        let (a, b) = (luminance(first), luminance(second))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// CIE 1976 distance in L*a*b*.
    private func distance(_ first: Linear, _ second: Linear) -> Double {
        func lab(_ c: Linear) -> [Double] {
            let xyz = [
                (0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505,
                0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2],
                (0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089,
            ].map { $0 > 0.008856 ? cbrt($0) : 7.787 * $0 + 16 / 116 }
            return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])]
        }
        return zip(lab(first), lab(second)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
    }

    private func seen(_ color: Linear, _ matrix: [[Double]]) -> Linear {
        matrix.map { row in min(1, max(0, zip(row, color).map { $0 * $1 }.reduce(0, +))) }
    }

    @Test("letters have a contrast of 4.5, seats of 3, on paper and on any zone's tint", arguments: [false, true])
    func contrasts(isDark: Bool) {
        let palette = isDark ? PicturePalette.dark : .light
        let paper = linear(palette.paper)
        for letters in [palette.text, palette.faint] { #expect(contrast(linear(letters), paper) >= 4.5) }
        #expect(contrast(linear(palette.text), linear(palette.stage)) >= 4.5)
        #expect(contrast(linear(palette.onFree), linear(palette.free)) >= 4.5)
        #expect(contrast(linear(palette.onLocked), linear(palette.locked)) >= 4.5)
        let tint = Double(palette.tint) ?? 1
        // The tints that are farthest from the paper: of black on white, of white on black.
        let farthest = isDark ? "#FFFFFF" : "#000000"
        func mixed() -> Linear {
            let parts = [16, 8, 0].map { shift -> Int in
                let zone = Double((Int(farthest.dropFirst(), radix: 16) ?? 0) >> shift & 0xFF)
                let under = Double((Int(palette.paper.dropFirst(), radix: 16) ?? 0) >> shift & 0xFF)
                return Int((zone * tint + under * (1 - tint)).rounded())
            }
            return linear("#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }
        for ground in [paper, mixed()] {
            for seat in [palette.free, palette.lockedRim, palette.gone] {
                #expect(contrast(linear(seat), ground) >= 3, "\(seat)")
            }
        }
    }

    @Test("free, locked and gone seats differ for every kind of colour vision", arguments: [false, true])
    func vision(isDark: Bool) {
        let palette = isDark ? PicturePalette.dark : .light
        let states = [palette.free, palette.locked, palette.gone].map(linear)
        for (name, matrix) in Self.vision {
            for (index, first) in states.enumerated() {
                for second in states[(index + 1)...] {
                    // Where lightness alone is seen, shapes do most of it.
                    let least = name == "none" ? 5.0 : 20
                    #expect(distance(seen(first, matrix), seen(second, matrix)) >= least, "\(name)")
                }
            }
        }
    }
}
