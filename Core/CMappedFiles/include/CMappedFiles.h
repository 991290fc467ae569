// Memory that is mapped from a file which another program may shorten. An access behind the new end of
// the file raises SIGBUS; here it finds zeros instead, and the mapping remembers what was lost.
#ifndef REPRISE_CMAPPEDFILES_H
#define REPRISE_CMAPPEDFILES_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A guarded mapping. It is reused and never freed, since a handler of a signal may be reading it.
typedef struct rp_guarded_mapping {
  // The address of the first byte; 0 while the record is unused.
  uintptr_t start;
  size_t length;
  // The offset of the first page that was lost; UINT64_MAX while none is. Atomic.
  uint64_t intact_length;
  struct rp_guarded_mapping *next;
} rp_guarded_mapping;

// Guards a shared mapping, which must begin at a page. Returns NULL if there is no memory.
rp_guarded_mapping *rp_guard_mapping(void *memory, size_t length);

// Ends the guard, before the memory is unmapped.
void rp_release_mapping(rp_guarded_mapping *mapping);

// Replaces the page of a guarded mapping whose access raised a signal, and returns whether there is
// one. For handlers that are installed later: they must ask before they treat SIGBUS as a crash.
bool rp_replace_lost_page(int number, const siginfo_t *info);

#endif
