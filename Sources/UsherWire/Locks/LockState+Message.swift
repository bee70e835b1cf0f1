import CUsherProto
import UsherCore

extension LockState {
    /// nil for unspecified and for states of a newer version.
    init?(wire: Usher__V1__LockState) {
        guard let raw = UInt8(exactly: wire.rawValue) else { return nil }
        self.init(rawValue: raw)
    }
}
