// The start of a worker process.
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CReplayWorker.h"

// The first descriptor that is not reserved for a worker.
enum { first_free = 10 };

// Creates a temporary file without a name, shared by passing its descriptor.
static int anonymous_file(void) {
#ifdef __linux__
  return memfd_create("reprise-worker", MFD_CLOEXEC);
#else
  char name[] = "/tmp/reprise-worker-XXXXXX";
  int file = mkstemp(name);
  if (file < 0) return -1;
  unlink(name);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  return file;
#endif
}

// Moves a descriptor above the descriptors that are reserved for a worker.
static int raised(int file) {
  if (file < 0) return -1;
  int other = fcntl(file, F_DUPFD_CLOEXEC, first_free);
  int error = errno;
  close(file);
  errno = error;
  return other;
}

static bool make_pipe(int ends[2]) {
  if (pipe(ends) != 0) return false;
  ends[0] = raised(ends[0]);
  ends[1] = raised(ends[1]);
  return ends[0] >= 0 && ends[1] >= 0;
}

static void close_all(int *files, int count) {
  for (int i = 0; i < count; i++) {
    if (files[i] >= 0) close(files[i]);
    files[i] = -1;
  }
}

static int spawn(const char *path, char *const arguments[], char *const environment[],
                 const int files[4], pid_t *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  // The app's input is empty, and its output is discarded, because only the caller prints results.
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, files[0], STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, files[1], rp_worker_requests);
  posix_spawn_file_actions_adddup2(&actions, files[2], rp_worker_replies);
  posix_spawn_file_actions_adddup2(&actions, files[3], rp_worker_shared);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // The worker inherits ignored signals, such as SIGHUP under nohup, but not blocked ones.
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int rp_worker_start(const char *path, char *const arguments[], char *const environment[],
                    rp_worker *worker) {
  enum { requests_read, requests_write, replies_read, replies_write, errors, shared, count };
  int files[count] = {-1, -1, -1, -1, -1, -1};
  rp_worker_page *page = MAP_FAILED;
  int error = 0;
  if (!make_pipe(&files[requests_read]) || !make_pipe(&files[replies_read]) ||
      (files[errors] = raised(anonymous_file())) < 0 ||
      (files[shared] = raised(anonymous_file())) < 0 ||
      ftruncate(files[shared], sizeof *page) != 0 ||
      (page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, files[shared], 0)) ==
          MAP_FAILED) {
    error = errno;
  }
  const int theirs[] = {files[errors], files[requests_read], files[replies_write], files[shared]};
  if (error == 0) error = spawn(path, arguments, environment, theirs, &worker->process);
  if (error != 0) {
    if (page != MAP_FAILED) munmap(page, sizeof *page);
    close_all(files, count);
    return error;
  }
  worker->requests = files[requests_write];
  worker->replies = files[replies_read];
  worker->errors = files[errors];
  worker->page = page;
  close(files[requests_read]);
  close(files[replies_write]);
  close(files[shared]);
  return 0;
}

void rp_worker_release(rp_worker *worker) {
  close_all((int[]){worker->requests, worker->replies, worker->errors}, 3);
  munmap(worker->page, sizeof *worker->page);
  worker->page = NULL;
}
