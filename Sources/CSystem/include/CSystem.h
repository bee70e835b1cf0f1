#ifndef USHER_CSYSTEM_H
#define USHER_CSYSTEM_H

#include <stdint.h>

/// Nanoseconds of the clock that never steps and that counts suspended time (CLOCK_BOOTTIME).
int64_t usher_boot_nanoseconds(void);
/// Nanoseconds since the Unix epoch by the wall clock.
int64_t usher_wall_nanoseconds(void);

#endif
