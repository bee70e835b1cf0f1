import CSystem

/// What this process's heap holds.
public enum HeapMemory {
    /// Bytes of all blocks that are in use, their headers included; large ones, which the system maps, too.
    public static var bytesInUse: Int { Int(usher_heap_bytes()) }
}
