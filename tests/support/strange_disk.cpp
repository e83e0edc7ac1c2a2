#include "tests/support/strange_disk.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

namespace sim {

namespace {

// Read in any thread, and in functions that must not allocate.
char folder[PATH_MAX];
StrangeDisk::Ways ways;
std::atomic<bool> active{false};
std::atomic<long> left{0};
std::atomic<int> held_up{0};
thread_local int held_up_here = 0;

bool is_below(const char* path) {
  const std::size_t length = std::strlen(folder);
  return std::strncmp(path, folder, length) == 0 && path[length] == '/';
}

bool is_below(int descriptor) {
  char link[40], path[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(link, path, sizeof path - 1);
  if (length <= 0) return false;
  path[length] = '\0';
  return is_below(path);
}

void hold_up() {
  ++held_up, ++held_up_here;
  if (ways.pause_us > 0) ::usleep(static_cast<useconds_t>(ways.pause_us));
  while (ways.dead && active) ::usleep(1000);
}

// How many of these bytes are written; -1: none, and errno says why.
long taken(std::size_t size) {
  hold_up();
  if (ways.room < 0 || ways.late) return static_cast<long>(size);
  const long now = left.fetch_sub(static_cast<long>(size));
  if (now > 0) return std::min(now, static_cast<long>(size));
  errno = ways.error;
  return -1;
}

int sync(int descriptor, long call) {
  if (active && is_below(descriptor)) {
    hold_up();
    if (ways.late) return errno = ways.error, -1;
  }
  return static_cast<int>(::syscall(call, descriptor));
}

}  // namespace

StrangeDisk::StrangeDisk(const std::string& below, const Ways& how) {
  std::snprintf(folder, sizeof folder, "%s", below.c_str());
  ways = how;
  left = how.room;
  held_up = 0;
  held_up_here = 0;
  active = true;
}

StrangeDisk::~StrangeDisk() { active = false; }

int StrangeDisk::calls() { return held_up; }
int StrangeDisk::calls_of_this_thread() { return held_up_here; }

}  // namespace sim

extern "C" {

ssize_t write(int descriptor, const void* data, size_t size) {
  if (sim::active && sim::is_below(descriptor)) {
    const long some = sim::taken(size);
    if (some < 0) return -1;
    size = static_cast<size_t>(some);
  }
  return ::syscall(SYS_write, descriptor, data, size);
}

ssize_t read(int descriptor, void* data, size_t size) {
  if (sim::active && sim::is_below(descriptor)) sim::hold_up();
  return ::syscall(SYS_read, descriptor, data, size);
}

int fsync(int descriptor) { return sim::sync(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sim::sync(descriptor, SYS_fdatasync); }

int rename(const char* from, const char* to) noexcept {
  if (sim::active && sim::is_below(to)) {
    sim::hold_up();
    if (sim::ways.fails_to_rename) return errno = EIO, -1;
  }
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
}
