import CUsherProto
import UsherCore

extension StatusDetail {
    private static let prefix = "type.googleapis.com/"

    /// What is not a valid message of its type becomes `.other`.
    init(typeURL: String, value: [UInt8]) {
        self = Self.known(typeURL, value) ?? .other(typeURL: typeURL, value: value)
    }

    private static func known(_ typeURL: String, _ value: [UInt8]) -> StatusDetail? {
        // A type URL is anything up to the last slash, then the message's name.
        let name = typeURL.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        do {
            switch name {
            case ErrorInfoMessage.messageName:
                let info = try ErrorInfoMessage(decoding: value)
                return .errorInfo(reason: info.reason, domain: info.domain, metadata: info.metadata)
            case BadRequestMessage.messageName: return .badRequest(try BadRequestMessage(decoding: value).faults)
            case SeatConflict.messageName: return .seatConflict(try SeatConflict(decoding: value))
            case RetryInfoMessage.messageName: return .retryInfo(try RetryInfoMessage(decoding: value).delay)
            default: return nil
            }
        } catch {
            return nil
        }
    }

    var typeURL: String {
        switch self {
        case .errorInfo: Self.prefix + ErrorInfoMessage.messageName
        case .badRequest: Self.prefix + BadRequestMessage.messageName
        case .seatConflict: Self.prefix + SeatConflict.messageName
        case .retryInfo: Self.prefix + RetryInfoMessage.messageName
        case .other(let typeURL, _): typeURL
        }
    }

    var value: [UInt8] {
        switch self {
        case .errorInfo(let reason, let domain, let metadata):
            ErrorInfoMessage(reason: reason, domain: domain, metadata: metadata).encoded()
        case .badRequest(let faults): BadRequestMessage(faults: faults).encoded()
        case .seatConflict(let conflict): conflict.encoded()
        case .retryInfo(let delay): RetryInfoMessage(delay: delay).encoded()
        case .other(_, let value): value
        }
    }
}
