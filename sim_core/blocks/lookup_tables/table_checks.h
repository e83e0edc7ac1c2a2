#pragma once
// What tables have in common: parameters, and what they require of them.
#include <cmath>
#include <string>
#include <vector>

#include "sim_core/block/builder.h"

namespace sim::blocks {

// In the order of the choices of InterpMethod, ExtrapMethod and SplineEnds.
enum class Interpolation { Linear, Flat, Nearest, CubicSpline, Akima };
enum class Extrapolation { Linear, Clip, Cubic };
enum class SplineEnds { NotAKnot, Natural };

// Splines: without a corner at their breakpoints.
constexpr bool is_smooth(Interpolation method) { return method >= Interpolation::CubicSpline; }

// Finite numbers, each greater than the one before.
inline bool rises(const std::vector<double>& x) {
  for (std::size_t k = 0; k < x.size(); ++k)
    if (!std::isfinite(x[k]) || (k > 0 && !(x[k] > x[k - 1]))) return false;
  return !x.empty();
}

struct TableMethod {
  Interpolation interpolation = Interpolation::Linear;
  Extrapolation extrapolation = Extrapolation::Linear;
  SplineEnds ends = SplineEnds::NotAKnot;
};

struct TableMethodParameters {
  Param interpolation, extrapolation, ends, diagnostic;

  explicit TableMethodParameters(BlockTypeBuilder& b)
      : interpolation(b.choice("InterpMethod", "Interpolation",
                               {"Linear", "Flat", "Nearest", "Cubic spline", "Akima"})),
        extrapolation(
            b.choice("ExtrapMethod", "Extrapolation", {"Linear", "Clip", "Cubic"})
                .doc("Linear: a straight line goes on; Clip: the last value is kept; Cubic: the last "
                     "piece of a spline goes on, of other tables the last line.")),
        ends(b.choice("SplineEnds", "Ends of cubic splines", {"not-a-knot", "natural"})
                 .doc("not-a-knot: the first two pieces are one cubic, the last two too; natural: no "
                      "curvature at "
                      "the ends.")
                 .advanced()),
        diagnostic(
            b.choice("DiagnosticForOutOfRangeInput", "Input beyond the table", {"None", "Warning", "Error"})
                .doc("Looked at in major steps.")
                .advanced()) {}
  // What is to be said where an element of u lies beyond these breakpoints.
  void watch(Equations& e, ir::Value u, const std::vector<double>& breakpoints) const {
    if (e.choice(diagnostic) == 0 || breakpoints.empty()) return;
    e.check((u < e.constant(breakpoints.front())) | (e.constant(breakpoints.back()) < u),
            e.choice(diagnostic) == 1 ? CheckAction::Warning : CheckAction::Error,
            "its input lies beyond the table");
  }
  TableMethod of(Equations& e) const {
    return {static_cast<Interpolation>(e.choice(interpolation)),
            static_cast<Extrapolation>(e.choice(extrapolation)), static_cast<SplineEnds>(e.choice(ends))};
  }
};

inline void require_rising(BlockTypeBuilder& b, Param breakpoints) {
  b.require([=](const ParameterValues& v) { return rises(v.of(breakpoints).numbers); },
            "the breakpoints do not rise", "give finite numbers, each greater than the one before");
}

// Inputs of one shape, scalars repeated; the outputs have it too.
inline void common_input_shape(Shapes& s) {
  Shape common = scalar_shape;
  for (const Shape& input : s.inputs) {
    if (input.is_scalar()) continue;
    if (!common.is_scalar() && common != input)
      s.problem = "its inputs are " + to_text(common) + " and " + to_text(input);
    common = input;
  }
  for (Shape& output : s.outputs) output = common;
}

}  // namespace sim::blocks
