#include "disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    usher_disk *disk;
    int file;
    int deletes_on_close;
} open_file;

static int file_close(sqlite3_file *handle) {
    open_file *file = (open_file *)handle;
    if (file->deletes_on_close) {
        pthread_mutex_lock(&file->disk->mutex);
        usher_disk_note(file->disk, USHER_OP_DELETE, file->file, 0, NULL, 0);
        pthread_mutex_unlock(&file->disk->mutex);
    }
    return SQLITE_OK;
}

static int file_read(sqlite3_file *handle, void *into, int count, sqlite3_int64 offset) {
    open_file *file = (open_file *)handle;
    pthread_mutex_lock(&file->disk->mutex);
    usher_content *content = &file->disk->files[file->file].now;
    int64_t there = content->size - offset;
    if (there < 0) there = 0;
    if (there > count) there = count;
    if (there) memcpy(into, content->bytes + offset, there);
    pthread_mutex_unlock(&file->disk->mutex);
    if (there == count) return SQLITE_OK;
    memset((char *)into + there, 0, count - there);
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *handle, const void *bytes, int count, sqlite3_int64 offset) {
    open_file *file = (open_file *)handle;
    pthread_mutex_lock(&file->disk->mutex);
    int fails = usher_disk_fails(file->disk, 0);
    if (!fails) usher_disk_note(file->disk, USHER_OP_WRITE, file->file, offset, bytes, count);
    int kind = file->disk->fail_kind;
    pthread_mutex_unlock(&file->disk->mutex);
    if (!fails) return SQLITE_OK;
    return kind == USHER_DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *handle, sqlite3_int64 size) {
    open_file *file = (open_file *)handle;
    pthread_mutex_lock(&file->disk->mutex);
    usher_disk_note(file->disk, USHER_OP_RESIZE, file->file, size, NULL, 0);
    pthread_mutex_unlock(&file->disk->mutex);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *handle, int flags) {
    (void)flags;
    open_file *file = (open_file *)handle;
    pthread_mutex_lock(&file->disk->mutex);
    int fails = usher_disk_fails(file->disk, 1);
    usher_disk_note(file->disk, fails ? USHER_OP_FAILED_SYNC : USHER_OP_SYNC, file->file, 0, NULL, 0);
    pthread_mutex_unlock(&file->disk->mutex);
    return fails ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int file_size(sqlite3_file *handle, sqlite3_int64 *size) {
    open_file *file = (open_file *)handle;
    pthread_mutex_lock(&file->disk->mutex);
    *size = file->disk->files[file->file].now.size;
    pthread_mutex_unlock(&file->disk->mutex);
    return SQLITE_OK;
}

// One process uses the disk: locks always succeed.
static int file_lock(sqlite3_file *handle, int level) {
    (void)handle, (void)level;
    return SQLITE_OK;
}

static int file_check_lock(sqlite3_file *handle, int *result) {
    (void)handle;
    *result = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *handle, int operation, void *argument) {
    (void)handle, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *handle) {
    (void)handle;
    return 512;
}

static int file_characteristics(sqlite3_file *handle) {
    (void)handle;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *handle, int flags, int *out_flags) {
    usher_disk *disk = vfs->pAppData;
    open_file *file = (open_file *)handle;
    memset(file, 0, sizeof *file);
    pthread_mutex_lock(&disk->mutex);
    char temporary[32];
    if (!path) {
        snprintf(temporary, sizeof temporary, "temporary-%d", disk->temporary_count++);
        path = temporary;
    }
    int found = usher_disk_find(disk, path, flags & SQLITE_OPEN_CREATE);
    int code = SQLITE_OK;
    if (found < 0) {
        code = SQLITE_CANTOPEN;
    } else if (!disk->files[found].exists) {
        // As the system's own layer does: a new journal's first sync also syncs the directory.
        int syncs_directory = (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
        if (flags & SQLITE_OPEN_CREATE)
            usher_disk_note(disk, USHER_OP_CREATE, found, 0, NULL, syncs_directory);
        else
            code = SQLITE_CANTOPEN;
    }
    pthread_mutex_unlock(&disk->mutex);
    if (code != SQLITE_OK) return code;
    file->base.pMethods = &methods;
    file->disk = disk;
    file->file = found;
    file->deletes_on_close = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
    if (out_flags) *out_flags = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory) {
    usher_disk *disk = vfs->pAppData;
    pthread_mutex_lock(&disk->mutex);
    int found = usher_disk_find(disk, path, 0);
    int exists = found >= 0 && disk->files[found].exists;
    if (exists)
        usher_disk_note(
            disk, syncs_directory ? USHER_OP_DELETE_DURABLY : USHER_OP_DELETE, found, 0, NULL, 0);
    pthread_mutex_unlock(&disk->mutex);
    return exists ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)flags;
    usher_disk *disk = vfs->pAppData;
    pthread_mutex_lock(&disk->mutex);
    int found = usher_disk_find(disk, path, 0);
    *result = found >= 0 && disk->files[found].exists;
    pthread_mutex_unlock(&disk->mutex);
    return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *into) {
    (void)vfs;
    // One directory: an image may be opened under another path than the disk it was taken from.
    const char *last = strrchr(path, '/');
    snprintf(into, count, "%s", last ? last + 1 : path);
    return SQLITE_OK;
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *into) {
    usher_disk *disk = vfs->pAppData;
    return disk->base->xRandomness(disk->base, count, into);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, double *now) {
    usher_disk *disk = vfs->pAppData;
    return disk->base->xCurrentTime(disk->base, now);
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *into) {
    (void)vfs, (void)count, (void)into;
    return SQLITE_OK;
}

usher_disk *usher_disk_create(const char *name) {
    usher_disk *disk = calloc(1, sizeof *disk);
    pthread_mutex_init(&disk->mutex, NULL);
    disk->name = strdup(name);
    disk->base = sqlite3_vfs_find(NULL);
    disk->vfs = (sqlite3_vfs){
        .iVersion = 1,
        .szOsFile = sizeof(open_file),
        .mxPathname = 1024,
        .zName = disk->name,
        .pAppData = disk,
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_time,
        .xGetLastError = vfs_last_error,
    };
    sqlite3_vfs_register(&disk->vfs, 0);
    return disk;
}

void usher_disk_free(usher_disk *disk) {
    sqlite3_vfs_unregister(&disk->vfs);
    for (int64_t index = 0; index < disk->operation_count; index++) free(disk->operations[index].bytes);
    free(disk->operations);
    for (int file = 0; file < disk->file_count; file++) {
        free(disk->files[file].path);
        free(disk->files[file].now.bytes);
    }
    free(disk->name);
    pthread_mutex_destroy(&disk->mutex);
    free(disk);
}
