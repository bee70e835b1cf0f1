#include "CSystem.h"

#include <malloc.h>

void usher_return_large_blocks(void) {
    // Without a fixed threshold glibc raises it to the largest block that was ever freed (32 MiB), and a burst of large
    // answers stays in the process for good.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

void usher_return_free_memory(void) { malloc_trim(0); }

size_t usher_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
