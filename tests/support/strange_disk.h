#pragma once
// A disk that is slow, fails or does not answer, as a folder on a network may be: while this lives, what this
// process does to files below a folder takes a pause each time, never returns, or fails from some byte on.
// Test programs that use it are linked with strange_disk.cpp, which takes the place of the C library's
// functions.
#include <string>

namespace sim {

class StrangeDisk {
 public:
  struct Ways {
    int pause_us = 0;   // before each call
    bool dead = false;  // calls return when this lives no longer
    long room = -1;     // bytes that can be written until `error`; -1: any number
    int error = 0;      // ENOSPC, EDQUOT, EIO
    bool late = false;  // the error is told by fsync, where the disk only then sends what was written
    bool fails_to_rename = false;
  };
  // One at a time. `folder`: an absolute path without links.
  StrangeDisk(const std::string& folder, const Ways& ways);
  ~StrangeDisk();
  StrangeDisk(const StrangeDisk&) = delete;
  StrangeDisk& operator=(const StrangeDisk&) = delete;

  // That were held up since the last one began: in all threads, and in this one.
  static int calls();
  static int calls_of_this_thread();
};

}  // namespace sim
