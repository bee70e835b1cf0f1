import CInteropProto

/// grpc.testing.Empty.
public struct EmptyMessage: InteropMessage, Equatable {
    public init() {}
}

extension EmptyMessage: Mapped {
    typealias C = Grpc__Testing__Empty
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__empty__init }
    static var unpack: Unpack { grpc__testing__empty__unpack }

    init(_ c: C) {}

    func fill(_ c: inout C, _ memory: Memory) {}
}
