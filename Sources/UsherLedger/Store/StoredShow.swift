import UsherCore

/// A show's entry in the catalogue.
struct StoredShow {
    /// What all of the show's rows are found by.
    var key: Int64
    /// As it is now.
    var show: Show
    /// Of the content that it was created with.
    var digest: ContentDigest
}
