#pragma once
// The past of recorded signals, as kernels read it. What is recorded, and when, is the simulator's business.
#include <span>

namespace sim {

class HistoryReader {
 public:
  virtual ~HistoryReader() = default;

  // The recorded signal that begins with element `slot`, at times[0], or each element at a time of its own;
  // its derivative with respect to that time. Not a number where the time is none.
  virtual void read(int slot, std::span<const double> times, std::span<double> out) = 0;
  virtual void slope(int slot, std::span<const double> times, std::span<double> out) = 0;
};

}  // namespace sim
