/// One stream of a bundle, as small as it can be: what a delivery reads and writes lies side by side for all of them.
struct FeedLane {
    /// The stream's connection holds it for as long as the lane exists.
    let stream: Unmanaged<ServerStream>
    /// Where frames go while there is credit; nil for the socket itself.
    var outlet: UnsafeMutablePointer<FeedOutlet>?
    let descriptor: Int32
    /// The stream's id as a frame has it.
    let id: UInt32
    /// Bytes of DATA that may be sent without a look at anything else.
    var credit: Int32 = 0
    /// Bytes of DATA that the windows have room for, but that first need a look at the stream and its connection.
    var reserve: Int32 = 0
    /// Bytes and frames that left and that nghttp2 does not know of yet.
    var unsettled: Int32 = 0
    var frames: Int32 = 0

    init(_ stream: ServerStream, descriptor: Int32) {
        self.stream = .passUnretained(stream)
        self.descriptor = descriptor
        id = UInt32(bitPattern: stream.id).bigEndian
    }

    /// What is set aside for it in the windows.
    var granted: Int { Int(credit + reserve + unsettled) }

    /// Takes what left from what may be sent in passing.
    mutating func pay(_ payload: Int32) {
        credit -= payload
        unsettled += payload
        frames += 1
    }

    /// The next delivery looks at the stream and its connection.
    mutating func hold() {
        reserve += credit
        credit = 0
    }

    /// The next delivery need not.
    mutating func release(to outlet: UnsafeMutablePointer<FeedOutlet>?) {
        self.outlet = outlet
        credit += reserve
        reserve = 0
    }
}
