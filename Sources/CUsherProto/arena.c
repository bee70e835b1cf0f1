#include "CUsherProto.h"

#include <pthread.h>
#include <stdlib.h>

/* The first block fits every message of a seat map's daily life, so that those cost no malloc at all. Further blocks
 * grow to BLOCK_MAX, so that a hall of 200,000 seats takes some dozen of them. */
enum { FIRST_BLOCK = 16 * 1024, BLOCK_MAX = 4 * 1024 * 1024, ALIGNMENT = 16 };

typedef struct block {
    struct block *next;
    size_t size;
} block;

_Static_assert(sizeof(block) % ALIGNMENT == 0, "blocks start aligned");

struct usher_arena {
    ProtobufCAllocator allocator;
    size_t left;          /* of the cap */
    size_t next_size;     /* of the next further block */
    unsigned char *cursor;
    unsigned char *end;
    block *further;
    bool exhausted;
    _Alignas(ALIGNMENT) unsigned char first[FIRST_BLOCK];
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t spare;
static bool has_spare;

static void make_key(void) { has_spare = pthread_key_create(&spare, free) == 0; }

static void *allocate(void *data, size_t size) { return usher_arena_alloc(data, size); }

static void free_nothing(void *data, void *pointer) {
    (void)data;
    (void)pointer;
}

usher_arena *usher_arena_acquire(size_t cap) {
    pthread_once(&once, make_key);
    usher_arena *arena = has_spare ? pthread_getspecific(spare) : NULL;
    if (arena != NULL) {
        pthread_setspecific(spare, NULL);
    } else if ((arena = malloc(sizeof *arena)) == NULL) {
        return NULL;
    }
    arena->allocator.alloc = allocate;
    arena->allocator.free = free_nothing;
    arena->allocator.allocator_data = arena;
    arena->left = cap;
    arena->next_size = 2 * FIRST_BLOCK;
    arena->cursor = arena->first;
    arena->end = arena->first + FIRST_BLOCK;
    arena->further = NULL;
    arena->exhausted = false;
    return arena;
}

void usher_arena_release(usher_arena *arena) {
    while (arena->further != NULL) {
        block *gone = arena->further;
        arena->further = gone->next;
        free(gone);
    }
    if (has_spare && pthread_getspecific(spare) == NULL && pthread_setspecific(spare, arena) == 0) return;
    free(arena);
}

static void *refuse(usher_arena *arena) {
    arena->exhausted = true;
    return NULL;
}

void *usher_arena_alloc(usher_arena *arena, size_t size) {
    if (size > arena->left) return refuse(arena);
    size_t rounded = (size + (ALIGNMENT - 1)) & ~(size_t)(ALIGNMENT - 1);
    if (rounded == 0) rounded = ALIGNMENT;
    if (rounded > arena->left) return refuse(arena);
    if (rounded > (size_t)(arena->end - arena->cursor)) {
        size_t wanted = rounded > arena->next_size ? rounded : arena->next_size;
        block *fresh = malloc(sizeof(block) + wanted);
        if (fresh == NULL) return refuse(arena);
        fresh->size = wanted;
        fresh->next = arena->further;
        arena->further = fresh;
        arena->cursor = (unsigned char *)(fresh + 1);
        arena->end = arena->cursor + wanted;
        if (arena->next_size < BLOCK_MAX) arena->next_size *= 2;
    }
    void *result = arena->cursor;
    arena->cursor += rounded;
    arena->left -= rounded;
    return result;
}

bool usher_arena_exhausted(const usher_arena *arena) { return arena->exhausted; }

ProtobufCAllocator *usher_arena_allocator(usher_arena *arena) { return &arena->allocator; }
