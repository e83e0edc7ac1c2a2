#include "sim_core/backends/native/code_cache.h"

#include <map>
#include <utility>

namespace sim::native {

// Programs are known by their address, which another one may get once they are gone: so is their code then,
// as who holds it holds the program.
std::shared_ptr<CodeCache> CodeCache::of(const std::shared_ptr<const Program>& program) {
  static std::mutex mutex;
  static std::map<std::pair<const Program*, Level>, std::weak_ptr<CodeCache>> all;
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<CodeCache>& known = all[{program.get(), level()}];
  if (auto cache = known.lock()) return cache;
  auto cache = std::make_shared<CodeCache>();
  cache->level_ = level();
  known = cache;
  return cache;
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
