import Dispatch
import Foundation
import UsherHTTP2

/// Reads a server's certificates again on SIGHUP, and when their files have changed.
final class CertificateReloader {
    private let hangup: any DispatchSourceSignal
    private let timer: any DispatchSourceTimer

    /// `notice` gets a line for whoever runs the server, on a thread of its own.
    init(_ tls: ServerTLS, notice: @escaping @Sendable (String) -> Void) {
        for warning in tls.warnings { notice("warning: \(warning)") }
        let queue = DispatchQueue(label: "certificates")
        signal(SIGHUP, SIG_IGN)
        hangup = DispatchSource.makeSignalSource(signal: SIGHUP, queue: queue)
        hangup.setEventHandler {
            Self.tell(tls, notice) { () throws(TransportError) in
                try tls.reload()
                return true
            }
        }
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(
            deadline: .now() + .seconds(Limits.certificateCheckSeconds),
            repeating: .seconds(Limits.certificateCheckSeconds), leeway: .seconds(1))
        timer.setEventHandler { Self.tell(tls, notice) { () throws(TransportError) in try tls.reloadIfChanged() } }
        hangup.resume()
        timer.resume()
    }

    func stop() {
        hangup.cancel()
        timer.cancel()
    }

    /// Says what came of a try, if there was something to do.
    private static func tell(
        _ tls: ServerTLS, _ notice: (String) -> Void, _ reload: () throws(TransportError) -> Bool
    ) {
        do throws(TransportError) {
            guard try reload() else { return }
            notice("the certificates were read again")
            for warning in tls.warnings { notice("warning: \(warning)") }
        } catch {
            notice("error: cannot \(error.operation): \(error.message); the certificates read before stay in use")
        }
    }
}
