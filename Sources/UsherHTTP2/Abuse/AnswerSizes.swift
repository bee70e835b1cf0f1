import UsherRPC

/// How large the answers of each method are, lately: what a call that begins will lay into its connection. Whoever lets
/// calls run by what waits already has let a hundred of them run before the first one's answer is there.
struct AnswerSizes {
    /// By the methods' places; as many as the server has methods. 0 of one that nobody has called.
    private var sizes: [Int] = []

    /// The bytes to expect. Of a method that nobody has called yet they are a guess.
    func expected(_ method: Method) -> Int {
        let known = method.index < sizes.count ? sizes[method.index] : 0
        return known > 0
            ? known : (method.replyCompression == .never ? Limits.unknownAnswer : Limits.unknownLargeAnswer)
    }

    /// A call was answered with so many bytes. A larger answer is believed at once, smaller ones little by little.
    mutating func note(_ method: Method, _ bytes: Int) {
        while sizes.count <= method.index { sizes.append(0) }
        let before = sizes[method.index]
        sizes[method.index] = max(bytes, before - before / 16)
    }
}
