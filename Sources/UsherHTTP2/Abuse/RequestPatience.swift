/// Until when the rest of a request must be there: some time for everybody, and more for each byte that came, so that a
/// large request on a slow network has the time that it needs and a trickle has not.
enum RequestPatience {
    /// Boot-clock nanoseconds.
    static func deadline(began: Int64, received: Int) -> Int64 {
        let (earned, overflow) = Int64(received).multipliedReportingOverflow(by: 1_000_000_000 / Limits.requestRate)
        return overflow ? .max : began + Limits.requestPatience + earned
    }
}
