#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

int usher_file_identity(const char *path, uint64_t *device, uint64_t *number) {
    struct statx status;
    if (statx(AT_FDCWD, path, 0, STATX_INO, &status) != 0) return -errno;
    *device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
    *number = status.stx_ino;
    return 0;
}
