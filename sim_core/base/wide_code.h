#pragma once
// Loops over numbers, compiled a second time for processors that work on four of them at once. The operations
// are the same, so are the results.

#if defined(__x86_64__) && defined(__GNUC__)
#define SIM_WIDE_CODE [[gnu::target("avx")]]
#define SIM_IN_WIDE_CODE [[gnu::always_inline]]
#else
#define SIM_WIDE_CODE
#define SIM_IN_WIDE_CODE
#endif

namespace sim {

// Whether functions that are marked SIM_WIDE_CODE can run here; what they are made of is marked
// SIM_IN_WIDE_CODE.
inline bool has_wide_code() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has = __builtin_cpu_supports("avx") != 0;
  return has;
#else
  return false;
#endif
}

}  // namespace sim
