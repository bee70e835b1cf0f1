import UsherCore
import UsherWire

/// What a map reads by calls of its own.
extension MapCore {
    func ask(after position: Position) async throws(UsherError) -> SeatEvent {
        let request = GetSeatsRequest(showID: showID, epoch: position.epoch, afterSeq: position.seq)
        // Once: the machine tries again.
        return try await client.call("SeatService/GetSeats", request, .never)
    }

    // MARK: Hall and show

    func readHall(_ key: LoadedHall.Key) {
        if let known = client.halls.hall(key) { return hallCame(.success(known)) }
        Task(executorPreference: client.runtime.executor) {
            do throws(UsherError) {
                let loaded = try await self.client.halls.read(key, self.client)
                self.hallCame(.success(loaded))
            } catch {
                self.hallCame(.failure(error))
            }
        }
    }

    private func hallCame(_ result: Result<LoadedHall, UsherError>) {
        change { state, now in
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            switch result {
            case .success(let loaded):
                if state.hallCame(loaded) {
                    // If another one is missing meanwhile, it is asked for below.
                    state.hallLoad.came()
                } else {
                    self.client.halls.distrust(loaded.key)
                    let fault = UsherError(.internal, message: "the hall and the map of its seats do not fit together")
                    state.hallLoad.failed(fault, isFinal: false, now: now, using: &generator)
                }
                state.finish(now)
            case .failure(let error):
                state.hallLoad.failed(error, isFinal: self.client.isFinal(error), now: now, using: &generator)
                var directives: [SeatWatchMachine.Directive] = []
                if state.hallLoad.isRefused {
                    state.lastError = error
                    directives = state.machine.giveUp(self.failure(error), now: now)
                }
                state.absorb(directives, now: now)
            }
        }
    }

    func readShow() {
        Task(executorPreference: client.runtime.executor) {
            do throws(UsherError) {
                let view = try await self.client.show(self.showID)
                self.showCame(.success(view.show))
            } catch {
                self.showCame(.failure(error))
            }
        }
    }

    private func showCame(_ result: Result<Show, UsherError>) {
        change { state, now in
            switch result {
            case .success(let show):
                let directives = state.machine.showRead(show)
                state.showLoad.came()
                if state.lacksShow {
                    let fault = UsherError(.internal, message: "the gateway told an older show than its stream")
                    var generator = RuntimeGenerator(runtime: self.client.runtime)
                    state.showLoad.failed(fault, isFinal: false, now: now, using: &generator)
                }
                state.absorb(directives, now: now)
            case .failure(let error):
                var generator = RuntimeGenerator(runtime: self.client.runtime)
                state.showLoad.failed(error, isFinal: self.client.isFinal(error), now: now, using: &generator)
                // Who waits for the show hears that it will not come.
                if state.showLoad.isRefused { state.changed.insert(.show) }
                state.finish(now)
            }
        }
    }
}
