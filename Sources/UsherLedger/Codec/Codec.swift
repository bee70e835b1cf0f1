import UsherCore

/// Domain values as the store keeps them. Tags are never used again for something else; a new field gets a new tag.
struct Codec {
    /// What a restored backup adds to every epoch: "" or "-" and a number. Epochs are stored without it, so that it
    /// need not be known which shows a backup held.
    var epochSuffix = ""

    init(generation: UInt64 = 0) {
        epochSuffix = generation == 0 ? "" : "-\(generation)"
    }

    /// The epoch as it is stored.
    func baseEpoch(_ epoch: String) -> String {
        String(epoch.prefix { $0 != "-" })
    }
}
