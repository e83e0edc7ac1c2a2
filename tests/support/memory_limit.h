#pragma once
// The memory limit of work that begins while this lives.
#include <cstddef>

#include "sim_core/base/memory_budget.h"

namespace sim {

class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes) { set_memory_limit(bytes); }
  ~MemoryLimit() { set_memory_limit(before_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  const std::size_t before_ = memory_limit();
};

}  // namespace sim
