// Swift cannot import the system call that exchanges the names of two files.

#ifndef REPRISE_FILE_NAMES_H
#define REPRISE_FILE_NAMES_H

// Exchanges the names of two files atomically. Returns 0 or an errno; ENOSYS if unsupported.
int exchange_file_names(const char *one, const char *other);

#endif
