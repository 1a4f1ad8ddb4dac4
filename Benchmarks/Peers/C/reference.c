// The limit that copying with a digest is held against: threads that read, hash with libcrypto and write, and do nothing
// else. No types, no rows, no names of their own, no limits, no outcome.
//
//   reference [--threads N] SOURCE DESTINATION      SOURCE: a file, or a folder of files; two threads by default
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 256 << 10 };

static char **names;
static size_t count;
static int source, destination;
static atomic_size_t next;
static atomic_int failed;

static void fail(const char *what) {
  perror(what);
  failed = 1;
}

static void copy(const char *name, unsigned char *buffer, EVP_MD_CTX *hash) {
  int in = openat(source, name, O_RDONLY | O_CLOEXEC);
  int out = openat(destination, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (in < 0 || out < 0) {
    fail(name);
  } else {
    ssize_t size;
    EVP_DigestInit_ex(hash, EVP_sha256(), NULL);
    while ((size = read(in, buffer, BUFFER)) > 0) {
      EVP_DigestUpdate(hash, buffer, (size_t)size);
      if (write(out, buffer, (size_t)size) != size) fail(name);
    }
    if (size < 0) fail(name);
    unsigned char digest[EVP_MAX_MD_SIZE];
    EVP_DigestFinal_ex(hash, digest, NULL);
  }
  if (in >= 0) close(in);
  if (out >= 0) close(out);
}

static void *work(void *unused) {
  (void)unused;
  unsigned char *buffer = aligned_alloc(4096, BUFFER);
  EVP_MD_CTX *hash = EVP_MD_CTX_new();
  for (size_t i; (i = atomic_fetch_add(&next, 1)) < count && !failed;) copy(names[i], buffer, hash);
  EVP_MD_CTX_free(hash);
  free(buffer);
  return NULL;
}

static void list(const char *path) {
  DIR *folder = opendir(path);
  struct dirent *entry;
  if (!folder) return fail(path);
  while ((entry = readdir(folder)))
    if (entry->d_name[0] != '.') {
      names = realloc(names, (count + 1) * sizeof *names);
      names[count++] = strdup(entry->d_name);
    }
  closedir(folder);
}

int main(int argc, char **argv) {
  int threads = 2, i = 1;
  if (argc > 2 && !strcmp(argv[1], "--threads")) threads = atoi(argv[2]), i = 3;
  if (argc != i + 2 || threads < 1 || threads > 64) {
    fprintf(stderr, "usage: reference [--threads N] SOURCE DESTINATION\n");
    return 2;
  }
  char *path = argv[i];
  struct stat status;
  if (stat(path, &status) != 0) return perror(path), 1;
  if (S_ISDIR(status.st_mode)) {
    list(path);
  } else {
    char *slash = strrchr(path, '/');
    names = malloc(sizeof *names);
    names[count++] = strdup(slash ? slash + 1 : path);
    if (slash) *slash = 0;
    else path = ".";
  }
  mkdir(argv[i + 1], 0700);
  source = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  destination = open(argv[i + 1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (source < 0 || destination < 0) return perror("open"), 1;
  pthread_t others[64];
  for (int t = 1; t < threads; t++) pthread_create(&others[t], NULL, work, NULL);
  work(NULL);
  for (int t = 1; t < threads; t++) pthread_join(others[t], NULL);
  return failed;
}
