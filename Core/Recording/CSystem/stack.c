// Stacks for signal handlers. A handler cannot run on a stack that has overflowed, and each thread
// has its own stack.
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#include "CSystem.h"

enum { handler_stack_size = 64 << 10 };
static pthread_key_t handler_stack;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

static void free_handler_stack(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(memory);
}

static void create_key(void) {
  has_key = pthread_key_create(&handler_stack, free_handler_stack) == 0;
}

void rp_guard_stack(void) {
  static _Thread_local bool is_guarded;
  if (is_guarded) return;
  is_guarded = true;
  pthread_once(&once, create_key);
  stack_t stack;
  // Keep an existing stack, such as a sanitizer's.
  if (!has_key || sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
  void *memory = malloc(handler_stack_size);
  if (memory == NULL) return;
  stack = (stack_t){.ss_sp = memory, .ss_size = handler_stack_size};
  if (sigaltstack(&stack, NULL) == 0) {
    // The key's destructor frees the memory when the thread exits.
    pthread_setspecific(handler_stack, memory);
  } else {
    free(memory);
  }
}
