import COpenSSL

/// Text that OpenSSL prints.
enum TLSText {
    /// What `print` writes to the BIO that it gets.
    static func printed(_ print: (OpaquePointer?) -> Int32) -> String {
        guard let memory = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(memory) }
        guard print(memory) >= 0 else { return "" }
        let count = BIO_ctrl_pending(memory)
        return String(unsafeUninitializedCapacity: count) { bytes in
            max(0, Int(BIO_read(memory, bytes.baseAddress, Int32(count))))
        }
    }
}
