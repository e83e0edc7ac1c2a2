#pragma once
// What a block does, as curves: its waveform over time if it has no input; its output over its input where it
// is a function of that alone, or has hysteresis; else its response to a unit step, and where it is linear
// the magnitude of its frequency response. The block is simulated by itself, with limits on points and time.
#include <functional>
#include <string>
#include <vector>

#include "sim_core/block_preview/single_block.h"

namespace sim {

struct PreviewCurve {
  std::string name;
  std::vector<double> x, y;
  bool staircase = false;  // held from one point to the next
};

struct BlockPreview {
  enum class Kind { None, OverTime, OverInput, StepResponse };
  Kind kind = Kind::None;
  std::string input, output;  // names of the ports
  std::vector<PreviewCurve> curves;
  std::vector<PreviewCurve> magnitude;  // dB over rad/s; empty: not linear, or not asked for
};

struct PreviewLimits {
  double seconds = 0.7;  // of the wall clock, for each of a few runs
  int points = 2000;     // of a curve
  std::size_t curves = 8;
};

// None where nothing can be shown, and where `wanted` says no meanwhile. Parameters that are not values are
// no error: there is no preview of them.
BlockPreview block_preview(const BlockQuestion& question, const BlockLibrary& library,
                           const std::function<bool()>& wanted, const PreviewLimits& limits = {});

}  // namespace sim
