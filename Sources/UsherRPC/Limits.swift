/// Every bound of this module, with its reason.
public enum Limits {
    /// One request message unless its method says otherwise: the contract's 1 MiB.
    public static let defaultMaxRequestBytes = 1 << 20
    /// Header fields of one request. gRPC needs about ten; more is a decompression bomb.
    public static let maxHeaderFields = 100
    /// Header bytes of one request, each field's name + value + 32 (RFC 9113 §6.5.2): gRPC's suggested default.
    public static let maxHeaderBytes = 8 << 10
    /// So many times these limits are no mistake any more but a decompression bomb, which gets no answer.
    static let headerBomb = 4
    /// The `content-type` that is looked at when the fields before it were too many.
    static let maxContentType = 256
    /// Of requests that say something else than the one before, one in so many is remembered for the next.
    static let missesPerLesson = 16
    /// Memory taken for a message on its announced length alone; beyond it, memory follows the bytes that arrived.
    static let announcedReserve = 64 << 10
    /// What compression may add to a message that it cannot shrink, beside 1/1,024 of it: gzip's header and trailer,
    /// and 5 bytes a stored block, which has 16 KiB or more.
    static let codingOverhead = 64
    /// Replies that are not smaller are compressed where their method says so (`ReplyCompression.large`): a shorter one
    /// fits in a few packets anyway.
    public static let minCompressedReply = 8 << 10
    /// The error text sent in `grpc-message`, in bytes before percent-coding, which may triple it: a client takes
    /// 8 KiB of fields.
    static let maxMessageText = 640
    /// A serialized `google.rpc.Status` that is sent: with base64 it leaves a client's 8 KiB room for the rest. Larger
    /// details are left out, so a sender cuts its lists before.
    public static let maxDetailsBytes = 4 << 10
    /// Body bytes of a request that is not gRPC that are read (and dropped) before it is answered.
    public static let maxIgnoredBody = 64 << 10

    // MARK: Client

    /// One reply message: the largest hall fits twice.
    public static let defaultMaxReplyBytes = 64 << 20
    /// How long a server's address that failed stands behind the others: a restart is over by then, and one attempt a
    /// minute costs nobody anything.
    static let badEndpointSpan: Int64 = 60_000_000_000
    /// The same after a connection broke.
    static let brokenEndpointSpan: Int64 = 5_000_000_000
}
