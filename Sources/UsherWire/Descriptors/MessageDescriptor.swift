/// One message type, as its descriptor says.
struct MessageDescriptor: Sendable {
    /// Full name.
    var name: String
    /// In the order of their numbers.
    var fields: [FieldDescriptor] = []
    var isMapEntry = false
    /// Places in `fields`, by original and by JSON name.
    private var byName: [String: Int] = [:]
    private var byNumber: [UInt32: Int] = [:]

    init(name: String, fields: [FieldDescriptor], isMapEntry: Bool) {
        self.name = name
        self.fields = fields.sorted { $0.number < $1.number }
        self.isMapEntry = isMapEntry
        for (place, field) in self.fields.enumerated() {
            byName[field.name] = place
            byName[field.jsonName] = place
            byNumber[field.number] = place
        }
    }

    /// By original or JSON name.
    func field(named name: String) -> FieldDescriptor? { byName[name].map { fields[$0] } }

    func place(ofNumber number: UInt32) -> Int? { byNumber[number] }
}
