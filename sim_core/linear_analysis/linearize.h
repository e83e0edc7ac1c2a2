#pragma once
// A model near a point of one of its runs, as a linear system with the deviations of states x, inputs u and
// outputs y:
//
//   dx/dt = A x + B u        the matrix is [A B; C D], rows dx/dt then y, columns x then u
//   y     = C x + D u
//
// Inputs are the Inport blocks at the top level, outputs its Outport blocks. Modes, discrete states and
// recorded pasts are held as they are at that point.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

struct LinearModel {
  std::vector<std::string> states, inputs, outputs;  // names of the elements: "Plant.x[2]", "u", "y[1]"
  std::vector<double> x;                             // the states at the point
  SparsityPattern pattern;
  std::vector<double> values;  // of each entry of `pattern`, in its order

  // Zero where the pattern has no entry.
  double entry(int row, int column) const;
};

// At the time `t` of a run whose inputs are zero; before the start time: at the start. Errors: the model does
// not compile, or its run does not get there. Exact where every block gives its derivatives.
Result<LinearModel> linearize(const Diagram& diagram, const BlockLibrary& library, double t);

}  // namespace sim
