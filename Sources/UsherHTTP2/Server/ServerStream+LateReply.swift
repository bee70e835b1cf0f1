import UsherRPC

/// Calls that wait for their reply without a task.
extension ServerStream: LateReply {
    /// What such a call holds until its reply is given, also if it ends before: requests that came faster than they are
    /// worked off would else fill the memory.
    struct Waiting {
        let method: Method
        let connection: ServerConnection
        /// Bytes of the request, in the books.
        let bytes: Int

        init(_ method: Method, on connection: ServerConnection, bytes: Int) {
            self.method = method
            self.connection = connection
            self.bytes = bytes
            connection.runningHandlers += 1
            connection.session.hold(bytes)
        }

        func end() {
            connection.session.letGo(bytes)
            connection.runningHandlers -= 1
        }
    }

    /// Begins the call. False if it must wait for its turn first, or needs a task.
    func begins(
        _ begin: Method.Begin, _ message: [UInt8], _ method: Method, _ connection: ServerConnection
    ) -> Bool {
        guard isOpen, connection.runningHandlers < Limits.maxHandlersPerConnection, connection.takeTurnAtOnce(self)
        else {
            return false
        }
        // The reply may come before `begin` returns.
        let waiting = Waiting(method, on: connection, bytes: message.count)
        waits = waiting
        connection.session.account(self)
        do throws(RPCError) {
            guard try begin(makeCall(keepingHead: true), message, self) else {
                waits = nil
                waiting.end()
                connection.giveTurnBack(self)
                return false
            }
            // The stream may wait for long.
            head = RequestHead()
            armDeadline()
        } catch {
            give(.failure(error))
        }
        return true
    }

    func give(_ reply: Result<[UInt8], RPCError>) {
        assert(reactor.isCurrent, "a reply is given on another thread")
        // A second reply is for nobody.
        guard let waiting = waits.take() else { return }
        let connection = waiting.connection
        if isOpen, case .success(let bytes) = reply, compresses(bytes, of: waiting.method) {
            connection.runningHandlers -= 1
            // Compressing takes its time.
            return answerCompressed(bytes, holding: waiting.bytes)
        }
        do throws(RPCError) {
            try answer(CodedMessage(try reply.get()))
        } catch {
            end(error)
        }
        waiting.end()
        connection.endTurn(self)
        connection.session.endUpload(self)
    }
}
