#pragma once
// CVODE or IDA at work on one problem, a step of its own choice at a time.
#include <memory>
#include <span>

#include "sim_core/base/eval_status.h"
#include "sim_core/solvers/iteration_matrix.h"
#include "sim_core/solvers/sundials/vectors.h"

namespace sim::sundials {

// What a library asks for while it steps. `z` is the state as the library knows it.
class Equations {
 public:
  virtual ~Equations() = default;
  virtual EvalStatus slope(double t, std::span<const double> z, std::span<double> dz) = 0;
  // A new Jacobian at (t, z); `f` is the slope there, or empty.
  virtual EvalStatus renew_jacobian(double t, std::span<const double> z, std::span<const double> f) = 0;
  virtual EvalStatus factor(double c) = 0;      // of I - c J
  virtual void solve(std::span<double> b) = 0;  // b becomes (I - c J)^-1 b
  // One over what each component may be wrong by.
  virtual void inverse_tolerances(std::span<const double> z, std::span<double> weight) = 0;
};

struct LibraryOptions {
  int size = 0;
  int max_order = 5;
  double max_step = 0;  // 0: no limit
};

// Where the library is, after a step.
struct LibraryPoint {
  double t = 0;
  double step = 0;       // that led there
  int order = 0;         // of that step
  double next_step = 0;  // planned; or, if it is not known, an upper bound
  bool plan_known = true;
};

enum class LibraryResult {
  Stepped,
  ErrorTooLarge,  // however short the step
  Unavailable,    // Newton's iteration or f failed, however short the step
  Fatal
};

class Library {
 public:
  virtual ~Library() = default;
  // Starts at (t, z), at order 1. `slope` is f there.
  virtual void begin(double t, std::span<const double> z, std::span<const double> slope,
                     double first_step) = 0;
  // One step, not beyond t_stop. After a failure it has to restart.
  virtual LibraryResult step(double t_stop) = 0;
  virtual LibraryPoint point() const = 0;
  // The derivative of order k of the polynomial through the last points, at t in the last step; order 0: z.
  virtual void derivative(double t, int k, std::span<double> out) const = 0;
  // The error of the last step, or of the one that failed, as the library estimates it.
  virtual void error(std::span<double> out) const = 0;
};

std::unique_ptr<Library> make_cvode(Equations& equations, const LibraryOptions& options);
std::unique_ptr<Library> make_ida(Equations& equations, const LibraryOptions& options);

}  // namespace sim::sundials
