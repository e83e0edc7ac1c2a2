#include "sim_core/solvers/sundials/library_base.h"

namespace sim::sundials {

namespace {

SUNContext make_context() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  return context;
}

SUNMatrix make_matrix(SUNContext context) {
  SUNMatrix matrix = SUNMatNewEmpty(context);
  matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix->ops->zero = [](SUNMatrix) { return 0; };
  return matrix;
}

}  // namespace

LibraryBase::LibraryBase(Equations& equations, const LibraryOptions& options)
    : equations_(equations),
      context_(make_context()),
      z_(make_vector(options.size, context_.get())),
      out_(make_vector(options.size, context_.get())),
      matrix_(make_matrix(context_.get())),
      linear_solver_(SUNLinSolNewEmpty(context_.get())) {
  linear_solver_->content = this;
  auto& ops = *linear_solver_->ops;
  ops.gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  ops.getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  ops.setup = [](SUNLinearSolver, SUNMatrix) { return 0; };  // it was factored as it was made
  ops.solve = solve;
}

int LibraryBase::solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
  const LibraryBase& library = *static_cast<LibraryBase*>(solver->content);
  const std::span<double> from = numbers(b), to = numbers(x);
  if (from.data() != to.data()) std::copy(from.begin(), from.end(), to.begin());
  library.equations_.solve(to);
  if (library.scale_ != 1)
    for (double& v : to) v *= library.scale_;
  return 0;
}

int LibraryBase::weights(N_Vector z, N_Vector weight, void* user_data) {
  self<LibraryBase>(user_data).equations_.inverse_tolerances(numbers(z), numbers(weight));
  return 0;
}

void LibraryBase::derivative(double t, int k, std::span<double> out) const {
  get_derivative(t, k, out_.get());
  const std::span<double> found = numbers(out_.get());
  std::copy(found.begin(), found.end(), out.begin());
}

void LibraryBase::error(std::span<double> out) const {
  get_error(out_.get());
  const std::span<double> found = numbers(out_.get());
  std::copy(found.begin(), found.end(), out.begin());
}

}  // namespace sim::sundials
