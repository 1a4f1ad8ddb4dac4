// Not inline in the header: there the include of <fcntl.h> would be an import of Swift's Glibc module,
// which was built without _GNU_SOURCE whatever is defined here.
#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int clinux_socket_pair(int sockets[2]) {
#if defined(SOCK_CLOEXEC)
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets);
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return -1;
  int yes = 1;
  for (int index = 0; index < 2; index++) {
    fcntl(sockets[index], F_SETFD, FD_CLOEXEC);
    setsockopt(sockets[index], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
  }
  return 0;
#endif
}

ssize_t clinux_send_with_descriptor(
  int socket, const void *bytes, size_t count, int descriptor) {
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control;
  memset(&control, 0, sizeof control);
  struct iovec content = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {
    .msg_iov = &content,
    .msg_iovlen = 1,
    .msg_control = control.bytes,
    .msg_controllen = sizeof control.bytes,
  };
  struct cmsghdr *part = CMSG_FIRSTHDR(&message);
  part->cmsg_level = SOL_SOCKET;
  part->cmsg_type = SCM_RIGHTS;
  part->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(part), &descriptor, sizeof(int));
  int flags = MSG_DONTWAIT;
#if defined(MSG_NOSIGNAL)
  flags |= MSG_NOSIGNAL;
#endif
  return sendmsg(socket, &message, flags);
}

#if defined(__linux__)
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/uio.h>
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

ssize_t clinux_write_uncached(int descriptor, const void *bytes, size_t count) {
  struct iovec content = {.iov_base = (void *)bytes, .iov_len = count};
  // RWF_DONTCACHE, which the headers of older systems lack.
  return pwritev2(descriptor, &content, 1, -1, 0x80);
}

int clinux_start_writing(int descriptor) {
  return sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}
#endif
