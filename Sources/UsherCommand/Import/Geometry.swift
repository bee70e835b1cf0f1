import Foundation

extension SIMD2<Double> {
    var length: Double { (x * x + y * y).squareRoot() }

    /// Turned by `angle` radians around `center`.
    func turned(by angle: Double, around center: SIMD2<Double>) -> SIMD2<Double> {
        let sine = sin(angle)
        let cosine = cos(angle)
        let offset = self - center
        return center + SIMD2(offset.x * cosine - offset.y * sine, offset.x * sine + offset.y * cosine)
    }
}

extension Double {
    func atan2(over x: Double) -> Double { Foundation.atan2(self, x) }
}

extension [Double] {
    /// The middle value, the lower one of two; nil if empty.
    var median: Double? {
        isEmpty ? nil : sorted()[(count - 1) / 2]
    }
}
