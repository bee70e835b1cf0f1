#include "disk.h"

#include <stdlib.h>
#include <string.h>

#define SECTOR 512

static void grow(usher_content *content, int64_t size) {
    if (size <= content->capacity) return;
    int64_t capacity = content->capacity ? content->capacity : 4096;
    while (capacity < size) capacity *= 2;
    content->bytes = realloc(content->bytes, capacity);
    content->capacity = capacity;
}

static void content_write(usher_content *content, int64_t offset, const void *bytes, int64_t count) {
    if (offset + count > content->size) {
        grow(content, offset + count);
        if (offset > content->size) memset(content->bytes + content->size, 0, offset - content->size);
        content->size = offset + count;
    }
    memcpy(content->bytes + offset, bytes, count);
}

static void content_resize(usher_content *content, int64_t size) {
    if (size > content->size) {
        grow(content, size);
        memset(content->bytes + content->size, 0, size - content->size);
    }
    content->size = size;
}

int usher_disk_find(usher_disk *disk, const char *path, int create) {
    for (int file = 0; file < disk->file_count; file++)
        if (strcmp(disk->files[file].path, path) == 0) return file;
    if (!create || disk->file_count == USHER_DISK_FILES) return -1;
    usher_file_data *data = &disk->files[disk->file_count];
    memset(data, 0, sizeof *data);
    data->path = strdup(path);
    return disk->file_count++;
}

/// Appends to the journal and does it to the present content.
void usher_disk_note(usher_disk *disk, int kind, int file, int64_t offset, const void *bytes, int64_t count) {
    if (disk->operation_count == disk->operation_capacity) {
        disk->operation_capacity = disk->operation_capacity ? 2 * disk->operation_capacity : 1024;
        disk->operations = realloc(disk->operations, disk->operation_capacity * sizeof *disk->operations);
    }
    usher_operation *operation = &disk->operations[disk->operation_count++];
    *operation = (usher_operation){.kind = kind, .file = file, .offset = offset, .count = count};
    usher_file_data *data = &disk->files[file];
    switch (kind) {
    case USHER_OP_CREATE:
        data->exists = 1;
        data->now.size = 0;
        break;
    case USHER_OP_WRITE:
        operation->bytes = malloc(count);
        memcpy(operation->bytes, bytes, count);
        content_write(&data->now, offset, bytes, count);
        break;
    case USHER_OP_RESIZE: content_resize(&data->now, offset); break;
    case USHER_OP_DELETE:
    case USHER_OP_DELETE_DURABLY: data->exists = 0; break;
    default: break;
    }
}

static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// Makes one unsynced operation durable; with a seed, only some sectors of a write, or not at all.
static void settle(usher_file_data *file, const usher_operation *operation, uint64_t *seed) {
    switch (operation->kind) {
    case USHER_OP_CREATE:
        if (seed && next_random(seed) & 1) return;
        file->exists = 1;
        file->now.size = 0;
        break;
    case USHER_OP_RESIZE:
        if (seed && next_random(seed) & 1) return;
        content_resize(&file->now, operation->offset);
        break;
    case USHER_OP_WRITE:
        if (seed && !file->exists) return;
        for (int64_t done = 0; done < operation->count;) {
            int64_t part = SECTOR - (operation->offset + done) % SECTOR;
            if (part > operation->count - done) part = operation->count - done;
            if (!seed || next_random(seed) & 1)
                content_write(&file->now, operation->offset + done, operation->bytes + done, part);
            done += part;
        }
        break;
    case USHER_OP_DELETE:
        if (seed && next_random(seed) & 1) return;
        file->exists = 0;
        break;
    default: break;
    }
}

usher_disk *usher_disk_after_power_cut(usher_disk *disk, int64_t operations, uint64_t seed, const char *name) {
    usher_disk *image = usher_disk_create(name);
    pthread_mutex_lock(&disk->mutex);
    for (int file = 0; file < disk->file_count; file++) usher_disk_find(image, disk->files[file].path, 1);
    // Per file: the first operation that no sync has covered.
    int64_t synced[USHER_DISK_FILES] = {0};
    if (operations > disk->operation_count) operations = disk->operation_count;
    for (int64_t index = 0; index < operations; index++) {
        const usher_operation *operation = &disk->operations[index];
        usher_file_data *file = &image->files[operation->file];
        switch (operation->kind) {
        case USHER_OP_SYNC: {
            int syncs_directory = 0;
            for (int64_t past = synced[operation->file]; past < index; past++) {
                if (disk->operations[past].file != operation->file) continue;
                settle(file, &disk->operations[past], NULL);
                if (disk->operations[past].kind == USHER_OP_CREATE) syncs_directory = disk->operations[past].count;
            }
            synced[operation->file] = index + 1;
            if (!syncs_directory) break;
            for (int64_t past = 0; past < index; past++) {
                const usher_operation *gone = &disk->operations[past];
                if (gone->kind != USHER_OP_DELETE || past < synced[gone->file]) continue;
                image->files[gone->file].exists = 0;
                synced[gone->file] = past + 1;
            }
            break;
        }
        case USHER_OP_FAILED_SYNC: synced[operation->file] = index + 1; break;
        case USHER_OP_DELETE_DURABLY:
            file->exists = 0;
            synced[operation->file] = index + 1;
            break;
        default: break;
        }
    }
    if (seed)
        for (int64_t index = 0; index < operations; index++) {
            const usher_operation *operation = &disk->operations[index];
            if (index >= synced[operation->file]) settle(&image->files[operation->file], operation, &seed);
        }
    pthread_mutex_unlock(&disk->mutex);
    // What stands on the new disk is durable there: its journal begins with it.
    for (int file = 0; file < image->file_count; file++) {
        if (!image->files[file].exists) continue;
        usher_content old = image->files[file].now;
        image->files[file].now = (usher_content){0};
        usher_disk_note(image, USHER_OP_CREATE, file, 0, NULL, 0);
        if (old.size) usher_disk_note(image, USHER_OP_WRITE, file, 0, old.bytes, old.size);
        usher_disk_note(image, USHER_OP_SYNC, file, 0, NULL, 0);
        free(old.bytes);
    }
    return image;
}

int64_t usher_disk_operations(usher_disk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int64_t count = disk->operation_count;
    pthread_mutex_unlock(&disk->mutex);
    return count;
}

int usher_disk_is_sync(usher_disk *disk, int64_t index) {
    pthread_mutex_lock(&disk->mutex);
    int is_sync = index < disk->operation_count && disk->operations[index].kind == USHER_OP_SYNC;
    pthread_mutex_unlock(&disk->mutex);
    return is_sync;
}

void usher_disk_fail(usher_disk *disk, int kind, int64_t healthy, int64_t failing) {
    pthread_mutex_lock(&disk->mutex);
    disk->fail_kind = kind;
    disk->fail_healthy = healthy;
    disk->fail_failing = failing;
    pthread_mutex_unlock(&disk->mutex);
}

/// Whether this operation is one of those that shall fail.
int usher_disk_fails(usher_disk *disk, int is_sync) {
    if (disk->fail_kind == USHER_DISK_HEALTHY || is_sync != (disk->fail_kind == USHER_DISK_SYNC_FAILS)) return 0;
    if (disk->fail_healthy > 0) {
        disk->fail_healthy--;
        return 0;
    }
    if (disk->fail_failing == 0) return 0;
    disk->fail_failing--;
    return 1;
}
