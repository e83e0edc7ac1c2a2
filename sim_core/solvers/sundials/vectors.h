#pragma once
// The vectors that SUNDIALS computes with: its own kind of vector with our loops, and with the norm of all
// our solvers in the place of its root mean square, so that a tolerance means the same in each of them.
#include <sundials/sundials_nvector.h>

#include <memory>
#include <span>
#include <type_traits>

namespace sim::sundials {

struct DestroyVector {
  void operator()(N_Vector v) const { N_VDestroy(v); }
};
using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, DestroyVector>;

// Of zeros.
Vector make_vector(int size, SUNContext context);

// Where the numbers are.
std::span<double> numbers(N_Vector v);

}  // namespace sim::sundials
