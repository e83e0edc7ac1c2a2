#pragma once
// Instants at which the past of a recorded signal arrives somewhere that is not smooth there: a jump or a
// kink at t arrives at t + delay. Order k: the k-th derivative jumps; 0 is the signal itself.
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace sim {

struct Breakpoint {
  int signal = 0;   // index into Program::delays
  int element = 0;  // of its delays
  int order = 0;
  std::int64_t piece = -1;  // of the signal's history, read from then on; -1: it stays
};

class Breakpoints {
 public:
  // More than these are not kept: of what is smooth, the solver's error control takes care.
  static constexpr std::size_t most_smooth = 100'000;

  void clear() { at_.clear(); }
  void add(double t, const Breakpoint& b) {
    if (b.piece >= 0 || at_.size() < most_smooth) at_.emplace(t, b);
  }
  double next() const { return at_.empty() ? std::numeric_limits<double>::infinity() : at_.begin()->first; }
  // Those up to t, in the order of their times; they are forgotten.
  std::vector<Breakpoint> take(double t) {
    std::vector<Breakpoint> due;
    for (; !at_.empty() && at_.begin()->first <= t; at_.erase(at_.begin()))
      due.push_back(at_.begin()->second);
    return due;
  }

  const std::multimap<double, Breakpoint>& all() const { return at_; }
  void restore(std::multimap<double, Breakpoint> all) { at_ = std::move(all); }

 private:
  std::multimap<double, Breakpoint> at_;
};

}  // namespace sim
