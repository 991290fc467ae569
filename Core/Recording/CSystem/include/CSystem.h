// Processor instructions, system calls and signal handlers that Swift cannot express.
#ifndef REPRISE_CSYSTEM_H
#define REPRISE_CSYSTEM_H

#include "byte_masks.h"
#include "file_names.h"
#include "mapped_files.h"

#endif
