#pragma once
// The sample hits of all rates of a run, counted in whole ticks: hit k of a rate is at offset + k period,
// computed as such. Hits of several rates that differ by rounding only are one instant.
#include <cstdint>
#include <span>
#include <vector>

#include "sim_core/program/program.h"
#include "sim_core/simulate/time_grid.h"

namespace sim {

class SampleHits {
 public:
  // Hits before `start` do not count; one at `start` does.
  SampleHits(std::span<const RateInfo> rates, double start);

  // The instant of the next hit that has not been taken; infinity without rates.
  double next_time() const;

  // Hits up to t have been taken.
  void resume_after(double t);

  // The hit that t is but for rounding, the first where there are several; t itself: it is none. Instants
  // that are computed, such as 0.1 + 0.2, so belong to the hit they mean.
  double snapped(double t) const;

  // Which rates are due at t, whatever has been taken.
  std::vector<int> due_at(double t) const;

  // Takes the hits at t: which rates are due. Empty if none is.
  const std::vector<int>& take(double t);

 private:
  std::vector<TimeGrid> grids_;
  std::vector<std::int64_t> next_;  // by rate: the index of its next hit
  std::vector<int> due_;
};

}  // namespace sim
