// Signal handlers: their stacks, and a guard of memory mapped from a file that another program may
// truncate. Accessing such memory beyond the new end of the file raises SIGBUS. A guard replaces
// lost pages with zeros, and records the loss.
#ifndef REPRISE_MAPPED_FILES_H
#define REPRISE_MAPPED_FILES_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A guarded mapping. It is reused but never freed, because a signal handler may be reading it.
typedef struct rp_guarded_mapping {
  // The address of the first byte; 0 if the record is unused.
  uintptr_t start;
  size_t length;
  // The offset of the first lost page; UINT64_MAX if there is none. Atomic.
  uint64_t intact_length;
  struct rp_guarded_mapping *next;
} rp_guarded_mapping;

// Guards a shared mapping, which must start at a page boundary. Returns NULL if out of memory.
rp_guarded_mapping *rp_guard_mapping(void *memory, size_t length);

// Removes the guard. Must be called before the memory is unmapped.
void rp_release_mapping(rp_guarded_mapping *mapping);

// Replaces the page whose access raised a signal, if it belongs to a guarded mapping. Returns
// whether it does. Handlers installed later must call this before they treat SIGBUS as a crash.
bool rp_replace_lost_page(int number, const siginfo_t *info);

// Lets signal handlers run even if the calling thread's stack overflows.
void rp_guard_stack(void);

#endif
