#pragma once
// What CVODE and IDA are handed alike: a context, the linear solver, and a place for their complaints.
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <algorithm>
#include <memory>
#include <type_traits>

#include "sim_core/solvers/sundials/library.h"

namespace sim::sundials {

struct DestroyContext {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
struct DestroyMatrix {
  void operator()(SUNMatrix matrix) const { SUNMatFreeEmpty(matrix); }
};
struct DestroyLinearSolver {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFreeEmpty(solver); }
};
template <class Handle, class Destroy>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Destroy>;

// What SUNDIALS takes for a status: 0, or positive where a smaller step may help, or negative.
inline int code_of(EvalStatus status) {
  return status == EvalStatus::Ok ? 0 : status == EvalStatus::Recoverable ? 1 : -1;
}

class LibraryBase : public Library {
 public:
  void derivative(double t, int k, std::span<double> out) const final;
  void error(std::span<double> out) const final;

 protected:
  LibraryBase(Equations& equations, const LibraryOptions& options);
  LibraryBase(const LibraryBase&) = delete;  // the libraries know where it is
  LibraryBase& operator=(const LibraryBase&) = delete;

  // Whether all that was asked of the library so far has been done; else it does no step.
  bool sound() const { return sound_; }
  void require(int result) { sound_ = sound_ && result >= 0; }

  virtual int get_derivative(double t, int k, N_Vector out) const = 0;
  virtual int get_error(N_Vector out) const = 0;

  template <class Derived>
  static Derived& self(void* user_data) {
    return static_cast<Derived&>(*static_cast<LibraryBase*>(user_data));
  }
  static int weights(N_Vector z, N_Vector weight, void* user_data);
  // Failures are return values; SUNDIALS would print them too.
  static void keep_quiet(int, const char*, const char*, char*, void*) {}

  Equations& equations_;
  double scale_ = 1;  // the matrix is (I - c J) / scale_
  Owned<SUNContext, DestroyContext> context_;
  Vector z_, out_;
  // These hold no numbers: the Equations do.
  Owned<SUNMatrix, DestroyMatrix> matrix_;
  Owned<SUNLinearSolver, DestroyLinearSolver> linear_solver_;

 private:
  bool sound_ = true;
  static int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double);
};

}  // namespace sim::sundials
