import CUsherProto
public import UsherCore

/// `ServerReflectionRequest` of `grpc.reflection.v1` and, the same on the wire, of `v1alpha`.
public struct ReflectionRequest: WireMessage {
    public static let messageName = "grpc.reflection.v1.ServerReflectionRequest"

    /// What is asked for.
    public enum Query: Sendable, Equatable {
        case fileByFilename(String)
        case fileContainingSymbol(String)
        case fileContainingExtension(type: String, number: Int32)
        case allExtensionNumbersOfType(String)
        case listServices(String)
        /// Nothing, or something of a newer version.
        case none
    }

    public var host: String
    public var query: Query

    public init(host: String = "", query: Query) {
        self.host = host
        self.query = query
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ReflectionRequest: MessageMapping {
    typealias C = Grpc__Reflection__V1__ServerReflectionRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__reflection__v1__server_reflection_request__init }
    static var unpack: Unpack { grpc__reflection__v1__server_reflection_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        host = r.text(c.host, "host")
        switch c.message_request_case.rawValue {
        case 3: query = .fileByFilename(r.text(c.file_by_filename, "file_by_filename"))
        case 4: query = .fileContainingSymbol(r.text(c.file_containing_symbol, "file_containing_symbol"))
        case 5:
            let field = c.file_containing_extension
            query =
                r.message(field, "file_containing_extension") { c, r in
                    .fileContainingExtension(
                        type: r.text(c.containing_type, "containing_type"), number: c.extension_number)
                } ?? .none
        case 6:
            query = .allExtensionNumbersOfType(
                r.text(c.all_extension_numbers_of_type, "all_extension_numbers_of_type"))
        case 7: query = .listServices(r.text(c.list_services, "list_services"))
        default: query = .none
        }
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.host = w.text(host)
        func set(_ number: UInt32) { c.message_request_case = .init(rawValue: number) }
        switch query {
        case .fileByFilename(let name):
            set(3)
            c.file_by_filename = w.text(name)
        case .fileContainingSymbol(let symbol):
            set(4)
            c.file_containing_symbol = w.text(symbol)
        case .fileContainingExtension(let type, let number):
            set(5)
            c.file_containing_extension = w.message(grpc__reflection__v1__extension_request__init) { c in
                c.containing_type = w.text(type)
                c.extension_number = number
            }
        case .allExtensionNumbersOfType(let type):
            set(6)
            c.all_extension_numbers_of_type = w.text(type)
        case .listServices(let text):
            set(7)
            c.list_services = w.text(text)
        case .none: break
        }
    }
}
