import CUsherProto
public import UsherCore

/// `ServerReflectionResponse` of `grpc.reflection.v1` and, the same on the wire, of `v1alpha`.
public struct ReflectionResponse: WireMessage {
    public static let messageName = "grpc.reflection.v1.ServerReflectionResponse"

    /// What is answered.
    public enum Answer: Sendable, Equatable {
        /// Serialized `google.protobuf.FileDescriptorProto`s: the one asked for first, then all that it imports.
        case files([[UInt8]])
        case extensionNumbers(type: String, [Int32])
        /// Full names.
        case services([String])
        /// A status code's number and a sentence.
        case error(code: Int32, message: String)
        /// Nothing, or something of a newer version.
        case none
    }

    public var validHost: String
    public var originalRequest: ReflectionRequest?
    public var answer: Answer

    public init(validHost: String = "", originalRequest: ReflectionRequest?, answer: Answer) {
        self.validHost = validHost
        self.originalRequest = originalRequest
        self.answer = answer
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ReflectionResponse: MessageMapping {
    typealias C = Grpc__Reflection__V1__ServerReflectionResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__reflection__v1__server_reflection_response__init }
    static var unpack: Unpack { grpc__reflection__v1__server_reflection_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        validHost = r.text(c.valid_host, "valid_host")
        originalRequest = r.message(c.original_request, "original_request")
        var answer: Answer?
        switch c.message_response_case.rawValue {
        case 4:
            answer = r.message(c.file_descriptor_response, "file_descriptor_response") { c, r in
                .files(r.bytesList(c.n_file_descriptor_proto, c.file_descriptor_proto))
            }
        case 5:
            let field = c.all_extension_numbers_response
            answer = r.message(field, "all_extension_numbers_response") { c, r in
                .extensionNumbers(
                    type: r.text(c.base_type_name, "base_type_name"),
                    (0..<c.n_extension_number).map { c.extension_number[$0] })
            }
        case 6:
            answer = r.message(c.list_services_response, "list_services_response") { c, r in
                .services(r.list(c.n_service, c.service, "service") { c, r in r.text(c.name, "name") })
            }
        case 7:
            answer = r.message(c.error_response, "error_response") { c, r in
                .error(code: c.error_code, message: r.looseText(c.error_message))
            }
        default: break
        }
        self.answer = answer ?? .none
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.valid_host = w.text(validHost)
        c.original_request = w.message(originalRequest)
        func set(_ number: UInt32) { c.message_response_case = .init(rawValue: number) }
        switch answer {
        case .files(let files):
            set(4)
            c.file_descriptor_response = w.message(grpc__reflection__v1__file_descriptor_response__init) { c in
                w.bytesList(files, &c.n_file_descriptor_proto, &c.file_descriptor_proto)
            }
        case .extensionNumbers(let type, let numbers):
            set(5)
            c.all_extension_numbers_response = w.message(grpc__reflection__v1__extension_number_response__init) { c in
                c.base_type_name = w.text(type)
                w.int32s(numbers, &c.n_extension_number, &c.extension_number)
            }
        case .services(let names):
            set(6)
            c.list_services_response = w.message(grpc__reflection__v1__list_service_response__init) { c in
                w.list(names, &c.n_service, &c.service, grpc__reflection__v1__service_response__init) { name, c in
                    c.name = w.text(name)
                }
            }
        case .error(let code, let message):
            set(7)
            c.error_response = w.message(grpc__reflection__v1__error_response__init) { c in
                c.error_code = code
                c.error_message = w.text(message)
            }
        case .none: break
        }
    }
}
