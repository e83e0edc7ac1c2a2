#include "sim_core/simulate/record_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>

#include "sim_core/base/work.h"

namespace sim {

namespace fs = std::filesystem;

namespace {

fs::path cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return fs::path(cache) / "fluxion";
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return fs::path(home) / ".cache" / "fluxion";
  return "/var/tmp";  // not /tmp, which may be memory
}

// A file that has no name any more. -1: there can be none.
int open_nameless(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = (folder / ".record-XXXXXX").string();
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

// A tenth of a large disk would be more than anybody needs, and of a disk with a quota it may be more than
// there ever is.
bool has_room(const fs::path& folder, std::size_t bytes) {
  constexpr std::uintmax_t most_left_free = std::uintmax_t{1} << 30;
  std::error_code failed;
  const fs::space_info space = fs::space(folder, failed);
  const std::uintmax_t left_free = std::min(space.capacity / 10, most_left_free);
  return !failed && space.available > left_free && space.available - left_free > bytes;
}

}  // namespace

RecordMemory::~RecordMemory() {
  for (const Block& block : blocks_) {
    if (block.in_file)
      ::munmap(block.address, block.bytes);
    else
      ::operator delete(block.address);
  }
}

double* RecordMemory::allocate(std::size_t count) {
  const std::size_t bytes = count * sizeof(double);
  if (double* numbers = in_memory(bytes)) return numbers;
  return in_file(bytes);
}

bool RecordMemory::has_room_for_copy(std::size_t count) const {
  const Work* const work = Work::current();
  if (!work) return true;
  const MemoryBudget& budget = *work->budget();
  const std::size_t bytes = count * sizeof(double);
  return bytes < budget.limit() && budget.used() + 2 * bytes + in_memory_ <= budget.limit();
}

double* RecordMemory::in_memory(std::size_t bytes) {
  try {
    MemoryCharge charge(bytes);
    blocks_.reserve(blocks_.size() + 1);
    void* const address = ::operator new(bytes, std::nothrow);
    if (!address) return nullptr;
    blocks_.push_back({address, bytes, false, std::move(charge)});
    in_memory_ += bytes;
    return static_cast<double*>(address);
  } catch (const OverBudget&) {
    return nullptr;
  }
}

// All of it is reserved on the disk at once: a write into a mapped page that finds no room would end the
// program.
double* RecordMemory::in_file(std::size_t bytes) {
  const fs::path folder = cache_folder();
  blocks_.reserve(blocks_.size() + 1);
  const int file = open_nameless(folder);
  if (file < 0) return nullptr;
  void* address = MAP_FAILED;
  if (has_room(folder, bytes) && ::posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0)
    address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (address == MAP_FAILED) return nullptr;
  blocks_.push_back({address, bytes, true, {}});
  on_disk_ += bytes;
  return static_cast<double*>(address);
}

}  // namespace sim
