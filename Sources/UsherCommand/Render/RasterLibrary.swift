import Foundation

/// What is used of librsvg and cairo, found by name in the library once it is loaded. Their binary interface is stable
/// since librsvg 2.46, and the signatures are those of their manuals.
struct RasterLibrary: Sendable {
    struct GError {
        var domain: UInt32
        var code: Int32
        var message: UnsafeMutablePointer<CChar>?
    }

    struct Rectangle {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    /// Where a `GError *` is left.
    typealias Errors = UnsafeMutablePointer<UnsafeMutableRawPointer?>
    typealias Write = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

    /// `CAIRO_FORMAT_RGB24`
    static let formatRGB24: Int32 = 1
    /// `CAIRO_STATUS_WRITE_ERROR`
    static let writeError: Int32 = 11

    let read: @convention(c) (UnsafePointer<UInt8>?, Int, Errors?) -> OpaquePointer?
    let render: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeRawPointer?, Errors?) -> Int32
    let makeSurface: @convention(c) (Int32, Int32, Int32) -> OpaquePointer?
    let makeContext: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let writePNG: @convention(c) (OpaquePointer?, Write?, UnsafeMutableRawPointer?) -> Int32
    let destroyContext: @convention(c) (OpaquePointer?) -> Void
    let destroySurface: @convention(c) (OpaquePointer?) -> Void
    let unreference: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let freeError: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Loaded once, kept for the life of the process.
    static func load() throws(CommandFailure) -> RasterLibrary {
        guard let handle = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL) else {
            throw CommandFailure(
                "a PNG needs librsvg, which this machine does not have",
                lines: ["on Debian: apt-get install librsvg2-2", "SVG needs nothing: name the file .svg"])
        }
        return RasterLibrary(
            read: try find("rsvg_handle_new_from_data", handle),
            render: try find("rsvg_handle_render_document", handle),
            makeSurface: try find("cairo_image_surface_create", handle), makeContext: try find("cairo_create", handle),
            writePNG: try find("cairo_surface_write_to_png_stream", handle),
            destroyContext: try find("cairo_destroy", handle),
            destroySurface: try find("cairo_surface_destroy", handle),
            unreference: try find("g_object_unref", handle), freeError: try find("g_error_free", handle))
    }

    /// The libraries that librsvg stands on are searched too.
    private static func find<Function>(
        _ name: String, _ handle: UnsafeMutableRawPointer
    ) throws(CommandFailure) -> Function {
        guard let symbol = dlsym(handle, name) else {
            throw CommandFailure("the librsvg of this machine is too old or too new: it has no \(name)")
        }
        return unsafeBitCast(symbol, to: Function.self)
    }
}
