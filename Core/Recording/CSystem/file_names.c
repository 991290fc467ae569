#define _GNU_SOURCE 1
#include <errno.h>
#include <stdio.h>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "CSystem.h"

int exchange_file_names(const char *one, const char *other) {
#if defined(__linux__) && defined(SYS_renameat2)
  // 2 is RENAME_EXCHANGE, which older headers lack.
  return syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u) == 0 ? 0 : errno;
#elif defined(__APPLE__)
  return renamex_np(one, other, RENAME_SWAP) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}
