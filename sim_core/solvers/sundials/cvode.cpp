#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>

#include <cmath>
#include <limits>

#include "sim_core/solvers/sundials/library_base.h"

namespace sim::sundials {

namespace {

// Of a step to the next one, but for the first.
constexpr double most_growth = 10;

class Cvode final : public LibraryBase {
 public:
  Cvode(Equations& equations, const LibraryOptions& options);
  ~Cvode() override { CVodeFree(&memory_); }

  void begin(double t, std::span<const double> z, std::span<const double>, double first_step) override;
  LibraryResult step(double t_stop) override;
  LibraryPoint point() const override { return point_; }

 protected:
  int get_derivative(double t, int k, N_Vector out) const override { return CVodeGetDky(memory_, t, k, out); }
  int get_error(N_Vector out) const override { return CVodeGetEstLocalErrors(memory_, out); }

 private:
  static int slope(double t, N_Vector z, N_Vector dz, void* user_data);
  static int linear_system(double t, N_Vector z, N_Vector f, SUNMatrix, int jacobian_serves, int* renewed,
                           double gamma, void* user_data, N_Vector, N_Vector, N_Vector);
  void* memory_;
  LibraryPoint point_;
  double max_step_;
};

Cvode::Cvode(Equations& equations, const LibraryOptions& options)
    : LibraryBase(equations, options),
      memory_(CVodeCreate(CV_BDF, context_.get())),
      max_step_(options.max_step > 0 ? options.max_step : std::numeric_limits<double>::infinity()) {
  require(CVodeSetErrHandlerFn(memory_, keep_quiet, nullptr));
  require(CVodeInit(memory_, slope, 0, z_.get()));
  require(CVodeSetUserData(memory_, static_cast<LibraryBase*>(this)));
  require(CVodeWFtolerances(memory_, weights));
  require(CVodeSetLinearSolver(memory_, linear_solver_.get(), matrix_.get()));
  require(CVodeSetLinSysFn(memory_, linear_system));
  // A Jacobian that still says stiff where the solution has come to a fold hides that it leaves.
  constexpr long most_steps = 10;
  require(CVodeSetLSetupFrequency(memory_, most_steps));
  require(CVodeSetJacEvalFrequency(memory_, most_steps));
  require(CVodeSetMaxOrd(memory_, options.max_order));
  require(CVodeSetMaxStep(memory_, options.max_step));
}

int Cvode::slope(double t, N_Vector z, N_Vector dz, void* user_data) {
  return code_of(self<Cvode>(user_data).equations_.slope(t, numbers(z), numbers(dz)));
}

// I - gamma J, with the Jacobian there is where CVODE thinks that it serves.
int Cvode::linear_system(double t, N_Vector z, N_Vector f, SUNMatrix, int jacobian_serves, int* renewed,
                         double gamma, void* user_data, N_Vector, N_Vector, N_Vector) {
  Equations& problem = self<Cvode>(user_data).equations_;
  *renewed = !jacobian_serves;
  EvalStatus status = EvalStatus::Ok;
  if (*renewed) status = problem.renew_jacobian(t, numbers(z), numbers(f));
  if (status == EvalStatus::Ok) status = problem.factor(gamma);
  return code_of(status);
}

void Cvode::begin(double t, std::span<const double> z, std::span<const double>, double first_step) {
  std::copy(z.begin(), z.end(), numbers(z_.get()).begin());
  require(CVodeReInit(memory_, t, z_.get()));
  require(CVodeSetInitStep(memory_, first_step));
  point_ = {.t = t, .next_step = first_step};
}

// CVODE does not tell the step it plans behind one that ended at the stop time; and where a stop time takes
// next to nothing off that plan, it forgets the order it wanted. So it has none where the plan, or what it
// may be at most, does not lead beyond.
LibraryResult Cvode::step(double t_stop) {
  if (!sound()) return LibraryResult::Fatal;
  const double rounding =
      100 * std::numeric_limits<double>::epsilon() * (std::abs(t_stop) + std::abs(point_.next_step));
  const bool free = point_.t + point_.next_step <= t_stop + rounding;
  CVodeSetStopTime(memory_, free ? std::numeric_limits<double>::max() : t_stop);
  double t = 0;
  const int result = CVode(memory_, t_stop, z_.get(), &t, CV_ONE_STEP);
  if (result == CV_ERR_FAILURE || result == CV_TOO_MUCH_ACC || result == CV_TOO_CLOSE)
    return LibraryResult::ErrorTooLarge;
  if (result == CV_RHSFUNC_FAIL || result == CV_LSETUP_FAIL) return LibraryResult::Fatal;
  if (result < 0) return LibraryResult::Unavailable;
  CVodeGetCurrentTime(memory_, &point_.t);
  CVodeGetLastStep(memory_, &point_.step);
  CVodeGetLastOrder(memory_, &point_.order);
  point_.plan_known = result != CV_TSTOP_RETURN;
  if (point_.plan_known)
    CVodeGetCurrentStep(memory_, &point_.next_step);
  else
    point_.next_step = std::min(most_growth * point_.step, max_step_);
  return LibraryResult::Stepped;
}

}  // namespace

std::unique_ptr<Library> make_cvode(Equations& equations, const LibraryOptions& options) {
  return std::make_unique<Cvode>(equations, options);
}

}  // namespace sim::sundials
