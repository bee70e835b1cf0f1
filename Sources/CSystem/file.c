#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int usher_file_identity(const char *path, uint64_t *device, uint64_t *number) {
    struct statx status;
    if (statx(AT_FDCWD, path, 0, STATX_INO, &status) != 0) return -errno;
    *device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
    *number = status.stx_ino;
    return 0;
}

int64_t usher_file_extend(const char *path, int64_t size) {
    static const char zeros[64 << 10];
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return -errno;
    int64_t end = lseek(fd, 0, SEEK_END), error = 0;
    while (end >= 0 && end < size) {
        size_t rest = (size_t)(size - end);
        ssize_t written = pwrite(fd, zeros, rest < sizeof zeros ? rest : sizeof zeros, end);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            error = written < 0 ? errno : ENOSPC;
            break;
        }
        end += written;
    }
    if (end < 0 || (error == 0 && fdatasync(fd) != 0)) error = errno;
    close(fd);
    return error != 0 ? -error : end;
}
