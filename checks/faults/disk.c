/* A disk that fails on demand, for tests: preloaded into the server, it stands between SQLite and the C library.
 *
 * It looks at the files of the database alone (FAULTS_DATABASE, its -wal and its -journal), and at syncs of what lies in the
 * folder FAULTS_EXPORTS, and does what the files in the folder FAULTS_ORDERS ask for:
 *
 *   full   while it is there: writes fail with ENOSPC
 *   sync   holds a number n: the n-th sync from now fails with EIO, and so does every later one
 *   sync-db  the same for syncs of the database file, as a checkpoint makes them
 *   die    holds a number n: the process is killed just before the n-th write, truncation or sync from now
 *   die-at-sync  while it is there: the process is killed just before a sync
 *   hold   while it is there: syncs do not return
 *   undo   while it is there: what writes overwrite is kept in undo-db and undo-wal until the next sync of the file,
 *          so that a test can take back after a kill what a loss of power would have lost
 *
 * Every fault that happened leaves its mark in the file "fired", one word per line.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Shared by the pair of 32-bit and 64-bit names: on 64-bit systems they are one function. */
static ssize_t real_pwrite(int fd, const void *bytes, size_t count, off_t at) {
  static ssize_t (*next)(int, const void *, size_t, off_t);
  if (!next) next = dlsym(RTLD_NEXT, "pwrite64");
  return next(fd, bytes, count, at);
}

static ssize_t real_write(int fd, const void *bytes, size_t count) {
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) next = dlsym(RTLD_NEXT, "write");
  return next(fd, bytes, count);
}

static int real_ftruncate(int fd, off_t size) {
  static int (*next)(int, off_t);
  if (!next) next = dlsym(RTLD_NEXT, "ftruncate64");
  return next(fd, size);
}

static int real_sync(int fd, const char *name) {
  int (*next)(int) = dlsym(RTLD_NEXT, name);
  return next(fd);
}

static const char *order(const char *name, char *path, size_t room) {
  const char *folder = getenv("FAULTS_ORDERS");
  if (!folder) return NULL;
  snprintf(path, room, "%s/%s", folder, name);
  return path;
}

static int is_ordered(const char *name) {
  char path[4096];
  int kept = errno, there = order(name, path, sizeof path) && access(path, F_OK) == 0;
  errno = kept;
  return there;
}

static void mark(const char *word) {
  char path[4096], line[64];
  if (!order("fired", path, sizeof path)) return;
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0) return;
  int length = snprintf(line, sizeof line, "%s\n", word);
  if (real_write(fd, line, (size_t)length) != length) abort();
  close(fd);
}

/* "db", "wal" or "journal" where the file is the database's, else NULL. */
static const char *role(int fd) {
  const char *database = getenv("FAULTS_DATABASE");
  char link[64], path[4096];
  if (!database) return NULL;
  int kept = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = kept;
  if (length <= 0) return NULL;
  path[length] = 0;
  size_t known = strlen(database);
  if (strncmp(path, database, known) != 0) return NULL;
  if (path[known] == 0) return "db";
  if (strcmp(path + known, "-wal") == 0) return "wal";
  return strcmp(path + known, "-journal") == 0 ? "journal" : NULL;
}

