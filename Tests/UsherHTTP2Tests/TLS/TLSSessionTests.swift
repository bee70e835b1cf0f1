import COpenSSL
import Testing

@testable import UsherHTTP2

/// Two sessions that talk through memory.
@Suite("A TLS session") struct TLSSessionTests {
    private final class Pair {
        let authority: TestAuthority
        let client: TLSSession
        let server: TLSSession
        var clientHeard: [UInt8] = []
        var serverHeard: [UInt8] = []
        var clientOutcome = TLSSession.Outcome.needsInput
        var serverOutcome = TLSSession.Outcome.needsInput

        init() throws {
            authority = try TestAuthority()
            let identity = try authority.issue("server")
            let tls = try ServerTLS(identities: [identity])
            server = try #require(tls.makeSession())
            client = try #require(
                try ClientTLS(authorities: authority.file).makeSession(host: "localhost", ticket: nil))
        }

        /// Carries what waits from one side to the other in pieces, until nothing waits.
        func pump(pieces: Int = .max, bufferBytes: Int = 1_000) {
            while true {
                let (up, down) = (drain(client), drain(server))
                if up.isEmpty, down.isEmpty { return }
                if !up.isEmpty, !server.isBroken {
                    serverOutcome = feed(server, up, pieces, bufferBytes, &serverHeard)
                }
                if !down.isEmpty, !client.isBroken {
                    clientOutcome = feed(client, down, pieces, bufferBytes, &clientHeard)
                }
            }
        }

        private func drain(_ session: TLSSession) -> [UInt8] {
            var records: [UInt8] = []
            #expect(session.seal([], onto: &records))
            return records
        }

        private func feed(
            _ session: TLSSession, _ bytes: [UInt8], _ pieces: Int, _ bufferBytes: Int, _ heard: inout [UInt8]
        ) -> TLSSession.Outcome {
            var outcome = TLSSession.Outcome.needsInput
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(pieces))
                rest = rest.dropFirst(piece.count)
                piece.withUnsafeBytes { piece in
                    session.input = piece
                    repeat {
                        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bufferBytes) { buffer in
                            let (count, result) = session.read(into: buffer)
                            heard.append(contentsOf: buffer[..<count])
                            outcome = result
                        }
                    } while outcome == .bufferIsFull
                    // The input is used up whatever is in it: nothing waits that the socket would not announce.
                    if outcome == .needsInput { #expect(session.input.isEmpty) }
                    session.input = UnsafeRawBufferPointer(start: nil, count: 0)
                }
            }
            return outcome
        }

        func establish(pieces: Int = .max) {
            client.start()
            pump(pieces: pieces)
        }
    }

    @Test("the handshake succeeds however its bytes arrive", arguments: [1, 7, 100, Int.max])
    func handshake(pieces: Int) throws {
        let pair = try Pair()
        #expect(pair.server.isUntouched)
        pair.establish(pieces: pieces)
        #expect(pair.client.carries && pair.server.carries)
        #expect(!pair.server.isUntouched)
        #expect(pair.server.peerCertificate == nil)
    }

    @Test("what is sealed on one side is read on the other, whole and in order", arguments: [1_000, 100_000])
    func data(bufferBytes: Int) throws {
        let pair = try Pair()
        pair.establish()
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        var (buffer, spare): ([UInt8], [UInt8]) = (bytes, [])
        #expect(pair.server.seal(&buffer, spare: &spare))
        #expect(buffer.count > bytes.count)
        // What the loop would write to the socket; the session keeps none of it.
        #expect(pair.server.output.isEmpty)
        var taken = pair.clientHeard
        var rest = buffer[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(10_007))
            rest = rest.dropFirst(piece.count)
            piece.withUnsafeBytes { piece in
                pair.client.input = piece
                var outcome = TLSSession.Outcome.bufferIsFull
                while outcome == .bufferIsFull {
                    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bufferBytes) { out in
                        let (count, result) = pair.client.read(into: out)
                        taken.append(contentsOf: out[..<count])
                        outcome = result
                    }
                }
            }
        }
        #expect(taken == bytes)
    }

    @Test("a goodbye is heard as the end")
    func goodbye() throws {
        let pair = try Pair()
        pair.establish()
        pair.client.sayGoodbye()
        pair.pump()
        #expect(pair.serverOutcome == .ended)
    }

    @Test("a byte that was changed on the way is a fault, and nothing is sealed after it")
    func damage() throws {
        let pair = try Pair()
        pair.establish()
        var records: [UInt8] = []
        #expect(pair.client.seal(Array("hello".utf8), onto: &records))
        records[records.count - 1] ^= 1
        records.withUnsafeBytes { bytes in
            pair.server.input = bytes
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 100) { buffer in
                let (count, outcome) = pair.server.read(into: buffer)
                #expect(count == 0)
                #expect(outcome == .failed("decryption failed or bad record mac"))
            }
        }
        #expect(!pair.server.carries)
        // The alert that says so.
        #expect(!pair.server.output.isEmpty)
    }

    @Test("a peer that changes its keys without end is cut off")
    func keyFlood() throws {
        let pair = try Pair()
        pair.establish()
        for _ in 0..<100 {
            SSL_key_update(pair.client.handle, SSL_KEY_UPDATE_REQUESTED)
            SSL_do_handshake(pair.client.handle)
        }
        pair.pump()
        #expect(pair.server.carries)
        for _ in 0..<Limits.lateHandshakeSteps {
            SSL_key_update(pair.client.handle, SSL_KEY_UPDATE_REQUESTED)
            SSL_do_handshake(pair.client.handle)
        }
        pair.pump()
        #expect(pair.serverOutcome == .failed("too many handshake messages"))
        #expect(!pair.server.carries)
    }
}
