// An observer of the blocks that a program adds to Dispatch's queues.
#ifndef REPRISE_CQUEUEBLOCKS_H
#define REPRISE_CQUEUEBLOCKS_H

#include <stdbool.h>
#include <stdint.h>

// A block that was added to a queue, and that the queue has not received.
typedef struct rp_queue_block rp_queue_block;

// Sets the observer, whose functions any thread can call.
//
// `takes` is called when a block is added to a queue other than the main one. If it returns true,
// it keeps the block, and passes it to `rp_pass_block` later. `waits` is called when a thread will
// wait for something that a block may do.
//
// Returns false if the observer is never called, because another definition of Dispatch's functions
// has precedence, as in a program that contains Dispatch, or because the system is not Linux.
bool rp_observe_blocks(bool (*takes)(rp_queue_block *block), void (*waits)(void));

// Passes a block to its queue. Its thread calls `ended` after it.
void rp_pass_block(rp_queue_block *block, uint64_t owner, void (*ended)(void *context),
                   void *context);

// Returns the owner of the block that the thread runs, if the observer kept it; otherwise 0.
uint64_t rp_block_owner(void);

#endif
