#include "benchmarks/sundials/hand_cvode.h"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>

namespace sim {

namespace {

struct Run {
  const OdeProblem& problem;
  const HandCvode& how;
  const SparsityPattern pattern;
  std::vector<double> values;
};

std::span<double> numbers(N_Vector v) {
  return {N_VGetArrayPointer(v), static_cast<std::size_t>(N_VGetLength(v))};
}

int code_of(EvalStatus status) {
  return status == EvalStatus::Ok ? 0 : status == EvalStatus::Recoverable ? 1 : -1;
}

int slope(double t, N_Vector x, N_Vector dx, void* user_data) {
  return code_of(static_cast<Run*>(user_data)->problem.rhs(t, numbers(x), numbers(dx)));
}

// The problem gives its entries by column, as the sparse matrix stores them.
int jacobian(double t, N_Vector x, N_Vector, SUNMatrix matrix, void* user_data, N_Vector, N_Vector,
             N_Vector) {
  Run& run = *static_cast<Run*>(user_data);
  const SparsityPattern& pattern = run.pattern;
  if (run.how.method == HandCvode::Method::Klu) {
    std::copy(pattern.column_start.begin(), pattern.column_start.end(), SM_INDEXPTRS_S(matrix));
    std::copy(pattern.row_index.begin(), pattern.row_index.end(), SM_INDEXVALS_S(matrix));
    return code_of(run.problem.jacobian(t, numbers(x), {SM_DATA_S(matrix), pattern.row_index.size()}));
  }
  const EvalStatus status = run.problem.jacobian(t, numbers(x), run.values);
  const bool band = run.how.method == HandCvode::Method::Band;
  for (int j = 0, at = 0; j < pattern.cols; ++j) {
    double* column = band ? SM_COLUMN_B(matrix, j) : SM_COLUMN_D(matrix, j);
    for (int i : pattern.column(j)) column[band ? i - j : i] = run.values[static_cast<std::size_t>(at++)];
  }
  return code_of(status);
}

void keep_quiet(int, const char*, const char*, char*, void*) {}

}  // namespace

HandResult solve_by_cvode(const OdeProblem& problem, double t0, double t1, const std::vector<double>& x0,
                          const ErrorWeights& weights, const HandCvode& how) {
  using Method = HandCvode::Method;
  const sunindextype n = problem.size;
  Run run{problem, how, problem.pattern ? *problem.pattern : full_pattern(problem.size, problem.size), {}};
  run.values.resize(run.pattern.row_index.size());
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  N_Vector x = N_VNew_Serial(n, context), absolute = N_VNew_Serial(n, context);
  std::copy(x0.begin(), x0.end(), numbers(x).begin());
  std::copy(weights.absolute.begin(), weights.absolute.end(), numbers(absolute).begin());

  void* memory = CVodeCreate(how.method == Method::Adams ? CV_ADAMS : CV_BDF, context);
  CVodeInit(memory, slope, t0, x);
  CVodeSetErrHandlerFn(memory, keep_quiet, nullptr);
  CVodeSetUserData(memory, &run);
  CVodeSVtolerances(memory, weights.relative, absolute);
  CVodeSetMaxNumSteps(memory, 100'000'000);
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  SUNNonlinearSolver iteration = nullptr;
  switch (how.method) {
    case Method::Adams:
      iteration = SUNNonlinSol_FixedPoint(x, 0, context);
      CVodeSetNonlinearSolver(memory, iteration);
      break;
    case Method::Dense:
      matrix = SUNDenseMatrix(n, n, context);
      linear = SUNLinSol_Dense(x, matrix, context);
      break;
    case Method::Band:
      matrix = SUNBandMatrix(n, how.upper, how.lower, context);
      linear = SUNLinSol_Band(x, matrix, context);
      break;
    case Method::Klu:
      matrix = SUNSparseMatrix(n, n, run.pattern.nonzeros(), CSC_MAT, context);
      linear = SUNLinSol_KLU(x, matrix, context);
      SUNLinSol_KLUSetOrdering(linear, 0);  // AMD: less fill than its COLAMD on matrices like these
      break;
  }
  if (linear != nullptr) {
    CVodeSetLinearSolver(memory, linear, matrix);
    CVodeSetJacFn(memory, jacobian);
  }
  CVodeSetStopTime(memory, t1);
  double t = t0;
  HandResult result;
  result.finished = CVode(memory, t1, x, &t, CV_NORMAL) >= 0;
  result.x.assign(numbers(x).begin(), numbers(x).end());
  CVodeGetNumSteps(memory, &result.steps);
  CVodeGetNumRhsEvals(memory, &result.rhs_evaluations);
  if (linear != nullptr) {
    CVodeGetNumJacEvals(memory, &result.jacobian_evaluations);
    CVodeGetNumLinSolvSetups(memory, &result.factorizations);
  }
  CVodeFree(&memory);
  if (iteration != nullptr) SUNNonlinSolFree(iteration);
  if (linear != nullptr) SUNLinSolFree(linear);
  if (matrix != nullptr) SUNMatDestroy(matrix);
  N_VDestroy(x);
  N_VDestroy(absolute);
  SUNContext_Free(&context);
  return result;
}

}  // namespace sim
