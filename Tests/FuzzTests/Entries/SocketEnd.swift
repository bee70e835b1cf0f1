import CSystem
import Glibc

/// The hostile end of a connection, which never blocks.
final class SocketEnd {
    private(set) var descriptor: Int32
    /// The other side has closed.
    private(set) var isAtEnd = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close()
    }

    /// Two ends; the second is for the side under test.
    static func pair(narrow: Bool) throws -> (SocketEnd, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PropertyFailure(description: "no sockets: \(errno)")
        }
        if narrow {
            var size: Int32 = 4_096
            setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &size, 4)
        }
        return (SocketEnd(ends[0]), ends[1])
    }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// How many bytes the socket took: 0 if it is full, nil if the other side is gone.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        let sent = bytes.withUnsafeBytes { usher_send(descriptor, $0.baseAddress, $0.count) }
        if sent == -Int(EAGAIN) { return 0 }
        return sent < 0 ? nil : sent
    }

    /// What is there to be read.
    func receive() -> [UInt8] {
        var all: [UInt8] = []
        while !isAtEnd {
            let piece = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
                let got = usher_receive(descriptor, buffer.baseAddress, buffer.count)
                count = max(0, got)
                if got == 0 || (got < 0 && got != -Int(EAGAIN)) { isAtEnd = true }
            }
            if piece.isEmpty { break }
            all += piece
        }
        return all
    }
}
