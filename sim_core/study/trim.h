#pragma once
// Operating points with given properties: states at rest, states, inputs and outputs of known values or
// within bounds. A bounded least-squares problem in the free states and inputs,
//
//   minimize |W r|^2,   r = dx/dt of steady states; y - y_known; how far outputs are out of bounds,
//
// by Levenberg-Marquardt steps with the exact Jacobian, kept within bounds by an active set. J. J. More, The
// Levenberg-Marquardt algorithm: implementation and theory, Lecture Notes in Mathematics 630 (1978) 105-116.
// Modes follow the states; discrete states stay as they are. An input adds to its signal: where that depends
// on the states, what it comes to is checked like any other specification.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/linear_analysis/linearize.h"

namespace sim {

struct TrimSpec {
  bool known = false;  // keeps `value`; an output: comes to it
  double value = 0;    // where the search begins, unless known
  bool steady = true;  // of a state: its derivative is to be 0
  double minimum = -std::numeric_limits<double>::infinity(),
         maximum = std::numeric_limits<double>::infinity();
};

struct TrimQuestion {
  OperatingPoint start;                           // what the question says nothing of
  std::vector<TrimSpec> states, inputs, outputs;  // in the order of the linear model
};

// How far one specification is from being met.
struct TrimResidual {
  enum class Of { State, Input, Output };
  Of of = Of::State;
  std::size_t index = 0;
  double value = 0;     // dx/dt; of inputs and outputs the distance from what they are to be
  double relative = 0;  // to its scale
  std::string text;     // "dx/dt of Tank.h1 is 0.02, not 0"
  bool met() const { return std::abs(relative) <= 1e-8; }
};

struct TrimReport {
  bool satisfied = false;
  OperatingPoint point;  // with its states, and its inputs where a run can hold them
  LinearModel model;     // there: x, u, y, dx and the matrices
  int iterations = 0;
  double largest = 0;                   // of the residuals, each relative to its scale
  std::vector<TrimResidual> residuals;  // of states, inputs, outputs, in this order
  std::vector<std::string> unmet;       // texts of those that are not met, the worst first
  // Bounds that keep the search from coming closer, where something is not met: "elevator is at its
  // minimum 0".
  std::vector<std::string> blocked;
  // What may still be moved without leaving the specifications, to first order: names of states and inputs.
  std::vector<std::string> undetermined;
  // Inputs that were moved from their values but are not in the point: signals inside the model, which a run
  // computes itself.
  std::vector<std::string> not_held;
};

// What a search begins with: the point as it is, all states steady, inputs and outputs free.
Result<TrimQuestion> trim_question(const Linearizer& linearizer, const OperatingPoint& start);

// Errors: the equations have no values at the start of the search. A search that ends elsewhere is no error.
Result<TrimReport> trim(const Linearizer& linearizer, const TrimQuestion& question);

// What to say of a search that ended elsewhere.
Diagnostic not_trimmed(const TrimReport& report, std::string remedy);

}  // namespace sim
