#pragma once
// What programs that write tables share: CPU time of this thread, in seconds, and the heading.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>

namespace sim {

inline double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline void print_heading(const char* title, const char* program) {
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::localtime(&now));
  std::printf("# %s\n\nMeasured on %s by `%s`.\n\n", title, date, program);
}

// Of one call: the best of several runs, each of them long enough to be measured.
template <class Work>
double measured_time(Work&& work, double least = 2e-3, int rounds = 3) {
  double best = std::numeric_limits<double>::infinity();
  int calls = 1;
  for (int round = 0; round < rounds;) {
    const double from = cpu_time();
    for (int k = 0; k < calls; ++k) work();
    const double taken = cpu_time() - from;
    if (taken < least && round == 0) {
      calls = static_cast<int>(calls * std::clamp(1.2 * least / std::max(taken, 1e-7), 2.0, 100.0));
      continue;
    }
    best = std::min(best, taken / calls);
    ++round;
  }
  return best;
}

}  // namespace sim
