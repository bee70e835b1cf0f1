#ifndef USHER_CUSHERPROTO_H
#define USHER_CUSHERPROTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <protobuf-c/protobuf-c.h>

#include "arena.h"
#include "messages.h"

/* The serialized google.protobuf.FileDescriptorSet of everything that is served, each file after its imports. */
extern const size_t usher_descriptor_set_size;
extern const uint8_t usher_descriptor_set[];

/* The set as a pointer: Swift does not import arrays without a size. */
static inline const uint8_t *usher_descriptor_set_bytes(void) { return usher_descriptor_set; }

#endif
