#ifndef USHER_CSYSTEM_H
#define USHER_CSYSTEM_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

// ---- clock.c

/// Nanoseconds of the clock that never steps and that counts suspended time (CLOCK_BOOTTIME).
int64_t usher_boot_nanoseconds(void);
/// Nanoseconds since the Unix epoch by the wall clock.
int64_t usher_wall_nanoseconds(void);

// ---- memory.c

/// Keeps large blocks apart from the heap, so that their memory goes back to the system when they are freed.
void usher_return_large_blocks(void);
/// Gives what is free in the heap back to the system: takes milliseconds for 100 MB.
void usher_return_free_memory(void);
/// Bytes of all blocks in use, their headers included.
size_t usher_heap_bytes(void);
/// Whole pages of zeroes, apart from the heap; NULL if there are none.
void *usher_map_pages(size_t bytes);
/// Gives back what is behind whole pages, which read as zeroes from then on. 0, or the pages are as they were.
int usher_discard_pages(void *start, size_t bytes);
void usher_unmap_pages(void *start, size_t bytes);

// ---- poll.c: epoll, eventfd, timerfd. Calls return -errno when they fail.

enum {
    USHER_POLL_READ = 1,
    USHER_POLL_WRITE = 2,
    /// Reported, never asked for: the peer is gone or the descriptor is in error.
    USHER_POLL_HANGUP = 4,
};

struct usher_poll_event {
    uint64_t token;
    uint32_t events;
};

int usher_poll_create(void);
int usher_poll_add(int poll, int fd, uint32_t events, uint64_t token);
int usher_poll_change(int poll, int fd, uint32_t events, uint64_t token);
int usher_poll_remove(int poll, int fd);
/// Waits up to `milliseconds` (-1: for ever) and fills at most `max` (<= 256) events. An interrupted wait returns 0.
int usher_poll_wait(int poll, struct usher_poll_event *events, int max, int milliseconds);

int usher_eventfd_create(void);
void usher_eventfd_signal(int fd);
void usher_eventfd_clear(int fd);

/// A timer of the boot-time clock.
int usher_timerfd_create(void);
/// Arms for the absolute boot-time `nanoseconds`; 0 disarms.
int usher_timerfd_arm(int fd, int64_t nanoseconds);
void usher_timerfd_clear(int fd);

// ---- thread.c

/// The address of a thread-local byte: equal exactly on the same thread. Unlike `pthread_self()`, which a compiler may
/// take for constant across a suspension point.
uintptr_t usher_thread_identity(void);
/// Starts a thread with all signals blocked; `name` has at most 15 bytes. The handle is for `usher_thread_join`.
int usher_thread_start(const char *name, void (*body)(void *), void *argument, uint64_t *handle);
int usher_thread_join(uint64_t handle);
/// Processors that this process may use, at least 1.
int usher_processor_count(void);

// ---- socket.c

/// The errno values that callers tell apart.
enum {
    USHER_WOULD_BLOCK = EAGAIN,
    USHER_RESET = ECONNRESET,
    USHER_ADDRESS_IN_USE = EADDRINUSE,
};

// Sockets are non-blocking and close-on-exec. Calls return -errno when they fail.

struct usher_address {
    uint8_t bytes[128];
    uint32_t length;
};

/// Resolves a name or a numeric address for TCP into at most `max` addresses: their number, or -1000 - the
/// number of an EAI_* value.
int usher_resolve(const char *host, uint16_t port, int passive, struct usher_address *out, int max);
/// The same for a numeric address alone, which takes no time: 1, or less.
int usher_parse_address(const char *host, uint16_t port, struct usher_address *out);
int usher_address_is_ipv6(const struct usher_address *address);
/// `1.2.3.4:80` or `[::1]:80`; the text's length, 0 if it does not fit.
int usher_address_text(const struct usher_address *address, char *out, size_t capacity);
/// What counts as one peer: the 4 bytes of an IPv4 address (also of one mapped into IPv6), or the first 8 of an IPv6
/// address, zero-filled. 4 or 6; 0 for a loopback address, -1 for another family.
int usher_address_network(const struct usher_address *address, void *out);
uint16_t usher_address_port(const struct usher_address *address);
/// -EADDRINUSE if somebody listens there: with SO_REUSEPORT two servers of one user would share a port unnoticed.
int usher_check_free(const struct usher_address *address);
/// A listener with SO_REUSEADDR and, if asked, SO_REUSEPORT; `bound` gets the address with the real port.
int usher_listen(const struct usher_address *address, int backlog, int reuse_port, struct usher_address *bound);
/// The next connection with TCP_NODELAY set.
int usher_accept(int listener, struct usher_address *peer);
enum {
    /// What `usher_resolve` returns when no server of names answered.
    USHER_NAME_TRY_AGAIN = -1000 - 3,
};
/// Begins to connect: wait until the socket is writable, then ask `usher_socket_error`.
int usher_connect(const struct usher_address *address);
/// Raises the soft limit of open descriptors to the hard one; the limit that holds now.
long usher_raise_descriptor_limit(void);
/// SO_ERROR: 0, or an errno value.
int usher_socket_error(int fd);
long usher_send(int fd, const void *bytes, size_t count);
long usher_receive(int fd, void *bytes, size_t count);
/// Bytes that were sent and that the peer's side has not acknowledged; 0 if the system does not say.
long usher_unacknowledged(int fd);
/// The kernel ends the connection when what was sent stays unacknowledged, or the peer's window shut, for so long
/// (TCP_USER_TIMEOUT; 1 ms to 24 days).
void usher_set_user_timeout(int fd, int64_t nanoseconds);
/// Closing the socket then breaks the connection (RST) instead of ending it.
void usher_break_on_close(int fd);
/// No more writes: the peer reads the end after what is queued.
int usher_shutdown_write(int fd);
void usher_close(int fd);
/// The text for an errno value (positive), never NULL.
const char *usher_error_text(int code, char *buffer, size_t capacity);

// Which file stands behind a name: 0, or -errno. Asks for nothing but that: who asks for a file's times, as stat does,
// has the kernel give its next write a time of its own, and each sync of a log then also writes the log's inode.
int usher_file_identity(const char *path, uint64_t *device, uint64_t *number);
// Fills the file up with zeros to that size, on the disk too; one that is as large already is left alone. Its size then,
// or -errno.
int64_t usher_file_extend(const char *path, int64_t size);

#endif
