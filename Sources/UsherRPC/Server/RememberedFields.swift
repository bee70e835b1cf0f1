/// The metadata of an earlier request, as they came and as what was made of them. Never changed: a request that was compared
/// with them in part goes on with the same ones, whatever others say meanwhile.
final class RememberedFields: Sendable {
    private struct Field: Sendable {
        let name: [UInt8]
        let value: [UInt8]
    }

    private let fields: [Field]
    let metadata: Metadata

    init(_ metadata: Metadata) {
        fields = metadata.entries.map { Field(name: Array($0.name.utf8), value: Array($0.value.utf8)) }
        self.metadata = metadata
    }

    var count: Int { fields.count }

    /// The entry at `index`, if it has these bytes.
    func entry(
        _ index: Int, _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> Metadata.Entry? {
        guard index < fields.count, FieldBytes.areEqual(value, fields[index].value),
            FieldBytes.areEqual(name, fields[index].name)
        else { return nil }
        return metadata.entries[index]
    }
}
