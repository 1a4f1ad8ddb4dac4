#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

#if defined(__linux__) && defined(__LP64__)
// Declared by the system only with _GNU_SOURCE, which Swift does not set. Its off_t is a long here, and no header
// is included for it, since this module would then own the types of threads.
extern int fallocate(int descriptor, int mode, long offset, long length);

// fallocate(2) with FALLOC_FL_KEEP_SIZE.
static inline int csqlite_set_aside(int descriptor, long offset, long length) {
  return fallocate(descriptor, 1, offset, length);
}
#endif

// The call is variadic, which Swift cannot make.
static inline int csqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

#endif
