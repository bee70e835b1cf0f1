/// The contract's page sizes: 1 to 1,000, and 0 for the default.
enum PageSize {
    static func resolved(_ size: Int) -> Int {
        size == 0 ? Limits.defaultPageSize : size
    }
}
