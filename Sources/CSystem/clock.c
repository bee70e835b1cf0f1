#include "CSystem.h"

#include <time.h>

static int64_t read_clock(clockid_t id) {
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t usher_boot_nanoseconds(void) { return read_clock(CLOCK_BOOTTIME); }

int64_t usher_wall_nanoseconds(void) { return read_clock(CLOCK_REALTIME); }
