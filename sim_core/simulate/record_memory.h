#pragma once
// Where a log keeps its numbers: in memory as far as the budget of the work goes (base/work.h), beyond that
// in files without a name in the user's cache folder ($XDG_CACHE_HOME or ~/.cache), which are mapped into
// memory and gone with the program, however it ends.
#include <cstddef>
#include <vector>

#include "sim_core/base/memory_budget.h"

namespace sim {

class RecordMemory {
 public:
  RecordMemory() = default;
  RecordMemory(const RecordMemory&) = delete;
  RecordMemory& operator=(const RecordMemory&) = delete;
  ~RecordMemory();

  // Room for `count` numbers, for as long as this object lives; null: there is none, neither in memory nor on
  // the disk, of which a tenth, at most 1 GiB, is left free.
  double* allocate(std::size_t count);
  // Whether the budget has room for that, and for a copy of all that is in memory then.
  bool has_room_for_copy(std::size_t count) const;
  std::size_t bytes_on_disk() const { return on_disk_; }

 private:
  double* in_memory(std::size_t bytes);
  double* in_file(std::size_t bytes);

  struct Block {
    void* address;
    std::size_t bytes;
    bool in_file;
    MemoryCharge charge;
  };
  std::vector<Block> blocks_;
  std::size_t in_memory_ = 0, on_disk_ = 0;
};

}  // namespace sim
