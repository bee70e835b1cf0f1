#define _GNU_SOURCE
#include "CSystem.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

static _Thread_local char identity;

uintptr_t usher_thread_identity(void) { return (uintptr_t)&identity; }

struct start {
    void (*body)(void *);
    void *argument;
};

static void *run(void *raw) {
    struct start start = *(struct start *)raw;
    free(raw);
    start.body(start.argument);
    return NULL;
}

int usher_thread_start(const char *name, void (*body)(void *), void *argument, uint64_t *handle) {
    struct start *start = malloc(sizeof *start);
    if (!start) return -1;
    start->body = body;
    start->argument = argument;
    // Signals belong to the main thread, or to whoever asks for them: a new thread inherits the mask.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int code = pthread_create(&thread, NULL, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code) {
        free(start);
        return -code;
    }
    pthread_setname_np(thread, name);
    *handle = (uint64_t)thread;
    return 0;
}

int usher_thread_join(uint64_t handle) { return -pthread_join((pthread_t)handle, NULL); }

int usher_processor_count(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}
