#include <zlib.h>

// Macros that Swift cannot import. 15 is the largest window, which any sender may use; 16 asks for gzip's header and
// trailer, and for nothing else.

static inline int usher_gunzip_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

static inline int usher_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
