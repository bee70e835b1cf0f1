import CUsherProto

/// Every file, message, enum and service of the published protocol: what reflection answers from and what `ProtoJSON`
/// goes by. It is read once from the descriptor set that is built in.
public struct DescriptorCatalogue: Sendable {
    struct File: Sendable {
        var name = ""
        /// The serialized `google.protobuf.FileDescriptorProto`.
        var bytes: [UInt8] = []
        var dependencies: [String] = []
    }

    /// In the order of their names.
    public private(set) var services: [ServiceDescriptor] = []
    private(set) var messages: [String: MessageDescriptor] = [:]
    private(set) var enums: [String: EnumDescriptor] = [:]
    private var files: [String: File] = [:]
    /// Full name of everything that has one → file name.
    private var fileBySymbol: [String: String] = [:]

    /// The built-in one.
    public static let builtIn: DescriptorCatalogue = {
        let set = UnsafeBufferPointer(start: usher_descriptor_set_bytes(), count: usher_descriptor_set_size)
        do {
            return try DescriptorCatalogue(descriptorSet: Array(set))
        } catch {
            preconditionFailure("the built-in descriptor set is broken: \(error)")
        }
    }()

    /// Reads a serialized `google.protobuf.FileDescriptorSet`.
    init(descriptorSet: [UInt8]) throws(WireError) {
        var reader = WireReader(descriptorSet[...])
        while let field = try reader.next() {
            if case (1, .bytes(let file)) = (field.number, field.payload) { try add(file: file) }
        }
        services.sort { $0.name < $1.name }
    }

    /// The file and everything that it imports, each once, the file itself first; nil if there is no such file.
    public func files(named name: String) -> [[UInt8]]? {
        guard files[name] != nil else { return nil }
        var found: [[UInt8]] = []
        var seen: Set<String> = [name]
        var queue = [name]
        var next = 0
        while next < queue.count {
            if let file = files[queue[next]] {
                found.append(file.bytes)
                for dependency in file.dependencies where seen.insert(dependency).inserted { queue.append(dependency) }
            }
            next += 1
        }
        return found
    }

    /// The file that defines a fully-qualified symbol (a message, field, oneof, enum, enum value, service or method),
    /// first, and everything that it imports; nil if there is none.
    public func files(containing symbol: String) -> [[UInt8]]? {
        let name = symbol.hasPrefix(".") ? String(symbol.dropFirst()) : symbol
        return fileBySymbol[name].flatMap { files(named: $0) }
    }

    /// Whether there is a message type of that full name.
    public func hasMessage(_ name: String) -> Bool { messages[name] != nil }
}

extension DescriptorCatalogue {
    private mutating func add(file bytes: ArraySlice<UInt8>) throws(WireError) {
        var file = File()
        file.bytes = Array(bytes)
        var package = ""
        // Everything in a file is named after it, so its name and package are read first.
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            switch (field.number, field.payload) {
            case (1, .bytes(let text)): file.name = String(decoding: text, as: UTF8.self)
            case (2, .bytes(let text)): package = String(decoding: text, as: UTF8.self)
            case (3, .bytes(let text)): file.dependencies.append(String(decoding: text, as: UTF8.self))
            default: break
            }
        }
        files[file.name] = file
        reader = WireReader(bytes)
        while let field = try reader.next() {
            guard case .bytes(let inner) = field.payload else { continue }
            switch field.number {
            case 4: try add(message: inner, scope: package, file: file.name)
            case 5: try add(enumeration: inner, scope: package, file: file.name)
            case 6: try add(service: inner, scope: package, file: file.name)
            default: break
            }
        }
    }

    private static func join(_ scope: String, _ name: String) -> String { scope.isEmpty ? name : "\(scope).\(name)" }

    /// Field 1 of every descriptor is its name.
    private static func name(of bytes: ArraySlice<UInt8>) throws(WireError) -> String {
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            if case (1, .bytes(let text)) = (field.number, field.payload) {
                return String(decoding: text, as: UTF8.self)
            }
        }
        throw WireError(.malformed, "a descriptor without a name")
    }

    private mutating func add(message bytes: ArraySlice<UInt8>, scope: String, file: String) throws(WireError) {
        let name = Self.join(scope, try Self.name(of: bytes))
        fileBySymbol[name] = file
        var fields: [FieldDescriptor] = []
        var isMapEntry = false
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            guard case .bytes(let inner) = field.payload else { continue }
            switch field.number {
            case 2: fields.append(try FieldDescriptor(inner))
            case 3: try add(message: inner, scope: name, file: file)
            case 4: try add(enumeration: inner, scope: name, file: file)
            case 7:
                var options = WireReader(inner)
                while let option = try options.next() {
                    if case (7, .varint(let value)) = (option.number, option.payload) { isMapEntry = value != 0 }
                }
            case 8: fileBySymbol[Self.join(name, try Self.name(of: inner))] = file
            default: break
            }
        }
        for field in fields { fileBySymbol[Self.join(name, field.name)] = file }
        messages[name] = MessageDescriptor(name: name, fields: fields, isMapEntry: isMapEntry)
    }

    private mutating func add(enumeration bytes: ArraySlice<UInt8>, scope: String, file: String) throws(WireError) {
        let name = Self.join(scope, try Self.name(of: bytes))
        fileBySymbol[name] = file
        var descriptor = EnumDescriptor()
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            guard case (2, .bytes(let inner)) = (field.number, field.payload) else { continue }
            let value = try Self.name(of: inner)
            var number: Int32 = 0
            var values = WireReader(inner)
            while let part = try values.next() {
                if case (2, .varint(let raw)) = (part.number, part.payload) { number = Int32(truncatingIfNeeded: raw) }
            }
            descriptor.add(value, number)
            // The language scopes values beside their enum; people also write them inside it.
            fileBySymbol[Self.join(scope, value)] = file
            fileBySymbol[Self.join(name, value)] = file
        }
        enums[name] = descriptor
    }

    private mutating func add(service bytes: ArraySlice<UInt8>, scope: String, file: String) throws(WireError) {
        let name = Self.join(scope, try Self.name(of: bytes))
        fileBySymbol[name] = file
        var methods: [MethodDescriptor] = []
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            guard case (2, .bytes(let inner)) = (field.number, field.payload) else { continue }
            var method = MethodDescriptor(
                name: "", input: "", output: "", isClientStreaming: false, isServerStreaming: false)
            var parts = WireReader(inner)
            while let part = try parts.next() {
                switch (part.number, part.payload) {
                case (1, .bytes(let text)): method.name = String(decoding: text, as: UTF8.self)
                case (2, .bytes(let text)): method.input = String(decoding: text.dropFirst(), as: UTF8.self)
                case (3, .bytes(let text)): method.output = String(decoding: text.dropFirst(), as: UTF8.self)
                case (5, .varint(let value)): method.isClientStreaming = value != 0
                case (6, .varint(let value)): method.isServerStreaming = value != 0
                default: break
                }
            }
            fileBySymbol[Self.join(name, method.name)] = file
            methods.append(method)
        }
        services.append(ServiceDescriptor(name: name, methods: methods))
    }
}
