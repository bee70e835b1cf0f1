#include "CSystem.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static uint32_t to_epoll(uint32_t events) {
    return (events & USHER_POLL_READ ? EPOLLIN | EPOLLRDHUP : 0) | (events & USHER_POLL_WRITE ? EPOLLOUT : 0);
}

static uint32_t from_epoll(uint32_t events) {
    // A half-closed peer is readable: the read finds its end after what it sent.
    return (events & (EPOLLIN | EPOLLRDHUP) ? USHER_POLL_READ : 0) | (events & EPOLLOUT ? USHER_POLL_WRITE : 0) |
           (events & (EPOLLHUP | EPOLLERR) ? USHER_POLL_HANGUP : 0);
}

static int control(int poll, int operation, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = to_epoll(events), .data.u64 = token};
    return epoll_ctl(poll, operation, fd, &event) < 0 ? -errno : 0;
}

int usher_poll_create(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int usher_poll_add(int poll, int fd, uint32_t events, uint64_t token) {
    return control(poll, EPOLL_CTL_ADD, fd, events, token);
}

int usher_poll_change(int poll, int fd, uint32_t events, uint64_t token) {
    return control(poll, EPOLL_CTL_MOD, fd, events, token);
}

int usher_poll_remove(int poll, int fd) { return control(poll, EPOLL_CTL_DEL, fd, 0, 0); }

int usher_poll_wait(int poll, struct usher_poll_event *events, int max, int milliseconds) {
    struct epoll_event raw[256];
    int count = epoll_wait(poll, raw, max < 256 ? max : 256, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < count; i++) {
        events[i].token = raw[i].data.u64;
        events[i].events = from_epoll(raw[i].events);
    }
    return count;
}

int usher_eventfd_create(void) {
    int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

void usher_eventfd_signal(int fd) {
    uint64_t one = 1;
    // EAGAIN means that the counter is full, hence that the reader is awake already.
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

static void drain_counter(int fd) {
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {
    }
}

void usher_eventfd_clear(int fd) { drain_counter(fd); }

int usher_timerfd_create(void) {
    int fd = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int usher_timerfd_arm(int fd, int64_t nanoseconds) {
    struct itimerspec when = {.it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL) < 0 ? -errno : 0;
}

void usher_timerfd_clear(int fd) { drain_counter(fd); }
