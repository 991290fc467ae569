// Definitions of Dispatch's functions that precede the library's own definitions.
//
// Functions are looked up in the program first. This includes calls from the libraries that it
// loads, such as Dispatch's Swift library. The definitions are weak, because a program that
// contains Dispatch would otherwise define the symbols twice.
#define _GNU_SOURCE 1
#include "CQueueBlocks.h"

#include <stddef.h>

// The thread sanitizer has its own definitions, from which it learns the order of blocks.
#if defined(__linux__) && !__has_feature(thread_sanitizer)
#include <dlfcn.h>
#include <stdlib.h>

// Dispatch's headers are not in the search path of C targets.
typedef void (^block)(void);
typedef void (*adder)(void *queue, block block);
extern char _dispatch_main_q;
extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);
extern void dispatch_group_enter(void *group);
extern void dispatch_group_leave(void *group);
extern void dispatch_async(void *queue, block block);
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

struct rp_queue_block {
  adder add;
  void *queue;
  // The group that waits for the block; NULL if there is none.
  void *group;
  block block;
};

static bool (*takes_block)(rp_queue_block *block);
static void (*waits_for_block)(void);
static _Thread_local uint64_t current_owner;

static void free_block(rp_queue_block *added) {
  _Block_release(added->block);
  if (added->group != NULL) dispatch_release(added->group);
  dispatch_release(added->queue);
  free(added);
}

uint64_t rp_block_owner(void) { return current_owner; }

// Returns whether the observer has taken a block.
static bool take(adder add, void *queue, void *group, block block) {
  bool (*takes)(rp_queue_block *) = __atomic_load_n(&takes_block, __ATOMIC_ACQUIRE);
  if (takes == NULL || queue == &_dispatch_main_q) return false;
  rp_queue_block *added = malloc(sizeof *added);
  if (added == NULL) return false;
  *added = (rp_queue_block){add, queue, group, _Block_copy(block)};
  dispatch_retain(queue);
  if (group != NULL) {
    dispatch_retain(group);
    dispatch_group_enter(group);
  }
  if (takes(added)) return true;
  if (group != NULL) dispatch_group_leave(group);
  free_block(added);
  return false;
}

void rp_pass_block(rp_queue_block *added, uint64_t owner, void (*ended)(void *context),
                   void *context) {
  added->add(added->queue, ^{
    uint64_t outer = current_owner;
    current_owner = owner;
    added->block();
    current_owner = outer;
    if (added->group != NULL) dispatch_group_leave(added->group);
    free_block(added);
    ended(context);
  });
}

static void note_wait(void) {
  void (*waits)(void) = __atomic_load_n(&waits_for_block, __ATOMIC_ACQUIRE);
  if (waits != NULL) waits();
}

// The definition of a function in Dispatch's library.
#define LIBRARY(name)                                                       \
  ({                                                                        \
    static __typeof__(&name) found;                                         \
    __typeof__(&name) function = __atomic_load_n(&found, __ATOMIC_RELAXED); \
    if (function == NULL) {                                                 \
      function = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                \
      __atomic_store_n(&found, function, __ATOMIC_RELAXED);                 \
    }                                                                       \
    function;                                                               \
  })

#define OVERRIDE __attribute__((weak, visibility("default")))

static void add_block(void *queue, block block) {
  adder add = LIBRARY(dispatch_async);
  if (!take(add, queue, NULL, block)) add(queue, block);
}

OVERRIDE __attribute__((alias("add_block"))) void dispatch_async(void *queue, block block);

bool rp_observe_blocks(bool (*takes)(rp_queue_block *block), void (*waits)(void)) {
  __atomic_store_n(&waits_for_block, waits, __ATOMIC_RELEASE);
  __atomic_store_n(&takes_block, takes, __ATOMIC_RELEASE);
  return dispatch_async == add_block;
}

OVERRIDE void dispatch_barrier_async(void *queue, block block) {
  adder add = LIBRARY(dispatch_barrier_async);
  if (!take(add, queue, NULL, block)) add(queue, block);
}

OVERRIDE void dispatch_group_async(void *group, void *queue, block block) {
  if (!take(LIBRARY(dispatch_async), queue, group, block)) {
    LIBRARY(dispatch_group_async)(group, queue, block);
  }
}

OVERRIDE void dispatch_sync(void *queue, block block) {
  note_wait();
  LIBRARY(dispatch_sync)(queue, block);
}

OVERRIDE void dispatch_barrier_sync(void *queue, block block) {
  note_wait();
  LIBRARY(dispatch_barrier_sync)(queue, block);
}

OVERRIDE intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t time) {
  note_wait();
  return LIBRARY(dispatch_semaphore_wait)(semaphore, time);
}

OVERRIDE intptr_t dispatch_group_wait(void *group, uint64_t time) {
  note_wait();
  return LIBRARY(dispatch_group_wait)(group, time);
}

OVERRIDE intptr_t dispatch_block_wait(block block, uint64_t time) {
  note_wait();
  return LIBRARY(dispatch_block_wait)(block, time);
}

#else

bool rp_observe_blocks(bool (*takes)(rp_queue_block *block), void (*waits)(void)) {
  return false;
}

void rp_pass_block(rp_queue_block *block, uint64_t owner, void (*ended)(void *context),
                   void *context) {}

uint64_t rp_block_owner(void) { return 0; }

#endif
