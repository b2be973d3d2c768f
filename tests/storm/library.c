/* A storm for one process: counts what it writes beneath a folder or sends to a port, and lets the n-th call go wrong.

   Loaded before libc (LD_PRELOAD). Asleep until storm_arm() is called in the process that is to suffer. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum fault { NONE, KILL_BEFORE, KILL_AFTER, FAIL_ONCE, FAIL_ON, SHORT_ONCE, SHORT_THEN_FAIL, SIGINT_BEFORE, SIGINT_AFTER, STOP };

static char folder[4096];
static size_t folder_length;
static int armed, ports[4], fault, error, notebook = -1;
static long count, nth;

/* From now on: beneath `where` or to one of these ports, the n-th call suffers `kind`; each is noted in `log`. */
void storm_arm(const char *where, int port, int other, long at, int kind, int with, int log) {
    snprintf(folder, sizeof folder, "%s", where);
    folder_length = strlen(folder);
    ports[0] = port, ports[1] = other;
    nth = at, fault = kind, error = with, notebook = log, count = 0, armed = 1;
}

void storm_disarm(void) { armed = 0; }

static void note(const char *what, const char *where) {
    char line[4400];
    if (notebook < 0) return;
    int length = snprintf(line, sizeof line, "%s %s\n", what, where);
    syscall(SYS_write, notebook, line, (size_t)length);
}

static const char *beneath(const char *path) {
    return strncmp(path, folder, folder_length) == 0 && path[folder_length] == '/' ? path + folder_length + 1 : NULL;
}

/* The path of an open file that lies beneath the folder, or of a socket to a port that is watched; else NULL. */
static const char *watched(int fd, char *room, size_t size) {
    char link[64];
    if (!armed) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, room, size - 1);
    if (length < 0) return NULL;
    room[length] = 0;
    if (strncmp(room, "socket:", 7)) return beneath(room);
    struct sockaddr_storage peer;
    socklen_t room_for = sizeof peer;
    if (getpeername(fd, (struct sockaddr *)&peer, &room_for)) return NULL;
    int port = peer.ss_family == AF_INET    ? ntohs(((struct sockaddr_in *)&peer)->sin_port)
               : peer.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&peer)->sin6_port)
                                            : 0;
    return port && (port == ports[0] || port == ports[1]) ? "(server)" : NULL;
}

/* The same for a path as it is given to a call, absolute or from a folder that is open. */
static const char *named(int at, const char *path, char *room, size_t size) {
    if (!armed) return NULL;
    if (path[0] == '/') {
        snprintf(room, size, "%s", path);
        return beneath(room);
    }
    char link[64] = "/proc/self/cwd";
    if (at != AT_FDCWD) snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, room, size - 1);
    if (length < 0) return NULL;
    snprintf(room + length, size - length, "/%s", path);
    return beneath(room);
}

enum fate { GO, FAIL, SHORT };

/* What becomes of a call that is watched. Only a write can be short; of what makes room nothing fails on a full disk. */
static enum fate met(const char *what, const char *where, int can_be_short, int frees) {
    count++;
    note(what, where);
    if (!nth || count < nth) return GO;
    int full = error == ENOSPC && (frees || !strcmp(where, "(server)"));
    if (count == nth) switch (fault) {
        case KILL_BEFORE: kill(getpid(), SIGKILL); break;
        case STOP: kill(getpid(), SIGSTOP); break;
        case SIGINT_BEFORE: raise(SIGINT); break;
        case FAIL_ONCE: return full ? GO : FAIL;
        case SHORT_ONCE:
        case SHORT_THEN_FAIL: return can_be_short ? SHORT : full || fault == SHORT_ONCE ? GO : FAIL;
    }
    if (fault == FAIL_ON || (fault == SHORT_THEN_FAIL && count > nth)) return full ? GO : FAIL;
    return GO;
}

static void after(void) {
    if (!nth || count != nth) return;
    int kept = errno;
    if (fault == KILL_AFTER) kill(getpid(), SIGKILL);
    if (fault == SIGINT_AFTER) raise(SIGINT);
    errno = kept;
}

/* A connection does not run out of room, it breaks. */
static int failed(const char *where) {
    errno = strcmp(where, "(server)") ? error : ECONNRESET;
    return -1;
}

#define REAL(name) ({ static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name); real; })

#define SUFFER(where, what, frees, otherwise)                           \
    do {                                                                \
        if (!(where)) return otherwise;                                 \
        if (met(what, where, 0, frees) == FAIL) return failed(where);   \
        __auto_type answer = otherwise;                                 \
        after();                                                        \
        return answer;                                                  \
    } while (0)

#define SUFFER_WRITE(what, size, whole, half)                           \
    do {                                                                \
        char room[4096];                                                \
        const char *where = watched(fd, room, sizeof room);             \
        if (!where) return whole;                                       \
        enum fate fate = met(what, where, (size) > 1, 0);               \
        if (fate == FAIL) return failed(where);                         \
        ssize_t answer = fate == SHORT ? half : whole;                  \
        after();                                                        \
        return answer;                                                  \
    } while (0)

