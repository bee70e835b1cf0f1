#ifndef USHER_FAULT_DISK_INTERNAL_H
#define USHER_FAULT_DISK_INTERNAL_H

#include "include/CFaultDisk.h"

#include <pthread.h>
#include <sqlite3.h>

/// A ledger has a handful of files.
#define USHER_DISK_FILES 64

enum {
    USHER_OP_CREATE,
    USHER_OP_WRITE,
    USHER_OP_RESIZE,
    USHER_OP_SYNC,
    USHER_OP_FAILED_SYNC,
    USHER_OP_DELETE,
    USHER_OP_DELETE_DURABLY,
};

typedef struct {
    unsigned char *bytes;
    int64_t size;
    int64_t capacity;
} usher_content;

typedef struct {
    char *path;
    int exists;
    usher_content now;
} usher_file_data;

typedef struct {
    int kind;
    int file;
    int64_t offset;
    int64_t count;
    unsigned char *bytes;
} usher_operation;

struct usher_disk {
    sqlite3_vfs vfs;
    sqlite3_vfs *base;
    pthread_mutex_t mutex;
    char *name;
    usher_file_data files[USHER_DISK_FILES];
    int file_count;
    usher_operation *operations;
    int64_t operation_count;
    int64_t operation_capacity;
    int fail_kind;
    int64_t fail_healthy;
    int64_t fail_failing;
    int temporary_count;
};

int usher_disk_find(usher_disk *disk, const char *path, int create);
void usher_disk_note(usher_disk *disk, int kind, int file, int64_t offset, const void *bytes, int64_t count);
int usher_disk_fails(usher_disk *disk, int is_sync);

#endif
