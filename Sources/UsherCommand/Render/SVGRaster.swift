import Foundation

/// Makes a PNG of an SVG document by librsvg, so that both show the same.
///
/// The library is loaded when it is needed and not linked: with it come a dozen others, which would make every command
/// and every gateway start slower, and a machine without them would run neither.
enum SVGRaster {
    /// `width` and `height` in pixels, at most `Limits.pngSide`. Throws where the library is missing, with its package's
    /// name, or where it fails.
    static func png(_ svg: String, width: Int, height: Int) throws(CommandFailure) -> [UInt8] {
        guard (1...Limits.pngSide).contains(width), (1...Limits.pngSide).contains(height) else {
            throw CommandFailure(
                "a PNG of \(width) × \(height) pixels is too large: at most \(Limits.pngSide) a side",
                lines: ["a smaller --width makes it smaller, and SVG has no such bound"])
        }
        let library = try RasterLibrary.load()
        let surface = library.makeSurface(RasterLibrary.formatRGB24, Int32(width), Int32(height))
        defer { library.destroySurface(surface) }
        let context = library.makeContext(surface)
        defer { library.destroyContext(context) }
        try draw(svg, library, context, width, height)
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { pointer in
            library.writePNG(
                surface,
                { closure, data, length in
                    guard let closure, let data else { return RasterLibrary.writeError }
                    closure.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
                    return 0
                }, pointer)
        }
        guard status == 0 else { throw CommandFailure("the picture could not be made: cairo's status is \(status)") }
        return bytes
    }

    private static func draw(
        _ svg: String, _ library: RasterLibrary, _ context: OpaquePointer?, _ width: Int, _ height: Int
    ) throws(CommandFailure) {
        let bytes = Array(svg.utf8)
        var error: UnsafeMutableRawPointer?
        let handle = bytes.withUnsafeBufferPointer { library.read($0.baseAddress, $0.count, &error) }
        guard let handle else { throw failure(library, error) }
        defer { library.unreference(UnsafeMutableRawPointer(handle)) }
        var viewport = RasterLibrary.Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        guard library.render(handle, context, &viewport, &error) != 0 else { throw failure(library, error) }
    }

    private static func failure(
        _ library: RasterLibrary, _ error: UnsafeMutableRawPointer?
    ) -> CommandFailure {
        guard let error else { return CommandFailure("the picture could not be made") }
        defer { library.freeError(error) }
        let message =
            error.load(as: RasterLibrary.GError.self).message.map { String(cString: $0) } ?? "librsvg gives no reason"
        return CommandFailure("the picture could not be made: \(message)")
    }
}
