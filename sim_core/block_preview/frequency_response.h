#pragma once
// How long a linear system needs, and how much it passes at which frequency.
#include <optional>
#include <vector>

#include "sim_core/block_preview/block_preview.h"

namespace sim {

struct LinearTimes {
  double slowest = 0;  // rad/s or 1/s: the smallest magnitude of an eigenvalue that is not 0
  double fastest = 0;
  double decay = 0;         // 1/s: the smallest distance of an eigenvalue from the imaginary axis
  bool known = false;       // false: it has no eigenvalue but 0
  bool integrates = false;  // it has the eigenvalue 0
};

struct LinearPreview {
  LinearTimes times;
  std::vector<PreviewCurve> magnitude;  // 20 log10 |C (i w - A)^-1 B + D| in dB over w in rad/s
};

// Of the block with one input, at the start of a run with the input 0.
std::optional<LinearPreview> linear_preview(const BlockQuestion& question, const BlockLibrary& library);

// The same of a sampled system, from its response to a unit step: samples at 0, T, 2 T, ... Nothing where the
// response has not settled at its end.
std::optional<PreviewCurve> sampled_magnitude(const std::vector<double>& step_response, double period);

}  // namespace sim
