// The floor under a fan-out over many shows: what send() itself costs when each change goes to a few of many sockets.
//
//     floor CONNECTIONS SHOWS OUTSTANDING WATCHED SECONDS
//
// Each show has CONNECTIONS / SHOWS of the connections. A reader, a process of its own, asks for changes of one show
// after the other, one byte each, so that OUTSTANDING of them are under way; the server sends each watcher of the show a
// delta's bytes and answers. With WATCHED 0 it only answers: what that costs is no part of a delivery. Prints changes and
// the server's CPU a change as a line of JSON.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A delta of one seat as a DATA frame.
enum { DELTA = 29, EVENTS = 256, BUFFER = 1 << 16 };

static const double warm = 0.5;
static int *here, *there;
static int connections, shows, outstanding, watched;

static double cpu(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// The last connection is the reader's wish for changes.
static void connect_all(void) {
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (void *)&address, length) || listen(listener, 1024)) fail("listen");
    getsockname(listener, (void *)&address, &length);
    for (int i = 0; i <= connections; i++) {
        there[i] = socket(AF_INET, SOCK_STREAM, 0);
        if (there[i] < 0 || connect(there[i], (void *)&address, length)) fail("connect");
        here[i] = accept(listener, 0, 0);
        if (here[i] < 0) fail("accept");
        setsockopt(here[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        setsockopt(there[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }
    close(listener);
}

static void watch(int poll, int socket, unsigned how) {
    struct epoll_event event = {.events = how, .data.fd = socket};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event)) fail("epoll");
}

static void reader(double until) {
    static char bytes[BUFFER];
    int poll = epoll_create1(0), each = connections / shows;
    struct epoll_event events[EVENTS];
    for (int i = 0; i <= connections; i++) watch(poll, there[i], EPOLLIN | EPOLLET);
    long asked = 0, answered = 0, got = 0;
    while (now() < until) {
        long may = 0, room = (long)(outstanding - 1);
        while (may < BUFFER && (watched ? asked * each - got <= room * each : asked - answered <= room)) may++, asked++;
        if (may && send(there[connections], bytes, (size_t)may, MSG_NOSIGNAL) != may) return;
        int count = epoll_wait(poll, events, EVENTS, 100);
        for (int i = 0; i < count; i++) {
            ssize_t read = recv(events[i].data.fd, bytes, sizeof bytes, MSG_DONTWAIT);
            if (read <= 0) continue;
            if (events[i].data.fd == there[connections]) answered += read;
            else got += read / DELTA;
        }
    }
}

static void server(double seconds) {
    char wishes[4096], delta[DELTA] = {0};
    int poll = epoll_create1(0), each = connections / shows, counts = 0;
    struct epoll_event event;
    long show = 0, changes = 0;
    double begun = now(), used = 0;
    watch(poll, here[connections], EPOLLIN);
    while (now() < begun + warm + seconds && epoll_wait(poll, &event, 1, 1000) > 0) {
        ssize_t count = recv(here[connections], wishes, sizeof wishes, MSG_DONTWAIT);
        if (count <= 0) break;
        if (!counts && now() > begun + warm) {
            counts = 1;
            used = cpu();
            changes = 0;
        }
        for (ssize_t i = 0; i < count; i++, changes++, show = (show + 1) % shows)
            for (int j = 0; watched && j < each; j++)
                send(here[show * each + j], delta, DELTA, MSG_NOSIGNAL | MSG_DONTWAIT);
        send(here[connections], wishes, (size_t)count, MSG_NOSIGNAL);
    }
    printf("{\"changes\":%ld,\"us_per_change\":%.3f}\n", changes, (cpu() - used) / (double)changes * 1e6);
}

int main(int count, char **words) {
    if (count != 6) return 2;
    connections = atoi(words[1]), shows = atoi(words[2]), outstanding = atoi(words[3]), watched = atoi(words[4]);
    double seconds = atof(words[5]);
    if (shows < 1 || connections < shows || outstanding < 1) return 2;
    here = calloc((size_t)connections + 1, sizeof *here), there = calloc((size_t)connections + 1, sizeof *there);
    if (!here || !there) return 1;
    connect_all();
    pid_t child = fork();
    if (child < 0) fail("fork");
    int *others = child ? there : here;
    for (int i = 0; i <= connections; i++) close(others[i]);
    if (!child) {
        // A little longer than the server counts.
        reader(now() + warm + seconds + 0.3);
        _exit(0);
    }
    server(seconds);
    kill(child, SIGTERM);
    wait(0);
    return 0;
}
