// Calls and constants of Linux that Swift's Glibc module does not show, since it is built without
// _GNU_SOURCE. No logic: each function is one call, and sets errno as that call does.
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <sys/types.h>

// Two that other systems have too, and that Swift shows on none: macros, and what is not in POSIX.

/// socketpair(2): two connected stream sockets, which children do not inherit, and which raise no signal where
/// nobody reads.
int clinux_socket_pair(int sockets[2]);

/// sendmsg(2), without waiting: writes the bytes, and passes `descriptor` along with the first of them.
ssize_t clinux_send_with_descriptor(
  int socket, const void *bytes, size_t count, int descriptor);

#if defined(__linux__)

extern const int clinux_O_TMPFILE;
extern const int clinux_O_PATH;
extern const int clinux_AT_EMPTY_PATH;

/// renameat2(2) with RENAME_NOREPLACE.
int clinux_rename_noreplace(
  int from_folder, const char *from_name, int to_folder, const char *to_name);

/// openat2(2) with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS.
int clinux_open_beneath(int folder, const char *path, int flags);

/// fallocate(2) with FALLOC_FL_KEEP_SIZE.
int clinux_fallocate_keep_size(int descriptor, off_t offset, off_t length);

/// pwritev2(2) of one buffer at the file's own position with RWF_DONTCACHE: what is on the disk leaves the cache. Newer
/// kernels have it (it came after 6.14), for some file systems; EOPNOTSUPP elsewhere.
ssize_t clinux_write_uncached(int descriptor, const void *bytes, size_t count);

/// sync_file_range(2) of the whole file with SYNC_FILE_RANGE_WRITE: begins to write it, and waits for nothing.
int clinux_start_writing(int descriptor);
#endif

#endif
