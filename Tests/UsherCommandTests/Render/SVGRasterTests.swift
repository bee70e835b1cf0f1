import Foundation
import Testing
import UsherCore

@testable import UsherCommand

@Suite struct SVGRasterTests {
    /// A PNG as the library reads it back.
    private struct Pixels {
        var width: Int
        var height: Int
        var bytes: [UInt8]
        var stride: Int

        init(_ png: [UInt8]) throws {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("usher-\(UUID()).png").path
            try Data(png).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let library = try #require(dlopen("libcairo.so.2", RTLD_NOW))
            typealias Read = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
            typealias Size = @convention(c) (OpaquePointer?) -> Int32
            typealias Content = @convention(c) (OpaquePointer?) -> UnsafePointer<UInt8>?
            typealias Destroy = @convention(c) (OpaquePointer?) -> Void
            func find<Function>(_ name: String) throws -> Function {
                unsafeBitCast(try #require(dlsym(library, name)), to: Function.self)
            }
            let read: Read = try find("cairo_image_surface_create_from_png")
            let widthOf: Size = try find("cairo_image_surface_get_width")
            let heightOf: Size = try find("cairo_image_surface_get_height")
            let strideOf: Size = try find("cairo_image_surface_get_stride")
            let content: Content = try find("cairo_image_surface_get_data")
            let destroy: Destroy = try find("cairo_surface_destroy")
            let surface = read(path)
            defer { destroy(surface) }
            width = Int(widthOf(surface))
            height = Int(heightOf(surface))
            stride = Int(strideOf(surface))
            bytes = Array(UnsafeBufferPointer(start: try #require(content(surface)), count: stride * height))
        }

        /// `#RRGGBB`
        subscript(_ x: Int, _ y: Int) -> String {
            let at = y * stride + 4 * x
            return "#"
                + [2, 1, 0].map { offset in
                    let text = String(bytes[at + offset], radix: 16, uppercase: true)
                    return text.count < 2 ? "0" + text : text
                }.joined()
        }
    }

    private func draw(_ picture: MapPicture, _ theme: RenderStyle.Theme) throws -> Pixels {
        let svg = SVGWriter.write(picture, theme: theme)
        return try Pixels(SVGRaster.png(svg, width: picture.pixelWidth, height: picture.pixelHeight))
    }

    /// Where a place of the hall is in the picture.
    private func pixel(_ picture: MapPicture, _ at: MapPoint) -> (Int, Int) {
        let scale = Double(picture.pixelWidth) / picture.bounds.extent.width
        return (Int((at.x - picture.bounds.minX) * scale), Int((at.y - picture.bounds.minY) * scale))
    }

    @Test(
        "a PNG has the size that was asked for, and a seat there has its state's colour",
        arguments: [RenderStyle.Theme.light, .dark], RenderStyle.Detail.allCases)
    func colors(theme: RenderStyle.Theme, detail: RenderStyle.Detail) throws {
        var hall = DrawnMap.grid(4, 6)
        hall.seats[0].number = ""
        let states: [UInt8] = [1, 2, 3, 4] + [UInt8](repeating: 1, count: hall.seats.count - 4)
        let picture = PictureLayout.picture(
            of: hall, states: states, RenderStyle(width: 1_200, theme: theme, detail: detail))
        let pixels = try draw(picture, theme)
        #expect(pixels.width == 1_200 && pixels.height == picture.pixelHeight)
        let palette = theme == .dark ? PicturePalette.dark : .light
        func color(_ x: Double, _ y: Double) -> String {
            let (column, row) = pixel(picture, MapPoint(x: x, y: y))
            return pixels[column, row]
        }
        #expect(color(-0.3, 0) == palette.free)
        #expect(color(1, -0.26) == palette.locked)
        #expect(color(2, 0) == palette.gone)
        #expect(color(3, 0) == palette.gone)
        // Shapes differ: only a free seat reaches into its corner, only a blocked one is open at the side.
        #expect(color(-0.33, -0.24) == palette.free)
        #expect(color(1.36, 0.36) == palette.paper && color(2.3, 0) == palette.paper)
        #expect(color(3.2, 0) == palette.paper)
        #expect(pixels[0, 0] == palette.paper && pixels[1_199, pixels.height - 1] == palette.paper)
    }

    @Test("the same picture gives the same PNG")
    func same() throws {
        let picture = PictureLayout.picture(of: DrawnMap.hall, states: [1, 2, 3, 4, 1, 1, 9], RenderStyle())
        let svg = SVGWriter.write(picture, theme: .light)
        let first = try SVGRaster.png(svg, width: 300, height: 200)
        #expect(try first == SVGRaster.png(svg, width: 300, height: 200))
        #expect(first.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("what is too large or no picture is refused with the reason")
    func refused() {
        let large = #expect(throws: CommandFailure.self) { try SVGRaster.png("<svg/>", width: 30_000, height: 10) }
        #expect(large?.message.contains("too large") == true)
        let broken = #expect(throws: CommandFailure.self) { try SVGRaster.png("<svg", width: 10, height: 10) }
        #expect(broken?.message.hasPrefix("the picture could not be made: ") == true)
    }
}
