#ifndef USHER_ARENA_H
#define USHER_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include <protobuf-c/protobuf-c.h>

/* A bump allocator with a cap: everything of one message is freed at once. Not thread-safe; one thread uses it at a
 * time. */
typedef struct usher_arena usher_arena;

/* Takes this thread's spare arena, or makes one. It gives at most `cap` bytes in all. NULL if memory is short. */
usher_arena *usher_arena_acquire(size_t cap);

/* Frees everything that was taken from it and keeps the arena's first block as this thread's spare. */
void usher_arena_release(usher_arena *arena);

/* `size` bytes aligned for anything, not cleared; NULL past the cap or if memory is short. */
void *usher_arena_alloc(usher_arena *arena, size_t size);

/* Whether an allocation was refused since the arena was acquired. */
bool usher_arena_exhausted(const usher_arena *arena);

/* The arena as protobuf-c wants it; valid until it is released. */
ProtobufCAllocator *usher_arena_allocator(usher_arena *arena);

#endif
