// An observer of the blocks that a program adds to Dispatch's queues.
#ifndef REPRISE_CQUEUEBLOCKS_H
#define REPRISE_CQUEUEBLOCKS_H

#include <stdbool.h>
#include <stdint.h>

// A block that code added to a queue, and that the queue has not yet received.
typedef struct rp_queue_block rp_queue_block;

// Sets the observer, whose functions any thread can call.
//
// `takes` is called when a block is added to a queue other than the main queue. If it returns true,
// the observer keeps the block, and passes it to `rp_pass_block` later. `waits` is called before a
// thread waits for something that a block may do.
//
// Returns false if the observer will never be called. This is the case on systems other than Linux.
// It is also the case if a different definition of Dispatch's functions has precedence, as in a
// program that contains Dispatch.
bool rp_observe_blocks(bool (*takes)(rp_queue_block *block), void (*waits)(void));

// Passes a block to its queue. The thread that runs the block calls `ended` after it.
void rp_pass_block(rp_queue_block *block, uint64_t owner, void (*ended)(void *context),
                   void *context);

// Returns the owner of the kept block that the current thread runs, or 0 if there is none.
uint64_t rp_block_owner(void);

#endif
