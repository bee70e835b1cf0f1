#define _GNU_SOURCE
#include "CSystem.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

_Static_assert(sizeof(struct sockaddr_storage) <= 128, "an address fits");

static const struct sockaddr *as_sockaddr(const struct usher_address *address) {
    return (const struct sockaddr *)(const void *)address->bytes;
}

static void set_flag(int fd, int level, int option) {
    int on = 1;
    setsockopt(fd, level, option, &on, sizeof on);
}

static int resolve(const char *host, uint16_t port, int flags, struct usher_address *out, int max) {
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    hints.ai_flags = AI_NUMERICSERV | flags;
    struct addrinfo *list;
    int code = getaddrinfo(host, service, &hints, &list);
    if (code) return -1000 - (code < 0 ? -code : code);
    int count = 0;
    for (struct addrinfo *item = list; item && count < max; item = item->ai_next) {
        if (item->ai_addrlen > sizeof out->bytes) continue;
        memcpy(out[count].bytes, item->ai_addr, item->ai_addrlen);
        out[count++].length = item->ai_addrlen;
    }
    freeaddrinfo(list);
    return count;
}

int usher_resolve(const char *host, uint16_t port, int passive, struct usher_address *out, int max) {
    return resolve(host, port, passive ? AI_PASSIVE : 0, out, max);
}

int usher_parse_address(const char *host, uint16_t port, struct usher_address *out) {
    return resolve(host, port, AI_NUMERICHOST, out, 1);
}

int usher_address_is_ipv6(const struct usher_address *address) {
    return as_sockaddr(address)->sa_family == AF_INET6;
}

int usher_address_text(const struct usher_address *address, char *out, size_t capacity) {
    char host[INET6_ADDRSTRLEN];
    const struct sockaddr *raw = as_sockaddr(address);
    int written = 0;
    if (raw->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)raw;
        if (!inet_ntop(AF_INET, &v4->sin_addr, host, sizeof host)) return 0;
        written = snprintf(out, capacity, "%s:%u", host, ntohs(v4->sin_port));
    } else if (raw->sa_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)raw;
        if (!inet_ntop(AF_INET6, &v6->sin6_addr, host, sizeof host)) return 0;
        written = snprintf(out, capacity, "[%s]:%u", host, ntohs(v6->sin6_port));
    }
    return written > 0 && (size_t)written < capacity ? written : 0;
}

static int ipv4_network(const uint8_t *bytes, void *out) {
    memcpy(out, bytes, 4);
    return bytes[0] == 127 ? 0 : 4;
}

int usher_address_network(const struct usher_address *address, void *out) {
    memset(out, 0, 8);
    const struct sockaddr *raw = as_sockaddr(address);
    if (raw->sa_family == AF_INET)
        return ipv4_network((const uint8_t *)&((const struct sockaddr_in *)raw)->sin_addr.s_addr, out);
    if (raw->sa_family != AF_INET6) return -1;
    const struct in6_addr *v6 = &((const struct sockaddr_in6 *)raw)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(v6)) return ipv4_network(v6->s6_addr + 12, out);
    memcpy(out, v6->s6_addr, 8);
    return IN6_IS_ADDR_LOOPBACK(v6) ? 0 : 6;
}

uint16_t usher_address_port(const struct usher_address *address) {
    const struct sockaddr *raw = as_sockaddr(address);
    if (raw->sa_family == AF_INET) return ntohs(((const struct sockaddr_in *)raw)->sin_port);
    if (raw->sa_family == AF_INET6) return ntohs(((const struct sockaddr_in6 *)raw)->sin6_port);
    return 0;
}

static int stream_socket(int family) {
    int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return fd < 0 ? -errno : fd;
}

static int closed_with_error(int fd) {
    int code = -errno;
    close(fd);
    return code;
}

static int bound_socket(const struct usher_address *address, int reuse_port) {
    int fd = stream_socket(as_sockaddr(address)->sa_family);
    if (fd < 0) return fd;
    set_flag(fd, SOL_SOCKET, SO_REUSEADDR);
    if (reuse_port) set_flag(fd, SOL_SOCKET, SO_REUSEPORT);
    if (bind(fd, as_sockaddr(address), address->length) < 0) return closed_with_error(fd);
    return fd;
}

int usher_check_free(const struct usher_address *address) {
    int fd = bound_socket(address, 0);
    if (fd < 0) return fd;
    close(fd);
    return 0;
}

int usher_listen(const struct usher_address *address, int backlog, int reuse_port, struct usher_address *bound) {
    int fd = bound_socket(address, reuse_port);
    if (fd < 0) return fd;
    if (listen(fd, backlog) < 0) return closed_with_error(fd);
    socklen_t length = sizeof bound->bytes;
    if (getsockname(fd, (struct sockaddr *)(void *)bound->bytes, &length) < 0) return closed_with_error(fd);
    bound->length = length;
    return fd;
}

int usher_accept(int listener, struct usher_address *peer) {
    for (;;) {
        socklen_t length = sizeof peer->bytes;
        int fd = accept4(listener, (struct sockaddr *)(void *)peer->bytes, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            peer->length = length;
            set_flag(fd, IPPROTO_TCP, TCP_NODELAY);
            return fd;
        }
        if (errno != EINTR && errno != ECONNABORTED) return -errno;
    }
}

int usher_connect(const struct usher_address *address) {
    int fd = stream_socket(as_sockaddr(address)->sa_family);
    if (fd < 0) return fd;
    set_flag(fd, IPPROTO_TCP, TCP_NODELAY);
    if (connect(fd, as_sockaddr(address), address->length) < 0 && errno != EINPROGRESS && errno != EINTR)
        return closed_with_error(fd);
    return fd;
}

int usher_socket_error(int fd) {
    int code = 0;
    socklen_t length = sizeof code;
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) < 0 ? errno : code;
}

long usher_send(int fd, const void *bytes, size_t count) {
    for (;;) {
        ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) return sent;
        if (errno != EINTR) return -errno;
    }
}

long usher_receive(int fd, void *bytes, size_t count) {
    for (;;) {
        ssize_t got = recv(fd, bytes, count, MSG_DONTWAIT);
        if (got >= 0) return got;
        if (errno != EINTR) return -errno;
    }
}

long usher_unacknowledged(int fd) {
    int count = 0;
    return ioctl(fd, TIOCOUTQ, &count) < 0 ? 0 : count;
}

void usher_set_user_timeout(int fd, int64_t nanoseconds) {
    int64_t wanted = nanoseconds / 1000000;
    unsigned milliseconds = wanted < 1 ? 1 : wanted > INT32_MAX ? INT32_MAX : (unsigned)wanted;
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}

void usher_break_on_close(int fd) {
    struct linger now = {.l_onoff = 1, .l_linger = 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

int usher_shutdown_write(int fd) { return shutdown(fd, SHUT_WR) < 0 ? -errno : 0; }

void usher_close(int fd) { close(fd); }

const char *usher_error_text(int code, char *buffer, size_t capacity) { return strerror_r(code, buffer, capacity); }

long usher_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit raised = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    }
    return (long)limit.rlim_cur;
}
