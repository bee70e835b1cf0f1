import Foundation
import Usher
import UsherCore

/// What the commands of rooms and focus have in common.
enum RoomOptions {
    static let token = PositionalSpec("TOKEN", "the device's token, as join prints it; - reads it from standard input")
    static let room = PositionalSpec("ROOM", "the room's id")
    static let member = OptionSpec("member", "ID", "who (default: USHER_MEMBER, else your user name)")

    /// Who acts: as told, else as the environment says. A user name that cannot be an id is left out.
    /// `hint`: how the command is told.
    static func memberID(
        _ told: String?, _ console: Console, hint: String = "say --member ID, or set USHER_MEMBER"
    ) throws(UsageError) -> String {
        if let told { return told }
        for name in ["USHER_MEMBER", "USER", "LOGNAME"] {
            guard let value = console.environment[name], isID(value) else { continue }
            return value
        }
        throw UsageError("nobody is named", hint: hint)
    }

    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                Character(Unicode.Scalar(byte)).isASCII
                    && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                        || "._:-".utf8.contains(byte))
            }
    }

    static func status(_ word: String) throws(UsageError) -> MemberStatus {
        let words = MemberStatus.allCases.map(MemberText.status)
        guard let status = MemberStatus.allCases.first(where: { MemberText.status($0) == word }) else {
            throw UsageError(
                "the status is one of \(words.joined(separator: ", ")), not `\(word)`",
                hint: Spelling.hint(word, among: words))
        }
        return status
    }

    /// RFC 3339, or a span before now.
    static func past(_ option: String, _ arguments: ParsedArguments, now: Timestamp) throws(UsageError) -> Timestamp? {
        guard let text = arguments[option] else { return nil }
        if let time = TimeText.parse(text) { return time }
        if let span = SpanText.parse(text.hasPrefix("-") ? String(text.dropFirst()) : text) { return now - span }
        throw UsageError(
            "--\(option) takes a time, not `\(text)`", hint: "as 2026-12-31T20:00:00+01:00, or 10m for ten minutes ago")
    }
}
