import Glibc

/// A blocking TCP socket that gives up after 10 s.
final class PlainSocket: Sendable {
    /// What reading gave.
    enum Read: Equatable {
        case bytes([UInt8])
        case end
        case failed(Int32)
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func connected(to port: UInt16) throws -> PlainSocket {
        let socket = PlainSocket(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = loopback(port)
        let code = withUnsafeBytes(of: &address) {
            connect(
                socket.descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        guard code == 0 else { throw SocketFailure(code: errno) }
        return socket
    }

    /// A listener on a free port of this machine.
    static func listening() throws -> (socket: PlainSocket, port: UInt16) {
        let socket = PlainSocket(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutableBytes(of: &address) { raw -> Int32 in
            let place = raw.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            guard bind(socket.descriptor, place, length) == 0, listen(socket.descriptor, 16) == 0 else { return -1 }
            return getsockname(socket.descriptor, place, &length)
        }
        guard code == 0 else { throw SocketFailure(code: errno) }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    func accepted() throws -> PlainSocket {
        let descriptor = accept(descriptor, nil, nil)
        guard descriptor >= 0 else { throw SocketFailure(code: errno) }
        return PlainSocket(descriptor)
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { throw SocketFailure(code: errno) }
            rest = rest.dropFirst(sent)
        }
    }

    func read() -> Read {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? .bytes(Array(bytes.prefix(count))) : count == 0 ? .end : .failed(errno)
    }

    /// Exactly `count` bytes.
    func read(_ count: Int) throws -> [UInt8] {
        var got: [UInt8] = []
        while got.count < count {
            guard case .bytes(let bytes) = read() else { throw SocketFailure(code: errno) }
            got += bytes
        }
        return got
    }

    func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    struct SocketFailure: Error {
        var code: Int32
    }
}
