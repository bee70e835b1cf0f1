import CUsherProto
import UsherCore

/// `google.rpc.RetryInfo`.
struct RetryInfoMessage: WireMessage {
    static let messageName = "google.rpc.RetryInfo"

    var delay: TimeSpan

    init(delay: TimeSpan) {
        self.delay = delay
    }

    init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    func encoded() -> [UInt8] { Codec.encode(self) }
}

extension RetryInfoMessage: MessageMapping {
    typealias C = Google__Rpc__RetryInfo
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { google__rpc__retry_info__init }
    static var unpack: Unpack { google__rpc__retry_info__unpack }

    init(_ c: C, _ r: inout Reading) {
        delay = r.span(c.retry_delay, "retry_delay") ?? .zero
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.retry_delay = w.span(delay)
    }
}
