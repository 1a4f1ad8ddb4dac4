#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

void cconfinement_end_without_memory(void) { _exit(cconfinement_out_of_memory); }

static int set_limit(int resource, rlim_t value) {
  struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
  return setrlimit(resource, &limit);
}

int cconfinement_set_limits(uint64_t address_space, uint64_t processor_seconds, uint64_t descriptors) {
  if (set_limit(RLIMIT_CORE, 0) != 0) return -1;
  if (set_limit(RLIMIT_NOFILE, descriptors) != 0) return -1;
  if (set_limit(RLIMIT_CPU, processor_seconds) != 0) return -1;
  return set_limit(RLIMIT_AS, address_space);
}

int cconfinement_forbid_files(void) { return set_limit(RLIMIT_FSIZE, 0); }

int cconfinement_set_alarm(uint64_t milliseconds) {
  struct itimerval time = {
    .it_value = {
      .tv_sec = (time_t)(milliseconds / 1000),
      .tv_usec = (suseconds_t)(milliseconds % 1000 * 1000),
    },
  };
  return setitimer(ITIMER_REAL, &time, NULL);
}

ssize_t cconfinement_receive(int socket, void *bytes, size_t count, int *descriptor) {
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct iovec content = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
    .msg_iov = &content,
    .msg_iovlen = 1,
    .msg_control = control.bytes,
    .msg_controllen = sizeof control.bytes,
  };
  *descriptor = -1;
#if defined(MSG_CMSG_CLOEXEC)
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
#else
  ssize_t received = recvmsg(socket, &message, 0);
#endif
  if (received < 0) return received;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS
      && part->cmsg_len == CMSG_LEN(sizeof(int))) {
      memcpy(descriptor, CMSG_DATA(part), sizeof(int));
    }
  }
  return received;
}

#if defined(__linux__)

int cconfinement_renounce_rights(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined(ARCHITECTURE)

// The low half of an argument: both architectures store the small end first.
#define ARGUMENT(index) ((unsigned)offsetof(struct seccomp_data, args[index]))
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define ANSWER(answer) BPF_STMT(BPF_RET | BPF_K, answer)
#define REFUSE(number) ANSWER(SECCOMP_RET_ERRNO | (number))
#define LOAD_CALL LOAD((unsigned)offsetof(struct seccomp_data, nr))
#define EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define ANY_BIT(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, yes, no)

// Each of these looks at one call, and passes others on.
#define ALLOW(call) EQUAL(call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
#define FAIL(call, number) EQUAL(call, 0, 1), REFUSE(number)
#define ALLOW_IF_EQUAL(call, index, value) \
  EQUAL(call, 0, 4), LOAD(ARGUMENT(index)), EQUAL(value, 0, 1), ANSWER(SECCOMP_RET_ALLOW), REFUSE(EPERM)
#define ALLOW_IF_SET(call, index, bits) \
  EQUAL(call, 0, 4), LOAD(ARGUMENT(index)), ANY_BIT(bits, 0, 1), ANSWER(SECCOMP_RET_ALLOW), REFUSE(EPERM)
#define ALLOW_UNLESS_SET(call, index, bits) \
  EQUAL(call, 0, 4), LOAD(ARGUMENT(index)), ANY_BIT(bits, 1, 0), ANSWER(SECCOMP_RET_ALLOW), REFUSE(EPERM)
// Both halves of a pointer are zero.
#define ALLOW_IF_NULL(call, index) \
  EQUAL(call, 0, 6), LOAD(ARGUMENT(index)), EQUAL(0, 0, 3), LOAD(ARGUMENT(index) + 4), EQUAL(0, 0, 1), \
    ANSWER(SECCOMP_RET_ALLOW), REFUSE(EPERM)

int cconfinement_filter_calls(int output) {
  unsigned own = (unsigned)getpid();
  struct sock_filter filter[] = {
    LOAD((unsigned)offsetof(struct seccomp_data, arch)),
    EQUAL(ARCHITECTURE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD_CALL,

    // The document, which is already open.
    ALLOW(SYS_read), ALLOW(SYS_pread64), ALLOW(SYS_readv), ALLOW(SYS_lseek), ALLOW(SYS_fstat),
    ALLOW(SYS_close), ALLOW(SYS_dup), ALLOW(SYS_fcntl),
    // fstat(3), as the C library makes it.
    ALLOW_IF_EQUAL(SYS_newfstatat, 3, AT_EMPTY_PATH),
    // The client.
    ALLOW(SYS_recvmsg), ALLOW(SYS_ppoll),
    ALLOW_IF_EQUAL(SYS_write, 0, (unsigned)output),
    // Memory, and none that can be run.
    ALLOW(SYS_munmap), ALLOW(SYS_mremap), ALLOW(SYS_brk), ALLOW(SYS_madvise),
    ALLOW_UNLESS_SET(SYS_mmap, 2, PROT_EXEC), ALLOW_UNLESS_SET(SYS_mprotect, 2, PROT_EXEC),
    // Threads of decoders, and no process. The flags of clone3 lie in memory, where no filter sees them; the
    // library falls back to clone where it does not exist.
    ALLOW_IF_SET(SYS_clone, 0, CLONE_THREAD), FAIL(SYS_clone3, ENOSYS),
    ALLOW(SYS_futex), ALLOW(SYS_set_robust_list), ALLOW(SYS_rseq), ALLOW(SYS_sched_yield),
    ALLOW(SYS_sched_getaffinity), ALLOW(SYS_membarrier), ALLOW(SYS_restart_syscall),
    // Time, chance, signals of its own, the end.
    ALLOW(SYS_clock_gettime), ALLOW(SYS_clock_nanosleep), ALLOW(SYS_nanosleep), ALLOW(SYS_gettimeofday),
    ALLOW(SYS_setitimer), ALLOW(SYS_getrandom), ALLOW(SYS_getrusage), ALLOW(SYS_sysinfo),
    ALLOW(SYS_rt_sigaction), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_rt_sigreturn), ALLOW(SYS_sigaltstack),
    ALLOW(SYS_getpid), ALLOW(SYS_gettid), ALLOW_IF_EQUAL(SYS_tgkill, 0, own),
    ALLOW_IF_NULL(SYS_prlimit64, 2),
    ALLOW(SYS_exit), ALLOW(SYS_exit_group),
    // Libraries that look for a file go on without it.
    FAIL(SYS_openat, EACCES),
#if defined(SYS_open)
    FAIL(SYS_open, EACCES),
#endif
#if defined(SYS_poll)
    ALLOW(SYS_poll),
#endif
    REFUSE(EPERM),
  };
  struct sock_fprog program = {
    .len = (unsigned short)(sizeof filter / sizeof filter[0]),
    .filter = filter,
  };
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

#else
int cconfinement_filter_calls(int output) {
  (void)output;
  errno = ENOSYS;
  return -1;
}
#endif

#else
int cconfinement_renounce_rights(void) {
  errno = ENOSYS;
  return -1;
}

int cconfinement_filter_calls(int output) {
  (void)output;
  errno = ENOSYS;
  return -1;
}
#endif
