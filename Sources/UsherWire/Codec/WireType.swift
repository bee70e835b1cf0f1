/// The shapes of a field on the wire. Groups (3, 4) are not part of proto3.
enum WireType: UInt8 {
    case varint = 0
    case fixed64 = 1
    case lengthPrefixed = 2
    case fixed32 = 5
}
