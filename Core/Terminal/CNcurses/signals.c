// The part that is safe in a signal handler: restoring the terminal in all cases.
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CSystem.h"
#include "CNcurses.h"
#include "terminal.h"

int rp_pipe[2] = {-1, -1};

static struct termios original;
static int terminal = -1;
static char reset[512];
static atomic_bool is_shown;

// Copies of standard output and standard error, and the file that replaces them.
static int saved_output = -1, saved_errors = -1, capture_file = -1;

bool rp_remember_terminal(int output) {
  terminal = fcntl(output, F_DUPFD_CLOEXEC, 3);
  reset[0] = 0;
  return terminal >= 0 && tcgetattr(terminal, &original) == 0;
}

void rp_remember_terminal_reset(const char *text) {
  strncpy(reset, text, sizeof reset - 1);
  atomic_store(&is_shown, true);
}

void rp_forget_terminal(void) {
  if (terminal >= 0) close(terminal);
  terminal = -1;
}

static void write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

bool rp_capture_output(int *screen) {
  char name[] = "/tmp/reprise-output-XXXXXX";
  capture_file = mkostemp(name, O_CLOEXEC);
  if (capture_file < 0) return false;
  unlink(name);
  fflush(stdout);
  saved_output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  saved_errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  *screen = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (saved_output < 0 || saved_errors < 0 || *screen < 0) return false;
  // Only output to the terminal must be captured.
  if (isatty(STDERR_FILENO)) dup2(capture_file, STDERR_FILENO);
  dup2(capture_file, STDOUT_FILENO);
  return true;
}

// Makes only async-signal-safe calls.
void rp_release_output(void) {
  if (capture_file < 0) return;
  int file = capture_file;
  capture_file = -1;
  if (saved_output >= 0) dup2(saved_output, STDOUT_FILENO);
  if (saved_errors >= 0) dup2(saved_errors, STDERR_FILENO);
  char bytes[4096];
  ssize_t count;
  lseek(file, 0, SEEK_SET);
  while ((count = read(file, bytes, sizeof bytes)) > 0) {
    write_all(STDERR_FILENO, bytes, (size_t)count);
  }
  close(file);
  if (saved_output >= 0) close(saved_output);
  if (saved_errors >= 0) close(saved_errors);
  saved_output = saved_errors = -1;
}

void rp_restore(void) {
  int error = errno;
  // While suspended, the terminal belongs to another program and must not be changed.
  if (atomic_exchange(&is_shown, false)) {
    write_all(terminal, reset, strlen(reset));
    tcsetattr(terminal, TCSANOW, &original);
  }
  rp_release_output();
  errno = error;
}

void rp_set_shown(bool shown) {
  atomic_store(&is_shown, shown);
}

bool rp_is_shown(void) {
  return atomic_load(&is_shown);
}

bool rp_is_in_foreground(void) {
  pid_t group = tcgetpgrp(terminal);
  // Without job control, no other program uses the terminal.
  return group < 0 || group == getpgrp();
}

static const int crashes[] = {
    SIGSEGV, SIGABRT, SIGILL,  SIGTRAP, SIGBUS,  SIGFPE,  SIGQUIT,   SIGSYS,
    SIGUSR1, SIGUSR2, SIGALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGVTALRM,
};
static const int notices[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGHUP};
enum {
  crash_count = sizeof crashes / sizeof crashes[0],
  // The signals before SIGSYS are always handled. An earlier handler is called afterwards.
  always_count = 7,
  notice_count = sizeof notices / sizeof notices[0],
};
static struct sigaction old_crashes[crash_count], old_notices[notice_count];

// Returns whether the signal comes from an instruction that runs again when the handler returns.
//
// Checking for a positive code isn't enough: the kernel also uses one for Ctrl-\, expired timers
// and limits (SI_KERNEL), and for system calls that a filter rejects (SIGSYS). None of these recur.
static bool is_repeated_fault(int number, const siginfo_t *info) {
#ifdef SI_KERNEL
  if (info->si_code == SI_KERNEL) return false;
#endif
  return info->si_code > 0 && number != SIGSYS;
}

static void crash(int number, siginfo_t *info, void *context) {
  (void)context;
  // This handler must check first if the recorder's handler was installed before it.
  if (rp_replace_lost_page(number, info)) return;
  rp_restore();
  for (int i = 0; i < crash_count; i++) {
    if (crashes[i] == number) sigaction(number, &old_crashes[i], NULL);
  }
  // A faulting instruction faults again when this returns. Any other signal must be raised again,
  // first for the previous handler, and then to end the process.
  if (is_repeated_fault(number, info)) return;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  signal(number, SIG_DFL);
  raise(number);
}

static void notice(int number) {
  int error = errno;
  char byte = (char)number;
  (void)!write(rp_pipe[1], &byte, 1);
  errno = error;
}

bool rp_open_pipe(void) {
  if (rp_pipe[0] >= 0) return true;
  if (pipe(rp_pipe) != 0) return false;
  for (int i = 0; i < 2; i++) {
    fcntl(rp_pipe[i], F_SETFD, FD_CLOEXEC);
    fcntl(rp_pipe[i], F_SETFL, O_NONBLOCK);
  }
  return true;
}

void rp_install_handlers(void) {
  // Restores the terminal if the app calls exit().
  static bool is_registered;
  if (!is_registered) is_registered = atexit(rp_restore) == 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = crash;
  for (int i = 0; i < crash_count; i++) {
    sigaction(crashes[i], NULL, &old_crashes[i]);
    // Except for the first ones, a signal that is already handled or ignored isn't a crash.
    bool has_information = old_crashes[i].sa_flags & SA_SIGINFO;
    bool is_default = !has_information && old_crashes[i].sa_handler == SIG_DFL;
    if (is_default || i < always_count) sigaction(crashes[i], &action, NULL);
  }
  rp_guard_stack();
  action.sa_flags = SA_RESTART;
  action.sa_handler = notice;
  for (int i = 0; i < notice_count; i++) {
    sigaction(notices[i], NULL, &old_notices[i]);
    // A signal that the parent process ignores stays ignored, as with `nohup`.
    bool is_ignored =
        !(old_notices[i].sa_flags & SA_SIGINFO) && old_notices[i].sa_handler == SIG_IGN;
    if (!is_ignored) sigaction(notices[i], &action, &old_notices[i]);
  }
}

void rp_remove_handlers(void) {
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &old_crashes[i], NULL);
  for (int i = 0; i < notice_count; i++) {
    // If the terminal closes while the session is being finished, SIGHUP must not interrupt that.
    // The handler stays installed, and its notices are ignored.
    bool would_end = notices[i] == SIGHUP && !(old_notices[i].sa_flags & SA_SIGINFO) &&
                     old_notices[i].sa_handler == SIG_DFL;
    if (!would_end) sigaction(notices[i], &old_notices[i], NULL);
  }
}

void rp_wake(void) {
  notice(0);
}

int32_t rp_next_signal(void) {
  char byte;
  return read(rp_pipe[0], &byte, 1) == 1 ? byte : -1;
}
