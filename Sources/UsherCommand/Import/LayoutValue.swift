import Foundation
import UsherCore
import UsherWire

/// A value of a layout file, JSON or property list alike, with the leniency that real files need: numbers written as
/// strings, floats where whole numbers are meant, nulls.
enum LayoutValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([LayoutValue])
    case object([String: LayoutValue])

    /// Of members with one name the last one counts.
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .number(let literal): self = Double(literal).map(LayoutValue.number) ?? .null
        case .string(let text): self = .text(text)
        case .array(let items): self = .list(items.map(LayoutValue.init))
        case .object(let members):
            self = .object(Dictionary(members.map { ($0.key, LayoutValue($0.value)) }, uniquingKeysWith: { $1 }))
        }
    }

    /// From what Foundation's reader of property lists returns of a file of so many bytes. Throws if there are more values than bytes, each
    /// of which can name one.
    init(_ any: Any, bytes: Int) throws(ImportError) {
        var room = min(Limits.importValues, bytes + 1)
        self = Self.make(any, &room)
        guard room > 0 else {
            throw ImportError("the file has more values than a file of its size holds, or than any hall needs")
        }
    }

    /// Null for everything that there is no room for.
    private static func make(_ any: Any, _ room: inout Int) -> LayoutValue {
        room -= 1
        guard room > 0 else { return .null }
        switch any {
        case let text as String: return .text(text)
        case let number as NSNumber:
            let isBool = number.objCType.pointee == CChar(UInt8(ascii: "c"))
            return isBool ? .bool(number.boolValue) : .number(number.doubleValue)
        case let list as [Any]: return .list(list.map { make($0, &room) })
        case let object as [String: Any]: return .object(object.mapValues { make($0, &room) })
        case let date as Date: return .text(date.ISO8601Format())
        default: return .null
        }
    }

    /// A member of an object, or an item of a list by its 0-based number; null if there is none.
    subscript(key: String) -> LayoutValue {
        switch self {
        case .object(let members): return members[key] ?? .null
        case .list(let items):
            guard let index = Int(key), items.indices.contains(index) else { return .null }
            return items[index]
        default: return .null
        }
    }

    /// Follows `a.b.c`; a key that itself holds dots is found as it stands.
    func at(_ path: String) -> LayoutValue {
        if path.isEmpty { return self }
        if self[path] != .null { return self[path] }
        return path.split(separator: ".").reduce(self) { $0[String($1)] }
    }

    /// As text: whole numbers without a point. nil for null, lists and objects.
    var string: String? {
        switch self {
        case .text(let text): text
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
        case .bool(let flag): flag ? "true" : "false"
        case .null, .list, .object: nil
        }
    }

    /// As a finite number, also when it is written as a string.
    var double: Double? {
        switch self {
        case .number(let number): number.isFinite ? number : nil
        case .text(let text):
            Double(text.trimmingCharacters(in: .whitespaces)).flatMap { $0.isFinite ? $0 : nil }
        case .bool, .null, .list, .object: nil
        }
    }

    var list: [LayoutValue]? {
        if case .list(let items) = self { return items }
        return nil
    }

    var isObject: Bool {
        if case .object = self { return true }
        return false
    }

    /// The records of the list that a record at `path` has under `key`. A list that is missing, or is none, and what in it
    /// is no record, are faults: whatever lies in it would be lost in silence.
    func records(_ key: String, at path: String, _ faults: inout FaultList) -> [LayoutValue] {
        // Told where it stands in its list.
        guard isObject else { return [] }
        let place = path.isEmpty ? key : "\(path).\(key)"
        guard let items = self[key].list else {
            faults.add(place, "needs a list of records")
            return []
        }
        for (index, item) in items.enumerated() where !item.isObject {
            faults.add("\(place)[\(index)]", "needs a record with named fields")
        }
        return items
    }

    /// The names of the members that hold single values, nested ones with dots.
    func scalarPaths(prefix: String = "", depth: Int = 3) -> [String] {
        guard case .object(let members) = self, depth > 0 else { return [] }
        return members.keys.sorted().flatMap { (key: String) -> [String] in
            switch members[key] ?? .null {
            case .object: self[key].scalarPaths(prefix: prefix + key + ".", depth: depth - 1)
            case .list: []
            default: [prefix + key]
            }
        }
    }
}
