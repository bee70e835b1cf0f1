import UsherRPC

/// How large the answers of each method are, lately: what a call that begins will lay into its connection. Whoever lets
/// calls run by what waits already has let a hundred of them run before the first one's answer is there.
struct AnswerSizes {
    /// By path; as many as the server has methods.
    private var sizes: [String: Int] = [:]

    /// The bytes to expect. Of a method that nobody has called yet they are a guess.
    func expected(_ method: Method) -> Int {
        sizes[method.path] ?? (method.replyCompression == .never ? Limits.unknownAnswer : Limits.unknownLargeAnswer)
    }

    /// A call was answered with so many bytes. A larger answer is believed at once, smaller ones little by little.
    mutating func note(_ method: Method, _ bytes: Int) {
        let before = sizes[method.path] ?? 0
        sizes[method.path] = max(bytes, before - before / 16)
    }
}
