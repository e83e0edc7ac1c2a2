#pragma once
// An opaque function inside the equations: an S-function's method. Its dependency pattern and derivative are
// asked for, never assumed.
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim_core/base/eval_status.h"
#include "sim_core/base/shape.h"

namespace sim::ir {

class ExternalFunction {
 public:
  virtual ~ExternalFunction() = default;
  virtual std::string name() const = 0;
  virtual std::vector<Shape> output_shapes() const = 0;

  // arguments[k] points to the elements of argument k; outputs[k] has room for output_shapes()[k]. Must be
  // pure.
  virtual EvalStatus evaluate(std::span<const double* const> arguments,
                              std::span<double* const> outputs) const = 0;

  // Does element `row` of output `output` read element `column` of `argument`? May say yes where it does not.
  virtual bool depends(int output, int row, int argument, int column) const = 0;

  // The largest number, in magnitude, that an output is summed up from: its rounding errors are relative to
  // that. 0: the outputs themselves are the largest.
  virtual double magnitude(std::span<const double* const>) const { return 0; }

  // The function (arguments, tangents of the arguments) -> tangents of the outputs; null where there is none,
  // and the host differentiates numerically.
  virtual std::shared_ptr<const ExternalFunction> tangent() const = 0;
};

// Moves `x` (and the error estimate, if not empty) onto the block's own invariants; once per accepted step.
using ProjectionMethod = std::function<EvalStatus(double t, std::span<double> x, std::span<double> error,
                                                  const double* u, const double* p, double tolerance)>;

// Of states of several blocks that are projected together, in passes.
struct StateProjectionMethod {
  struct Pass {
    std::span<const double> from;       // the states where the projection began
    std::span<const double> arguments;  // at x
    bool first_of_run = false;          // states are as they were guessed
    double tolerance = 0;
  };
  enum class Outcome { Done, Moved, Failed };
  std::function<Outcome(const Pass& pass, std::span<double> x)> pass;
  std::function<std::string(std::span<const double> arguments)> complaint;  // where it has failed
  // Gives the arguments at other states. False: they cannot be evaluated there.
  using Arguments = std::function<bool(std::span<const double> x, std::vector<double>& arguments)>;
  // What is singular about the states; empty: nothing.
  std::function<std::string(const Arguments&, std::span<const double> x)> singular;
};

}  // namespace sim::ir
