#pragma once
// What an external function is besides, where it stands for a schedule: instants that are known before the
// run.
#include <cstddef>
#include <vector>

namespace sim::ir {

class KnownInstants {
 public:
  virtual ~KnownInstants() = default;
  // Those in [from, to], ascending, two equal ones for a jump; the first `most` of them.
  virtual std::vector<double> instants_between(double from, double to, std::size_t most) const = 0;
};

}  // namespace sim::ir
