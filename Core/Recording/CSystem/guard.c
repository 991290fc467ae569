// The guard of mapped files, with its SIGBUS handler.
#define _GNU_SOURCE 1
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CSystem.h"

static rp_guarded_mapping *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction previous;
static uintptr_t page_length;

// Finds the guarded mapping that contains an address. A record may be reused during the search, in
// which case its start has changed.
static rp_guarded_mapping *find(uintptr_t address) {
  rp_guarded_mapping *mapping = __atomic_load_n(&first, __ATOMIC_ACQUIRE);
  for (; mapping != NULL; mapping = mapping->next) {
    uintptr_t start = __atomic_load_n(&mapping->start, __ATOMIC_ACQUIRE);
    size_t length = __atomic_load_n(&mapping->length, __ATOMIC_ACQUIRE);
    if (start == 0 || address - start >= length) continue;
    if (__atomic_load_n(&mapping->start, __ATOMIC_RELAXED) == start) return mapping;
  }
  return NULL;
}

bool rp_replace_lost_page(int number, const siginfo_t *info) {
  if (number != SIGBUS || info->si_code <= 0) return false;
  uintptr_t address = (uintptr_t)info->si_addr;
  rp_guarded_mapping *mapping = find(address);
  if (mapping == NULL) return false;
  uintptr_t page = address & ~(page_length - 1);
  int error = errno;
  void *memory = mmap((void *)page, page_length, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  errno = error;
  if (memory == MAP_FAILED) return false;
  uint64_t offset = page - mapping->start;
  // Only one thread uses a mapping at a time.
  if (offset < __atomic_load_n(&mapping->intact_length, __ATOMIC_RELAXED)) {
    __atomic_store_n(&mapping->intact_length, offset, __ATOMIC_RELAXED);
  }
  return true;
}

// Does what the signal would have done without this handler.
static void pass_on(int number, siginfo_t *info, void *context) {
  struct sigaction action = previous;
  if (action.sa_flags & SA_RESETHAND) {
    memset(&previous, 0, sizeof previous);
    previous.sa_handler = SIG_DFL;
  }
  bool is_fault = info->si_code > 0;
  if (action.sa_flags & SA_SIGINFO) {
    action.sa_sigaction(number, info, context);
  } else if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) {
    action.sa_handler(number);
  } else if (action.sa_handler == SIG_DFL || is_fault) {
    signal(number, SIG_DFL);
    // If the signal is a fault, the instruction faults again after this returns.
    if (!is_fault) raise(number);
  }
}

static void handle(int number, siginfo_t *info, void *context) {
  if (!rp_replace_lost_page(number, info)) pass_on(number, info, context);
}

static void install(void) {
  page_length = (uintptr_t)sysconf(_SC_PAGESIZE);
  if (sigaction(SIGBUS, NULL, &previous) != 0) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_mask = previous.sa_mask;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | (previous.sa_flags & (SA_NODEFER | SA_RESTART));
  sigaction(SIGBUS, &action, NULL);
}

rp_guarded_mapping *rp_guard_mapping(void *memory, size_t length) {
  pthread_once(&once, install);
  pthread_mutex_lock(&lock);
  rp_guarded_mapping *mapping = first;
  while (mapping != NULL && mapping->start != 0) mapping = mapping->next;
  if (mapping == NULL && (mapping = calloc(1, sizeof *mapping)) != NULL) {
    mapping->next = first;
    __atomic_store_n(&first, mapping, __ATOMIC_RELEASE);
  }
  if (mapping != NULL) {
    __atomic_store_n(&mapping->intact_length, UINT64_MAX, __ATOMIC_RELAXED);
    __atomic_store_n(&mapping->length, length, __ATOMIC_RELEASE);
    __atomic_store_n(&mapping->start, (uintptr_t)memory, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
  return mapping;
}

void rp_release_mapping(rp_guarded_mapping *mapping) {
  pthread_mutex_lock(&lock);
  __atomic_store_n(&mapping->start, 0, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
}
