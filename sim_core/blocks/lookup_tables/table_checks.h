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

// How the place among breakpoints is said to be found. The search is binary in any case; what the method says
// of the breakpoints is checked.
inline Param index_search_method(BlockTypeBuilder& b) {
  return b
      .choice("IndexSearchMethod", "Index search method",
              {"Binary search", "Evenly spaced points", "Linear search"})
      .doc(
          "The search is binary whatever it says, and fast: results do not depend on it. Evenly spaced "
          "points: it is an error where the breakpoints are not.")
      .advanced();
}

// Equal distances, within rounding.
inline bool evenly_spaced(const std::vector<double>& x) {
  if (x.size() < 3) return true;
  const double step = (x.back() - x.front()) / static_cast<double>(x.size() - 1);
  for (std::size_t k = 1; k < x.size(); ++k)
    if (!(std::fabs(x[k] - x.front() - static_cast<double>(k) * step) <= 1e-9 * std::fabs(step)))
      return false;
  return true;
}

struct TableMethod {
  Interpolation interpolation = Interpolation::Linear;
  Extrapolation extrapolation = Extrapolation::Linear;
  SplineEnds ends = SplineEnds::NotAKnot;
  bool use_last = false;  // with Clip: the last entries themselves at and above the last breakpoint
};

struct TableMethodParameters {
  Param search, interpolation, extrapolation, use_last, ends, diagnostic;

  explicit TableMethodParameters(BlockTypeBuilder& b)
      : search(index_search_method(b)),
        interpolation(b.choice("InterpMethod", "Interpolation",
                               {"Linear", "Flat", "Nearest", "Cubic spline", "Akima"})),
        extrapolation(
            b.choice("ExtrapMethod", "Extrapolation", {"Linear", "Clip", "Cubic"})
                .doc("Linear: a straight line goes on; Clip: the last value is kept; Cubic: the last "
                     "piece of a spline goes on, of other tables the last line.")),
        use_last(b.flag("UseLastTableValue", "Use the last table value from its breakpoint on", false)
                     .doc("Of Linear with Clip. On: at and above the last breakpoint the last value itself; "
                          "off: the last line at its end, which rounding may make another number.")
                     .advanced()),
        ends(b.choice("SplineEnds", "Ends of cubic splines", {"not-a-knot", "natural"})
                 .doc("not-a-knot: the first two pieces are one cubic, the last two too; natural: no "
                      "curvature at "
                      "the ends.")
                 .advanced()),
        diagnostic(
            b.choice("DiagnosticForOutOfRangeInput", "Input beyond the table", {"none", "warning", "error"})
                .formerly_chosen("None", "none")
                .formerly_chosen("Warning", "warning")
                .formerly_chosen("Error", "error")
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
            static_cast<Extrapolation>(e.choice(extrapolation)), static_cast<SplineEnds>(e.choice(ends)),
            e.flag(use_last)};
  }
};

// Where the search method says so.
inline void require_even(BlockTypeBuilder& b, Param search, Param breakpoints) {
  b.require(
      [=](const ParameterValues& v) {
        return v.of(search).number() != 1 || evenly_spaced(v.of(breakpoints).numbers);
      },
      "the breakpoints are not evenly spaced", "choose another search method, or give them equal distances");
}

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
