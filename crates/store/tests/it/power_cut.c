/* A disk that keeps only what was synced. Preloaded into a process (LD_PRELOAD), it copies each file of
 * $POWER_CUT_DISK to $POWER_CUT_SYNCED when the process syncs it. The copies are what a power cut leaves. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int keep(int fd) {
    const char *disk = getenv("POWER_CUT_DISK"), *synced = getenv("POWER_CUT_SYNCED");
    char link[64], path[PATH_MAX], part[PATH_MAX], copy[PATH_MAX], block[65536];
    struct stat info;
    if (disk == NULL || synced == NULL || fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    size_t prefix = strlen(disk);
    if (strncmp(path, disk, prefix) != 0 || path[prefix] != '/') return 0;
    snprintf(copy, sizeof copy, "%s/%s", synced, path + prefix + 1);
    snprintf(part, sizeof part, "%s.%d.part", copy, gettid());
    int from = open(path, O_RDONLY | O_CLOEXEC), to = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (from < 0 || to < 0) return -1;
    ssize_t count;
    while ((count = read(from, block, sizeof block)) > 0) {
        if (write(to, block, count) != count) return -1;
    }
    close(from);
    close(to);
    return count < 0 ? -1 : rename(part, copy);
}

int fsync(int fd) { return keep(fd); }

int fdatasync(int fd) { return keep(fd); }
