import UsherCore
import UsherWire

/// What is taken for a message comes back from its bytes, and from its JSON, as the same value.
enum ProtoEntry {
    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let type = WireTypes.all[source.number(below: WireTypes.all.count)]
        let bytes = source.remainder()
        try type.check(bytes)
    }
}
