#pragma once
// The parameter OutputSignalType: auto, real or complex.
#include "sim_core/block/equations.h"

namespace sim::blocks {

// `v` made complex where that is chosen; a complex one where real is chosen is reported.
inline ir::Value as_signal_type(Equations& e, int choice, ir::Value v) {
  if (choice == 2) return is_complex(v) ? v : ir::complex(v, e.constant(0));
  if (choice == 1 && is_complex(v))
    e.report(error({}, "the input is complex and the output type real",
                   "choose auto, or take a part of the signal with a Complex to Real-Imag block"));
  return v;
}

}  // namespace sim::blocks
