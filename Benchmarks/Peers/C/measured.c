// Runs a program, and says what it took. Small on purpose: a process inherits the peak of memory of the one that
// became it (getrusage(2), exec), so that what starts it must be smaller than whatever is measured.
//
//   measured [--sample MILLISECONDS] [--times N] REPORT PROGRAM [ARGUMENT...]
//
// REPORT gets a line for each of N runs, "run", nanoseconds by the clock, microseconds of user and of system time, KiB of
// memory at peak, exit status; and with --sample lines "memory", nanoseconds since the start, KiB that are resident.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t microseconds(struct timeval t) { return (int64_t)t.tv_sec * 1000000 + t.tv_usec; }

static void sample(FILE *report, pid_t process, int milliseconds, int64_t start) {
  int handle = (int)syscall(SYS_pidfd_open, process, 0);
  struct pollfd end = {.fd = handle, .events = POLLIN};
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
  long page = sysconf(_SC_PAGESIZE);
  while (handle >= 0 && poll(&end, 1, milliseconds) == 0) {
    FILE *file = fopen(path, "r");
    long size, resident;
    if (!file) break;
    if (fscanf(file, "%ld %ld", &size, &resident) == 2)
      fprintf(report, "memory %" PRId64 " %ld\n", now() - start, resident * (page / 1024));
    fclose(file);
  }
  if (handle >= 0) close(handle);
}

int main(int argc, char **argv) {
  int interval = 0, times = 1, i = 1;
  while (i + 1 < argc && argv[i][0] == '-') {
    if (!strcmp(argv[i], "--sample")) interval = atoi(argv[i + 1]);
    else if (!strcmp(argv[i], "--times")) times = atoi(argv[i + 1]);
    i += 2;
  }
  if (argc < i + 2) {
    fprintf(stderr, "usage: measured [--sample MS] [--times N] REPORT PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  FILE *report = fopen(argv[i], "we");
  if (!report) {
    perror(argv[i]);
    return 1;
  }
  for (int run = 0; run < times; run++) {
    int64_t start = now();
    pid_t process = fork();
    if (process < 0) {
      perror("fork");
      return 1;
    }
    if (process == 0) {
      execvp(argv[i + 1], argv + i + 1);
      perror(argv[i + 1]);
      _exit(127);
    }
    if (interval > 0) sample(report, process, interval, start);
    int status;
    struct rusage usage;
    while (wait4(process, &status, 0, &usage) < 0)
      if (errno != EINTR) {
        perror("wait4");
        return 1;
      }
    int64_t end = now();
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    fprintf(report, "run %" PRId64 " %" PRId64 " %" PRId64 " %ld %d\n", end - start,
            microseconds(usage.ru_utime), microseconds(usage.ru_stime), usage.ru_maxrss, code);
  }
  return fclose(report) == 0 ? 0 : 1;
}