ssize_t write(int fd, const void *data, size_t size) {
    SUFFER_WRITE("write", size, REAL(write)(fd, data, size), REAL(write)(fd, data, size / 2));
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    SUFFER_WRITE("pwrite", size, REAL(pwrite)(fd, data, size, at), REAL(pwrite)(fd, data, size / 2, at));
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    SUFFER_WRITE("pwrite", size, REAL(pwrite64)(fd, data, size, at), REAL(pwrite64)(fd, data, size / 2, at));
}
ssize_t writev(int fd, const struct iovec *parts, int many) {
    SUFFER_WRITE("writev", 1, REAL(writev)(fd, parts, many), -1);
}
ssize_t send(int fd, const void *data, size_t size, int flags) {
    SUFFER_WRITE("send", size, REAL(send)(fd, data, size, flags), REAL(send)(fd, data, size / 2, flags));
}
ssize_t sendto(int fd, const void *data, size_t size, int flags, const struct sockaddr *to, socklen_t length) {
    SUFFER_WRITE("send", 1, REAL(sendto)(fd, data, size, flags, to, length), -1);
}
ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    SUFFER_WRITE("send", 1, REAL(sendmsg)(fd, message, flags), -1);
}
ssize_t sendfile(int fd, int from, off_t *at, size_t size) {
    SUFFER_WRITE("write", size, REAL(sendfile)(fd, from, at, size), REAL(sendfile)(fd, from, at, size / 2));
}
ssize_t sendfile64(int fd, int from, off64_t *at, size_t size) {
    SUFFER_WRITE("write", size, REAL(sendfile64)(fd, from, at, size), REAL(sendfile64)(fd, from, at, size / 2));
}
ssize_t copy_file_range(int from, off64_t *start, int fd, off64_t *at, size_t size, unsigned flags) {
    SUFFER_WRITE("write", size, REAL(copy_file_range)(from, start, fd, at, size, flags),
                 REAL(copy_file_range)(from, start, fd, at, size / 2, flags));
}

/* A process that is killed loses nothing that it has written, so nobody has to wait for the disk. */
int fsync(int fd) {
    char room[4096];
    const char *where = watched(fd, room, sizeof room);
    SUFFER(where, "fsync", 0, where ? 0 : REAL(fsync)(fd));
}
int fdatasync(int fd) {
    char room[4096];
    const char *where = watched(fd, room, sizeof room);
    SUFFER(where, "fsync", 0, where ? 0 : REAL(fdatasync)(fd));
}

#define ON_FILE(call, what, ...)                            \
    do {                                                    \
        char room[4096];                                    \
        const char *where = watched(fd, room, sizeof room); \
        SUFFER(where, what, 0, REAL(call)(__VA_ARGS__));    \
    } while (0)

int ftruncate(int fd, off_t size) { ON_FILE(ftruncate, "truncate", fd, size); }
int ftruncate64(int fd, off64_t size) { ON_FILE(ftruncate64, "truncate", fd, size); }
int fallocate(int fd, int mode, off_t at, off_t size) { ON_FILE(fallocate, "allocate", fd, mode, at, size); }
int fallocate64(int fd, int mode, off64_t at, off64_t size) { ON_FILE(fallocate64, "allocate", fd, mode, at, size); }
int fchmod(int fd, mode_t mode) { ON_FILE(fchmod, "chmod", fd, mode); }

#define ON_PATH(call, what, at, path, frees, ...)                   \
    do {                                                            \
        char room[4096];                                            \
        const char *where = named(at, path, room, sizeof room);     \
        SUFFER(where, what, frees, REAL(call)(__VA_ARGS__));        \
    } while (0)

int rename(const char *from, const char *to) { ON_PATH(rename, "rename", AT_FDCWD, to, 0, from, to); }
int renameat(int at, const char *from, int there, const char *to) {
    ON_PATH(renameat, "rename", there, to, 0, at, from, there, to);
}
int renameat2(int at, const char *from, int there, const char *to, unsigned flags) {
    ON_PATH(renameat2, "rename", there, to, 0, at, from, there, to, flags);
}
int link(const char *from, const char *to) { ON_PATH(link, "link", AT_FDCWD, to, 0, from, to); }
int linkat(int at, const char *from, int there, const char *to, int flags) {
    ON_PATH(linkat, "link", there, to, 0, at, from, there, to, flags);
}
int symlink(const char *from, const char *to) { ON_PATH(symlink, "link", AT_FDCWD, to, 0, from, to); }
int unlink(const char *path) { ON_PATH(unlink, "unlink", AT_FDCWD, path, 1, path); }
int unlinkat(int at, const char *path, int flags) { ON_PATH(unlinkat, "unlink", at, path, 1, at, path, flags); }
int rmdir(const char *path) { ON_PATH(rmdir, "rmdir", AT_FDCWD, path, 1, path); }
int mkdir(const char *path, mode_t mode) { ON_PATH(mkdir, "mkdir", AT_FDCWD, path, 0, path, mode); }
int mkdirat(int at, const char *path, mode_t mode) { ON_PATH(mkdirat, "mkdir", at, path, 0, at, path, mode); }
int chmod(const char *path, mode_t mode) { ON_PATH(chmod, "chmod", AT_FDCWD, path, 1, path, mode); }

/* To open is to write where it makes or empties a file. */
#define OPENED(call, at, path, flags, ...)                                      \
    do {                                                                        \
        char room[4096];                                                        \
        int makes = ((flags) & (O_CREAT | O_TRUNC)) && ((flags) & O_ACCMODE) != O_RDONLY; \
        const char *where = makes ? named(at, path, room, sizeof room) : NULL;  \
        SUFFER(where, "open", 0, REAL(call)(__VA_ARGS__));                      \
    } while (0)

#define MODE                                    \
    mode_t mode = 0;                            \
    if (flags & (O_CREAT | __O_TMPFILE)) {      \
        va_list rest;                           \
        va_start(rest, flags);                  \
        mode = va_arg(rest, mode_t);            \
        va_end(rest);                           \
    }

int open(const char *path, int flags, ...) { MODE OPENED(open, AT_FDCWD, path, flags, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE OPENED(open64, AT_FDCWD, path, flags, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE OPENED(openat, at, path, flags, at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE OPENED(openat64, at, path, flags, at, path, flags, mode); }
