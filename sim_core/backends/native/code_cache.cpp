#include "sim_core/backends/native/code_cache.h"

#include <utility>

namespace sim::native {

std::shared_ptr<CodeCache> CodeCache::of(const Program& program) {
  const Level now = level();
  return program.code.get<CodeCache>(static_cast<int>(now), [now] {
    auto cache = std::make_shared<CodeCache>();
    cache->level_ = now;
    return cache;
  });
}

const NativeKernel* CodeCache::kernel(KernelKind kind, const interpreter::Tape& tape,
                                      const interpreter::MemoryMap& map, const Program& program,
                                      RunOnInterpreter interpret) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[static_cast<std::size_t>(kind)];
  if (!std::exchange(entry.made, true))
    entry.kernel = write_kernel(tape, map, program.graph, level_, interpret);
  return entry.kernel ? &*entry.kernel : nullptr;
}

}  // namespace sim::native
