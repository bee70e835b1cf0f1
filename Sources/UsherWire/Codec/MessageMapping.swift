import CUsherProto

/// How a value becomes protobuf-c's struct and back: the inner half of `WireMessage`, where C types may show.
protocol MessageMapping {
    associatedtype C
    typealias Unpack = (UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?)
        -> UnsafeMutablePointer<C>?

    /// protobuf-c's `__init` of the struct: Swift's zero-filled one has no descriptor.
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { get }
    static var unpack: Unpack { get }

    /// Copies everything out of `c`, which is gone afterwards.
    init(_ c: C, _ reading: inout Reading)
    /// Fills the initialised `c`; what it points to lives in the arena of `writing`.
    func fill(_ c: inout C, _ writing: Writing)
}
