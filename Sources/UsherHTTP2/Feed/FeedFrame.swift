import UsherRPC

/// One DATA frame, put together once for all the streams that it goes to: only the stream's id differs.
///
/// Guard: touched on its loop's thread alone; it is the loop's own, and holds what is being sent at the moment.
final class FeedFrame {
    private static let headerBytes = 9
    private static let idOffset = 5

    private let storage = UnsafeMutableRawBufferPointer.allocate(
        byteCount: headerBytes + Limits.maxFeedFrame, alignment: 8)
    /// Bytes behind the frame's header: what flow control counts.
    private(set) var payload = 0

    deinit {
        storage.deallocate()
    }

    /// Header and payload.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: storage[..<(Self.headerBytes + payload)])
    }

    /// Takes the messages in. False if they are too long for one frame.
    func fill(_ messages: [FramedMessage]) -> Bool {
        var end = Self.headerBytes
        for message in messages {
            guard end + message.bytes.count <= storage.count else { return false }
            message.bytes.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: storage[end...]).copyMemory(from: $0)
            }
            end += message.bytes.count
        }
        payload = end - Self.headerBytes
        // Length in 24 bits, type DATA (0), no flags.
        storage.storeBytes(of: UInt32(payload << 8).bigEndian, as: UInt32.self)
        storage[4] = 0
        return true
    }

    /// `id` is in the network's order.
    func address(_ id: UInt32) {
        (storage.baseAddress! + Self.idOffset).storeBytes(of: id, as: UInt32.self)
    }
}
