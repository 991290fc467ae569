// Starts processes that replay logs, and keeps the data that they leave behind if the app crashes.
// Written in C, because Swift code must not run in a signal handler.
#ifndef REPRISE_CREPLAYWORKER_H
#define REPRISE_CREPLAYWORKER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
  // The descriptors of a worker.
  rp_worker_requests = 3,
  rp_worker_replies = 4,
  rp_worker_shared = 5,
  // The maximum numbers of innermost and outermost frames to keep of a crash.
  rp_worker_inner_frames = 32,
  rp_worker_outer_frames = 32,
};

// The memory shared between a worker and the process that started it.
typedef struct {
  // The number of the current log, from 1; 0 before the first.
  uint64_t log;
  // The number of the step that is being reduced or that returned the running effect; 0 if there is
  // none.
  uint64_t step;
  // The position of the running effect among the effects of its step, from 1; 0 if none is running.
  uint64_t effect;
  // The number of steps that were read without being reduced, and of events of effects.
  uint64_t reads;
  // 1 while a log is being rewritten.
  uint64_t writes;
  // 1 once the frames below are set.
  uint64_t has_crashed;
  uint64_t frame_count;
  // The number of frames omitted between the innermost and the outermost ones.
  uint64_t omitted_frames;
  // Addresses in the executable, relative to its load address.
  uint64_t frames[rp_worker_inner_frames + rp_worker_outer_frames];
} rp_worker_page;

// A worker, from the perspective of the process that started it.
typedef struct {
  pid_t process;
  int requests;
  int replies;
  // The file with its standard error output.
  int errors;
  rp_worker_page *page;
} rp_worker;

// Starts an executable as a worker. Returns 0 or an errno.
int rp_worker_start(const char *path, char *const arguments[], char *const environment[],
                    rp_worker *worker);
// Releases the resources of a worker that has ended.
void rp_worker_release(rp_worker *worker);

// In a worker: maps the shared memory. Returns NULL if this process was not started as a worker.
rp_worker_page *rp_worker_attach(void);
// In a worker, on the replaying thread: makes a crash store its frames in the shared memory.
void rp_worker_watch(rp_worker_page *page);
// In a worker that is watched: makes the calling thread the replaying one.
void rp_worker_enter(void);
// In a worker: discards the output written to standard error.
void rp_worker_forget_errors(void);
// In a worker: limits the memory that it can write to. Returns 0 or an errno.
int rp_worker_limit_memory(uint64_t bytes);
// In a process that also does other work, on the replaying thread: prepares for the end of the
// process during a replay. The log and the step are then reported on standard error, before the
// previous signal handlers run.
void rp_note_begin(const char *name, const rp_worker_page *page);
// Ends the effect of rp_note_begin after a replay.
void rp_note_end(void);
// Makes a process that ends without another call print a text on standard error. NULL: none.
void rp_note_recording(const char *text);
// Makes a worker that does not respond store its frames and exit.
void rp_worker_stop(const rp_worker *worker);

// Reads a word that another process or thread writes.
static inline uint64_t rp_worker_load(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}
// Writes a word that another process or thread reads.
static inline void rp_worker_store(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

// Returns a demangled Swift name, which the caller must free, or NULL if the name is invalid.
char *rp_worker_demangle(const char *name);

#endif