/* The number in an order, at least 1. */
static long number_of(const char *name) {
  char path[4096], text[32] = {0};
  int fd = order(name, path, sizeof path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (fd >= 0) {
    if (read(fd, text, sizeof text - 1) <= 0) text[0] = '1';
    close(fd);
  }
  long number = atol(text);
  return number < 1 ? 1 : number;
}

/* One more step on the disk, before it is done; the caller holds the lock. */
static void step(void) {
  static long left = -1;
  if (!is_ordered("die")) {
    left = -1;
    return;
  }
  if (left < 0) left = number_of("die");
  if (--left > 0) return;
  mark("die");
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static int undo_file(const char *of, int flags) {
  char name[16], path[4096];
  snprintf(name, sizeof name, "undo-%s", of);
  if (!order(name, path, sizeof path)) return -1;
  return open(path, O_CREAT | O_CLOEXEC | flags, 0600);
}

/* Keeps what stands where a write or a truncation will: offset, length, size of the file, bytes. */
static void keep(const char *of, int fd, off_t at, size_t count) {
  struct stat status;
  if (!is_ordered("undo") || fstat(fd, &status) != 0) return;
  size_t there = at >= status.st_size ? 0 : (size_t)(status.st_size - at);
  if (there > count) there = count;
  char *bytes = malloc(there + 24);
  if (!bytes) abort();
  uint64_t head[3] = {(uint64_t)at, (uint64_t)there, (uint64_t)status.st_size};
  memcpy(bytes, head, 24);
  if (there && pread(fd, bytes + 24, there, at) != (ssize_t)there) abort();
  int undo = undo_file(of, O_WRONLY | O_APPEND);
  if (undo < 0 || real_write(undo, bytes, there + 24) != (ssize_t)(there + 24)) abort();
  close(undo);
  free(bytes);
}

static int is_full(void) {
  if (!is_ordered("full")) return 0;
  mark("full");
  errno = ENOSPC;
  return 1;
}

static ssize_t written(int fd, const void *bytes, size_t count, off_t at) {
  const char *of = role(fd);
  if (of && is_full()) return -1;
  if (!of) return real_pwrite(fd, bytes, count, at);
  pthread_mutex_lock(&lock);
  step();
  keep(of, fd, at, count);
  ssize_t done = real_pwrite(fd, bytes, count, at);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) { return written(fd, bytes, count, at); }
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { return written(fd, bytes, count, at); }

ssize_t write(int fd, const void *bytes, size_t count) {
  const char *of = role(fd);
  if (!of) return real_write(fd, bytes, count);
  if (is_full()) return -1;
  off_t at = lseek(fd, 0, SEEK_CUR);
  pthread_mutex_lock(&lock);
  step();
  keep(of, fd, at, count);
  ssize_t done = real_write(fd, bytes, count);
  pthread_mutex_unlock(&lock);
  return done;
}

static int truncated(int fd, off_t size) {
  const char *of = role(fd);
  struct stat status;
  if (!of || fstat(fd, &status) != 0 || status.st_size <= size) return real_ftruncate(fd, size);
  pthread_mutex_lock(&lock);
  step();
  keep(of, fd, size, (size_t)(status.st_size - size));
  int done = real_ftruncate(fd, size);
  pthread_mutex_unlock(&lock);
  return done;
}

int ftruncate64(int fd, off_t size) { return truncated(fd, size); }
int ftruncate(int fd, off_t size) { return truncated(fd, size); }

/* Whether this sync fails by this order: its number counts down to it. */
static int fails(const char *name, long *left) {
  if (!is_ordered(name)) {
    *left = -1;
    return 0;
  }
  if (*left < 0) *left = number_of(name);
  if (*left > 1) {
    --*left;
    return 0;
  }
  mark(name);
  errno = EIO;
  return 1;
}

static int sync_fails(const char *of) {
  static long any = -1, db = -1;
  return fails("sync", &any) || (strcmp(of, "db") == 0 && fails("sync-db", &db));
}

/* "export" for a file in the folder FAULTS_EXPORTS, else NULL. */
static const char *export_role(int fd) {
  const char *folder = getenv("FAULTS_EXPORTS");
  char link[64], path[4096];
  if (!folder) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  size_t known = strlen(folder);
  return strncmp(path, folder, known) == 0 && path[known] == '/' ? "export" : NULL;
}

static int synced(int fd, const char *name) {
  const char *of = role(fd);
  if (!of) of = export_role(fd);
  if (!of) return real_sync(fd, name);
  if (is_ordered("hold")) {
    mark("hold");
    while (is_ordered("hold")) usleep(2000);
  }
  pthread_mutex_lock(&lock);
  step();
  if (is_ordered("die-at-sync")) {
    mark("die-at-sync");
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  int done = sync_fails(of) ? -1 : 0;
  if (done == 0 && is_ordered("undo")) {
    /* The kernel keeps what a killed process wrote: what lies behind a sync is never taken back. */
    int undo = undo_file(of, O_WRONLY | O_TRUNC);
    if (undo >= 0) close(undo);
  } else if (done == 0) {
    done = real_sync(fd, name);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

int fsync(int fd) { return synced(fd, "fsync"); }
int fdatasync(int fd) { return synced(fd, "fdatasync"); }
