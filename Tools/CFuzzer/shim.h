#include <stddef.h>
#include <stdint.h>

// libFuzzer as a library: it ships with the toolchain, without a header.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
