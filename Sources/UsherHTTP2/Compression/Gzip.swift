import CZlib

/// Gzip by zlib, for whole messages: the only place that calls it.
enum Gzip {
    /// Compresses messages, each on its own. Not for two threads at once.
    final class Deflater {
        private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

        init() {
            stream.initialize(to: z_stream())
            // Fails only when memory is out, where Swift itself ends the process.
            precondition(usher_gzip_init(stream, Int32(Limits.deflateLevel)) == Z_OK, "no memory for zlib")
        }

        deinit {
            deflateEnd(stream)
            stream.deallocate()
        }

        /// The compressed message, or nil if it would not be smaller.
        func compress(_ message: [UInt8]) -> [UInt8]? {
            guard message.count > 1 else { return nil }
            // Copied out of it in the end, for the room is that of the whole message.
            let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: message.count - 1)
            defer { room.deallocate() }
            return message.withUnsafeBufferPointer { source in
                deflateReset(stream)
                stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.pointee.avail_in = uInt(source.count)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = uInt(room.count)
                let code = deflate(stream, Z_FINISH)
                stream.pointee.next_in = nil
                stream.pointee.next_out = nil
                guard code == Z_STREAM_END else { return nil }
                let count = room.count - Int(stream.pointee.avail_out)
                return Array(UnsafeMutableBufferPointer(rebasing: room[..<count]))
            }
        }
    }

    /// Decompresses messages, one after another, each in pieces. Not for two threads at once.
    final class Inflater {
        enum Step: Equatable {
            /// The piece is full; there may be more.
            case piece
            /// That was the message's end.
            case end
            /// These bytes are not one whole member of gzip.
            case corrupt
        }

        private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

        init() {
            stream.initialize(to: z_stream())
            precondition(usher_gunzip_init(stream) == Z_OK, "no memory for zlib")
        }

        deinit {
            inflateEnd(stream)
            stream.deallocate()
        }

        /// Begins with a new message.
        func reset() {
            inflateReset(stream)
        }

        /// Decompresses from `message`, of which `taken` bytes were used, until `piece` is full or the message has ended:
        /// `count` bytes of the piece are filled.
        func step(
            _ message: [UInt8], taken: inout Int, into piece: UnsafeMutableBufferPointer<UInt8>, count: inout Int
        ) -> Step {
            message.withUnsafeBufferPointer { source in
                let input = UnsafeBufferPointer(rebasing: source[taken...])
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = uInt(input.count)
                stream.pointee.next_out = piece.baseAddress
                stream.pointee.avail_out = uInt(piece.count)
                let code = inflate(stream, Z_NO_FLUSH)
                taken += input.count - Int(stream.pointee.avail_in)
                count = piece.count - Int(stream.pointee.avail_out)
                stream.pointee.next_in = nil
                stream.pointee.next_out = nil
                switch code {
                // What follows the member belongs to nothing: another member is no part of this message.
                case Z_STREAM_END: return taken == message.count ? .end : .corrupt
                // With room left it stopped because the input ended before the member did.
                case Z_OK, Z_BUF_ERROR: return count == piece.count ? .piece : .corrupt
                default: return .corrupt
                }
            }
        }
    }

    /// How many bytes the message says that it has, the last four bytes of gzip: the sender's word, no more.
    static func claimedCount(_ message: [UInt8]) -> Int {
        guard message.count >= 18 else { return 0 }
        return message.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
