/// One stream of a load's connection.
struct LoadStream {
    /// 0: free.
    var id: UInt32 = 0
    /// The owner's number for it.
    var tag = 0
    var begunAt: Int64 = 0
    var messages = 0
    /// Bytes that the server has not been given back.
    var taken = 0
    /// The beginning of a message that came in pieces, its prefix included.
    var partial: [UInt8] = []
}
