extension Metadata {
    /// Appends a binary value under a name that ends in `-bin`.
    public mutating func addBinary(_ name: String, _ value: [UInt8]) {
        precondition(name.hasSuffix("-bin"), "\(name) is no name for a binary value")
        add(name, Base64.encode(value))
    }

    /// All binary values under `name`, in order, also those that a proxy joined with commas; what is not base64 is
    /// left out.
    public func binaryValues(_ name: String) -> [[UInt8]] {
        values(name).flatMap { value in
            value.split(separator: ",", omittingEmptySubsequences: false).compactMap { part in
                Base64.decode(part.drop { $0 == " " })
            }
        }
    }
}
