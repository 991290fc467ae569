// Processes in which logs are replayed: how one is started, and what it leaves behind when the app
// ends it. Written in C since no Swift may run in the handler of a signal.
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
  // The frames that are kept of a crash: the innermost, and the outermost where there are more.
  rp_worker_inner_frames = 32,
  rp_worker_outer_frames = 32,
};

// The memory that a worker shares with whoever started it.
typedef struct {
  // The number of the log under way, from 1; 0 before the first.
  uint64_t log;
  // The number of the step that is being reduced; 0 if none is.
  uint64_t step;
  // How many steps were read without being reduced.
  uint64_t reads;
  // 1 while a log is being written anew.
  uint64_t writes;
  // 1 when the frames below are there.
  uint64_t has_crashed;
  uint64_t frame_count;
  // How many frames were left out between the inner and the outer ones.
  uint64_t omitted_frames;
  // Addresses in the executable, less the address at which it was loaded.
  uint64_t frames[rp_worker_inner_frames + rp_worker_outer_frames];
} rp_worker_page;

// A worker as whoever started it knows it.
typedef struct {
  pid_t process;
  int requests;
  int replies;
  // What it writes to its standard error.
  int errors;
  rp_worker_page *page;
} rp_worker;

// Starts an executable as a worker. Returns 0 or an errno.
int rp_worker_start(const char *path, char *const arguments[], char *const environment[],
                    rp_worker *worker);
// Gives back what belongs to a worker that has ended.
void rp_worker_release(rp_worker *worker);

// In a worker: maps the shared memory; NULL if nobody started this process as a worker.
rp_worker_page *rp_worker_attach(void);
// In a worker, on the thread that replays: has a crash leave its frames in the shared memory.
void rp_worker_watch(rp_worker_page *page);
// In a worker: forgets what was written to the standard error.
void rp_worker_forget_errors(void);
// In a worker: bounds the memory that it may write to. Returns 0 or an errno.
int rp_worker_limit_memory(uint64_t bytes);
// In a process that replays among other work, on the thread that replays: has the standard error name the
// log and the step should the replay end the process. The handlers that were there get the signal then.
void rp_note_begin(const char *name, const rp_worker_page *page);
// The replay has ended, and the process has not.
void rp_note_end(void);
// Has a worker that does not answer leave its frames, and end.
void rp_worker_stop(const rp_worker *worker);

// Reads a word that another process writes.
static inline uint64_t rp_worker_load(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

// The readable form of a mangled Swift name, to be freed; NULL if it is none. Of the Swift runtime.
char *rp_worker_demangle(const char *name);

#endif
