#include "sim_core/backends/native/simd_level.h"

#include <algorithm>
#include <atomic>

namespace sim::native {

static std::atomic<Level> limit{Level::Avx};

Level level() {
  static const Level here = __builtin_cpu_supports("avx")      ? Level::Avx
                            : __builtin_cpu_supports("sse4.1") ? Level::Sse41
                                                               : Level::Sse2;
  return std::min(here, limit.load());
}

void limit_level(Level highest) { limit = highest; }

}  // namespace sim::native
