import COpenSSL
import CSystem

/// The keys that tickets are sealed with. A server that keeps them for ever keeps what was said under TLS 1.2 readable
/// for whoever steals them: so they are made anew every day, at the price of one full handshake a client.
struct TLSTicketKeys {
    private(set) var bytes = [UInt8](repeating: 0, count: Int(USHER_TLS_TICKET_KEY_BYTES))
    private var madeAt: Int64

    /// Boot-clock nanoseconds.
    static func clock() -> Int64 { usher_boot_nanoseconds() }

    init(now: Int64) throws(TransportError) {
        madeAt = now
        try fill()
    }

    func isOld(now: Int64) -> Bool { now - madeAt >= Limits.ticketKeyLife }

    mutating func renewIfOld(now: Int64) throws(TransportError) {
        guard isOld(now: now) else { return }
        madeAt = now
        try fill()
    }

    private mutating func fill() throws(TransportError) {
        guard RAND_bytes(&bytes, Int32(bytes.count)) == 1 else { throw TLSFailure.library("make ticket keys") }
    }
}
