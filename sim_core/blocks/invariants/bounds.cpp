#include <algorithm>
#include <cmath>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// Where a limit is finite: those elements of the signal, and the limits.
struct Bounded {
  ir::Value signal, limit;
};
Bounded bounded(Equations& e, ir::Value u, Param limit) {
  const std::vector<double>& limits = e.value(limit).numbers;
  std::vector<std::int32_t> elements;
  std::vector<double> finite;
  for (int k = 0; k < u.shape().count(); ++k) {
    const double v = limits.size() == 1 ? limits[0] : limits[static_cast<std::size_t>(k)];
    if (!std::isfinite(v)) continue;
    elements.push_back(k);
    finite.push_back(v);
  }
  if (elements.empty()) return {};
  const Shape column = vector_shape(static_cast<int>(elements.size()));
  return {ir::gather(u, elements, column), e.graph().constant(column, finite)};
}

}  // namespace

void bounds(BlockTypeBuilder& b) {
  b.id("invariants/bounds").label("Bounds").category("Invariants").declares_invariant();
  b.doc(
      "Declares that a signal stays within limits along the exact solution, and holds the states to it.\n\n"
      "$\\mathrm{LowerLimit} \\leq u \\leq \\mathrm{UpperLimit}$\n\n"
      "After each step in which that is broken, the states are moved by the smallest change that restores it "
      "and keeps what Invariant blocks declare: concentrations that must not become negative, with their "
      "total kept. It is for what the equations imply; a limit that changes the motion belongs to an "
      "integrator with limits.");
  b.keywords(
      {"non-negative", "nonnegative", "NonNegative", "positivity", "limits", "projection", "constraint"});
  b.icon(IconShape::Rectangle, "", "u >= {LowerLimit}");
  Param lower = b.real("LowerLimit", "Lower limit", "0")
                    .formerly("lower")
                    .not_tunable()
                    .doc("One for all elements, or one for each; -inf: none.");
  Param upper = b.real("UpperLimit", "Upper limit", "inf")
                    .formerly("upper")
                    .not_tunable()
                    .doc("One for all elements, or one for each; inf: none.");
  In u = b.input("u", "a signal that depends on states");
  b.size(80, 40);
  b.shapes_from_equations();
  b.equations([=](Equations& e) {
    const ir::Value signal = ir::real_only(e(u), "a limit");
    for (Param limit : {lower, upper}) {
      const auto count = e.value(limit).numbers.size();
      if (count == 1 || static_cast<int>(count) == signal.shape().count()) continue;
      e.report(error({},
                     "it has " + std::to_string(count) + " limits for " +
                         std::to_string(signal.shape().count()) + " elements",
                     "give one number, or one for each"));
      return;
    }
    InvariantSpec spec;
    spec.lower_bound = true;
    if (const Bounded least = bounded(e, signal, lower); least.signal) {
      spec.target = least.limit;
      e.invariant(least.signal, spec);
    }
    if (const Bounded most = bounded(e, signal, upper); most.signal) {
      spec.target = -most.limit;
      e.invariant(-most.signal, spec);
    }
  });
  b.require(
      [=](const ParameterValues& v) {
        const auto &least = v.of(lower).numbers, &most = v.of(upper).numbers;
        for (std::size_t k = 0; k < std::max(least.size(), most.size()); ++k)
          if (least[least.size() == 1 ? 0 : std::min(k, least.size() - 1)] >
              most[most.size() == 1 ? 0 : std::min(k, most.size() - 1)])
            return false;
        return true;
      },
      "a lower limit exceeds the upper limit", "make it smaller");
}

}  // namespace sim::blocks
