// Not inline in the header: there the include of <fcntl.h> would be an import of Swift's Glibc module,
// which was built without _GNU_SOURCE whatever is defined here.
#define _GNU_SOURCE
#include "CLinux.h"

#if defined(__linux__)
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

const int clinux_O_TMPFILE = O_TMPFILE;
const int clinux_O_PATH = O_PATH;
const int clinux_AT_EMPTY_PATH = AT_EMPTY_PATH;

int clinux_rename_noreplace(
  int from_folder, const char *from_name, int to_folder, const char *to_name) {
  return renameat2(from_folder, from_name, to_folder, to_name, RENAME_NOREPLACE);
}

int clinux_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = {
    .flags = (unsigned)flags,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int clinux_fallocate_keep_size(int descriptor, off_t offset, off_t length) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length);
}

ssize_t clinux_copy_file_range(
  int from, off_t *from_offset, int to, off_t *to_offset, size_t count) {
  return copy_file_range(from, from_offset, to, to_offset, count, 0);
}

int clinux_syncfs(int descriptor) { return syncfs(descriptor); }
#endif
