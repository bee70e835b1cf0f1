import UsherCore

/// What a request id stood for, and what its answer was about.
struct StoredRequest: Equatable {
    enum Subject: Equatable {
        case show
        case lock(UInt64)
        case sale(UInt64)
    }

    var digest: ContentDigest
    var showKey: Int64
    var subject: Subject
    var at: Timestamp
}

extension ShowRecord {
    /// What the answer to the request that wrote this record was about.
    var subject: StoredRequest.Subject {
        switch event {
        case .locked: .lock(index)
        case .lockChanged(let lock, _), .lockRenewed(let lock, _), .paymentBegan(let lock, _), .paymentEnded(let lock),
            .released(let lock), .expired(let lock):
            .lock(lock)
        case .confirmed: .sale(index)
        case .refunded(let sale, _, _): .sale(sale)
        case .created, .updated, .blocked, .unblocked: .show
        }
    }
}
