/// The files of a client's TLS.
struct TLSClientFiles: Equatable {
    /// nil trusts the system's own list.
    let authorities: String?
    let identity: TLSIdentityFiles?

    /// By which a change of one of them is seen.
    var stamps: [TLSFileStamp?] {
        [authorities, identity?.certificate, identity?.key].compactMap(\.self).map { TLSFileStamp($0) }
    }
}
