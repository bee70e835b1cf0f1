#include "CSystem.h"

#include <malloc.h>
#include <sys/mman.h>

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

void *usher_map_pages(size_t bytes) {
    void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    // A huge page would make all of it resident at the first byte.
    madvise(start, bytes, MADV_NOHUGEPAGE);
    return start;
}

int usher_discard_pages(void *start, size_t bytes) { return madvise(start, bytes, MADV_DONTNEED); }

void usher_unmap_pages(void *start, size_t bytes) { munmap(start, bytes); }
