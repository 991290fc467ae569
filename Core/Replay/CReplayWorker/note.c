// The reports of a process that ends unexpectedly: in a replay, or while it records a session.
#define _GNU_SOURCE 1
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CSystem.h"
#include "CReplayWorker.h"

static const int crashes[] = {SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS};
enum { crash_count = sizeof crashes / sizeof crashes[0] };

static struct sigaction previous[crash_count];
static pthread_once_t once = PTHREAD_ONCE_INIT;
// Thread-local, because a different thread may crash during a replay.
static _Thread_local const char *log_name;
static _Thread_local const rp_worker_page *log_page;

static void rp_write(const char *text) {
  size_t length = strlen(text);
  while (length > 0) {
    ssize_t count = write(STDERR_FILENO, text, length);
    if (count <= 0) return;
    text += count;
    length -= (size_t)count;
  }
}

// Makes only async-signal-safe calls.
static void rp_report(void) {
  if (log_name == NULL) return;
  char digits[24];
  char *number = digits + sizeof digits;
  *--number = 0;
  uint64_t step = log_page->step;
  do {
    *--number = (char)('0' + step % 10);
    step /= 10;
  } while (step > 0);
  rp_write("\n");
  rp_write(log_name);
  rp_write(": the replay of this log ends the process, ");
  rp_write(log_page->step > 0 ? "in step " : "between two steps");
  if (log_page->step > 0) rp_write(number);
  rp_write("\n");
  log_name = NULL;
}

// The text about a recording. A replaced text is not freed, because a handler may be writing it.
static const char *recording_text;

static void rp_report_all(void) {
  rp_report();
  const char *text = __atomic_exchange_n(&recording_text, NULL, __ATOMIC_ACQ_REL);
  if (text != NULL) rp_write(text);
}

static void rp_report_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  // This handler must check first if the recorder's handler was installed before it.
  if (rp_replace_lost_page(number, info)) return;
  rp_report_all();
  // Restore the previous handler. A fault recurs, and other signals are raised again.
  for (int i = 0; i < crash_count; i++) {
    if (crashes[i] == number) sigaction(number, &previous[i], NULL);
  }
  if (number == SIGABRT || info->si_code <= 0) raise(number);
}

static void rp_install(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = rp_report_crash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &previous[i]);
  atexit(rp_report_all);
}

void rp_note_recording(const char *text) {
  pthread_once(&once, rp_install);
  rp_guard_stack();
  __atomic_store_n(&recording_text, text == NULL ? NULL : strdup(text), __ATOMIC_RELEASE);
}

void rp_note_begin(const char *name, const rp_worker_page *page) {
  pthread_once(&once, rp_install);
  rp_guard_stack();
  log_page = page;
  log_name = name;
}

void rp_note_end(void) {
  log_name = NULL;
}
