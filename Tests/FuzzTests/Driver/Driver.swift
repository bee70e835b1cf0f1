import Glibc

// What libFuzzer calls. The entry is named by an environment variable, so that one program serves all.

/// Guard: libFuzzer calls everything on its one thread.
private final class Driver: @unchecked Sendable {
    static let shared = Driver()
    var run: ([UInt8]) throws -> Void = { _ in }
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    let name = getenv("USHER_FUZZ_ENTRY").map { String(cString: $0) } ?? ""
    guard let entry = FuzzEntry(rawValue: name) else {
        let names = FuzzEntry.allCases.map(\.rawValue).joined(separator: " ")
        print("USHER_FUZZ_ENTRY must be one of: \(names)")
        exit(2)
    }
    do {
        Driver.shared.run = try entry.make()
    } catch {
        print("\(name): \(error)")
        exit(2)
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try Driver.shared.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        print("PROPERTY: \(error)")
        fflush(nil)
        abort()
    }
    return 0
}
