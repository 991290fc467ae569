// The part of a worker that records how it ended.
#define _GNU_SOURCE 1
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <link.h>
#include <sys/prctl.h>
#endif

#include "CReplayWorker.h"

static rp_worker_page *page;
// The thread that replays. Other programs than a worker may have several such threads.
static _Atomic(pthread_t) replaying;
static uintptr_t image_start;

// A frame takes at least 16 bytes, and the stack has 16 MiB.
enum { max_frames = 1 << 20, handler_stack_size = 256 << 10, main_stack_size = 16 << 20 };
static void *frames[max_frames];

rp_worker_page *rp_worker_attach(void) {
  struct stat status;
  if (fstat(rp_worker_shared, &status) != 0 || status.st_size != (off_t)sizeof *page) return NULL;
  void *memory =
      mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, rp_worker_shared, 0);
  close(rp_worker_shared);
  return memory == MAP_FAILED ? NULL : memory;
}

// Notes the running functions. `caller` is the code that a signal handler returns to, or NULL.
static void rp_note_frames(const void *caller) {
  if (__atomic_load_n(&page->has_crashed, __ATOMIC_RELAXED)) return;
  int count = backtrace(frames, max_frames);
  // All addresses but that of the interrupted instruction are behind a call. With one more, it is
  // like them, and the line of the byte before each address is the right one.
  for (int i = 0; caller != NULL && i + 1 < count; i++) {
    if (frames[i] != caller) continue;
    frames[i + 1] = (char *)frames[i + 1] + 1;
    break;
  }
  int inner = count < rp_worker_inner_frames ? count : rp_worker_inner_frames;
  int outer = count - inner < rp_worker_outer_frames ? count - inner : rp_worker_outer_frames;
  for (int i = 0; i < inner; i++) page->frames[i] = (uintptr_t)frames[i] - image_start;
  for (int i = 0; i < outer; i++) {
    page->frames[inner + i] = (uintptr_t)frames[count - outer + i] - image_start;
  }
  page->frame_count = (uint64_t)(inner + outer);
  page->omitted_frames = (uint64_t)(count - inner - outer);
  __atomic_store_n(&page->has_crashed, 1, __ATOMIC_RELEASE);
}

static void rp_crash(int number) {
  rp_note_frames(__builtin_return_address(0));
  // The handler was removed when it was called, so the signal now has its default effect.
  raise(number);
}

// The system may deliver an external signal to any thread.
static void rp_stop(int number) {
  pthread_t thread = replaying;
  if (!pthread_equal(pthread_self(), thread)) {
    pthread_kill(thread, number);
    return;
  }
  rp_note_frames(__builtin_return_address(0));
  raise(SIGKILL);
}

static void rp_exit(void) {
  rp_note_frames(NULL);
}

#ifdef __linux__
static int rp_find_image(struct dl_phdr_info *info, size_t size, void *start) {
  (void)size;
  *(uintptr_t *)start = info->dlpi_addr;
  // The first image is the executable.
  return 1;
}
#endif

void rp_worker_enter(void) {
  replaying = pthread_self();
  // A handler cannot run on a stack that has overflowed.
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || stack.ss_flags & SS_DISABLE) {
    stack = (stack_t){.ss_sp = malloc(handler_stack_size), .ss_size = handler_stack_size};
    if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
  }
}

// Lets the stack of the main thread grow as large as the stack of the thread that replays steps.
static void rp_raise_stack_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= main_stack_size) return;
  limit.rlim_cur = limit.rlim_max < main_stack_size ? limit.rlim_max : main_stack_size;
  setrlimit(RLIMIT_STACK, &limit);
}

void rp_worker_watch(rp_worker_page *shared) {
  page = shared;
  rp_worker_enter();
  rp_raise_stack_limit();
#ifdef __linux__
  dl_iterate_phdr(rp_find_image, &image_start);
  // If the parent process ends, no other process would stop this one.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // The first call loads libraries, which a signal handler must not do.
  backtrace(frames, 1);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = rp_crash;
  action.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  const int crashes[] = {SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS};
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
    sigaction(crashes[i], &action, NULL);
  }
  // A terminal interrupt is for the parent process, and isn't a fault of the app.
  signal(SIGINT, SIG_IGN);
  action.sa_handler = rp_stop;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGXCPU, &action, NULL);
  atexit(rp_exit);
}

void rp_worker_forget_errors(void) {
  if (lseek(STDERR_FILENO, 0, SEEK_CUR) > 0 && ftruncate(STDERR_FILENO, 0) == 0) {
    lseek(STDERR_FILENO, 0, SEEK_SET);
  }
}

int rp_worker_limit_memory(uint64_t bytes) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RP_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RP_IS_SANITIZED 1
#endif
#endif
#ifdef RP_IS_SANITIZED
  // Sanitizers reserve terabytes of address space that they never use.
  (void)bytes;
  return 0;
#else
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return errno;
  // Never raises an existing limit.
  if (limit.rlim_max < bytes) bytes = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = bytes;
  return setrlimit(RLIMIT_DATA, &limit) == 0 ? 0 : errno;
#endif
}

void rp_worker_stop(const rp_worker *worker) {
  kill(worker->process, SIGXCPU);
}

char *swift_demangle(const char *name, size_t length, char *output, size_t *output_length,
                     uint32_t flags);

char *rp_worker_demangle(const char *name) {
  return swift_demangle(name, strlen(name), NULL, NULL, 0);
}
