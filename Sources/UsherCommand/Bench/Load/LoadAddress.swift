import Glibc
import Usher

/// Where a load goes: an address of this machine, never another.
struct LoadAddress: Sendable {
    let authority: String
    private let host: in_addr
    private let port: UInt16

    init(_ address: ServerAddress) throws(CommandFailure) {
        var host = in_addr()
        guard inet_pton(AF_INET, address.host, &host) == 1, UInt32(bigEndian: host.s_addr) >> 24 == 127 else {
            throw CommandFailure("a load goes to 127.0.0.0/8 alone, not to \(address)")
        }
        self.host = host
        port = address.port
        authority = "\(address.host):\(address.port)"
    }

    /// A socket that connects or is connected, as soon as it can be written.
    func connect(isSmall: Bool) throws(CommandFailure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Self.failure("open a socket") }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        if isSmall {
            var bytes = Int32(Limits.loadSmallBuffer)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
            var segment = Int32(Limits.loadSmallSegment)
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, &segment, socklen_t(MemoryLayout<Int32>.size))
        }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        target.sin_addr = host
        let result = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 || errno == EINPROGRESS else {
            let failure = Self.failure("connect to \(authority)")
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// The kernel's `tcpi_data_segs_in`, which the C library's older `struct tcp_info` lacks; 0 if it does not tell.
    static func segments(_ descriptor: Int32) -> Int {
        var info = [UInt32](repeating: 0, count: 64)
        var length = socklen_t(info.count * 4)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, length >= 156 else { return 0 }
        return Int(info[38])
    }

    private static func failure(_ action: String) -> CommandFailure {
        CommandFailure("cannot \(action): \(String(cString: strerror(errno)))")
    }
}
