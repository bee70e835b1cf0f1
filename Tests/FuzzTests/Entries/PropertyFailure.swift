/// A property that an input broke.
struct PropertyFailure: Error, CustomStringConvertible {
    var description: String
}

func require(_ holds: Bool, _ property: @autoclosure () -> String) throws(PropertyFailure) {
    if !holds { throw PropertyFailure(description: property()) }
}
