#ifndef USHER_CFAULTDISK_H
#define USHER_CFAULTDISK_H

#include <stdint.h>

/// A disk in memory for SQLite that keeps a journal of everything done to it, so that a test can have it as any power
/// cut would have left it. May be used from several threads.
typedef struct usher_disk usher_disk;

enum {
    USHER_DISK_HEALTHY = 0,
    /// Syncs fail, and what they should have made durable never will be, although it can still be read.
    USHER_DISK_SYNC_FAILS = 1,
    USHER_DISK_WRITE_FAILS = 2,
    USHER_DISK_FULL = 3,
};

/// An empty disk, known to SQLite as `name`.
usher_disk *usher_disk_create(const char *name);
/// No connection may use it any more.
void usher_disk_free(usher_disk *disk);

/// Operations so far.
int64_t usher_disk_operations(usher_disk *disk);
/// Whether operation `index` was a sync that worked.
int usher_disk_is_sync(usher_disk *disk, int64_t index);

/// A disk as a power cut after the first `operations` operations leaves it: what was synced. With a `seed` other than
/// 0 also some of what was not, picked at random by sectors.
usher_disk *usher_disk_after_power_cut(usher_disk *disk, int64_t operations, uint64_t seed, const char *name);

/// From here on `healthy` syncs (or writes) work, then the next `failing` do not.
void usher_disk_fail(usher_disk *disk, int kind, int64_t healthy, int64_t failing);

#endif
