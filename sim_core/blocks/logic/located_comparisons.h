#pragma once
// Comparisons in formulas and scripts that are located as zero crossings.
#include <cmath>

#include "sim_core/block/formula_writer.h"
#include "sim_core/blocks/logic/relation.h"

namespace sim::blocks {

// For as long as the equations are being written. None of a block that is sampled: at hits only, it does not
// matter when a signal crosses another in between.
inline ComparisonRule located_comparisons(Equations& e, Param sample_time) {
  const double period = e.value(sample_time).number();
  if (period > 0 && std::isfinite(period)) return {};
  return [&e](expr::Elementary which, ir::Value a, ir::Value b) {
    using expr::Elementary;
    switch (which) {
      case Elementary::GreaterEqual:
        return relation(e, 0, a, b);
      case Elementary::Greater:
        return relation(e, 1, a, b);
      case Elementary::LessEqual:
        return relation(e, 2, a, b);
      case Elementary::Less:
        return relation(e, 3, a, b);
      case Elementary::Equal:
        return relation(e, 4, a, b);
      default:
        return relation(e, 5, a, b);
    }
  };
}

}  // namespace sim::blocks
