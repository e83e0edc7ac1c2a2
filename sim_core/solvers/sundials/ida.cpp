#include <ida/ida.h>
#include <ida/ida_ls.h>

#include "sim_core/solvers/sundials/library_base.h"

namespace sim::sundials {

namespace {

// The differential equations as F(t, z, z') = z' - f(t, z) = 0, with dF/dz + c_j dF/dz' = c_j (I - J / c_j).
class Ida final : public LibraryBase {
 public:
  Ida(Equations& equations, const LibraryOptions& options);
  ~Ida() override { IDAFree(&memory_); }

  void begin(double t, std::span<const double> z, std::span<const double> slope, double first_step) override;
  LibraryResult step(double t_stop) override;
  LibraryPoint point() const override;

 protected:
  int get_derivative(double t, int k, N_Vector out) const override { return IDAGetDky(memory_, t, k, out); }
  int get_error(N_Vector out) const override { return IDAGetEstLocalErrors(memory_, out); }

 private:
  static int residual(double t, N_Vector z, N_Vector dz, N_Vector r, void* user_data);
  static int linear_system(double t, double c_j, N_Vector z, N_Vector, N_Vector, SUNMatrix, void* user_data,
                           N_Vector, N_Vector, N_Vector);
  void* memory_;
  Vector slope_;
};

Ida::Ida(Equations& equations, const LibraryOptions& options)
    : LibraryBase(equations, options),
      memory_(IDACreate(context_.get())),
      slope_(make_vector(options.size, context_.get())) {
  require(IDASetErrHandlerFn(memory_, keep_quiet, nullptr));
  require(IDAInit(memory_, residual, 0, z_.get(), slope_.get()));
  require(IDASetUserData(memory_, static_cast<LibraryBase*>(this)));
  require(IDAWFtolerances(memory_, weights));
  require(IDASetLinearSolver(memory_, linear_solver_.get(), matrix_.get()));
  require(IDASetJacFn(memory_, linear_system));
  require(IDASetMaxOrd(memory_, options.max_order));
  require(IDASetMaxStep(memory_, options.max_step));
}

int Ida::residual(double t, N_Vector z, N_Vector dz, N_Vector r, void* user_data) {
  const std::span<double> out = numbers(r), slope = numbers(dz);
  const EvalStatus status = self<Ida>(user_data).equations_.slope(t, numbers(z), out);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = slope[i] - out[i];
  return code_of(status);
}

int Ida::linear_system(double t, double c_j, N_Vector z, N_Vector, N_Vector, SUNMatrix, void* user_data,
                       N_Vector, N_Vector, N_Vector) {
  self<Ida>(user_data).scale_ = 1 / c_j;
  Equations& problem = self<Ida>(user_data).equations_;
  EvalStatus status = problem.renew_jacobian(t, numbers(z), {});
  if (status == EvalStatus::Ok) status = problem.factor(1 / c_j);
  return code_of(status);
}

void Ida::begin(double t, std::span<const double> z, std::span<const double> slope, double first_step) {
  std::copy(z.begin(), z.end(), numbers(z_.get()).begin());
  std::copy(slope.begin(), slope.end(), numbers(slope_.get()).begin());
  require(IDAReInit(memory_, t, z_.get(), slope_.get()));
  require(IDASetInitStep(memory_, first_step));
}

LibraryResult Ida::step(double t_stop) {
  if (!sound()) return LibraryResult::Fatal;
  IDASetStopTime(memory_, t_stop);
  double t = 0;
  switch (IDASolve(memory_, t_stop, &t, z_.get(), slope_.get(), IDA_ONE_STEP)) {
    case IDA_SUCCESS:
    case IDA_TSTOP_RETURN:
      return LibraryResult::Stepped;
    case IDA_ERR_FAIL:
    case IDA_TOO_MUCH_ACC:
      return LibraryResult::ErrorTooLarge;
    case IDA_RES_FAIL:
    case IDA_LSETUP_FAIL:
      return LibraryResult::Fatal;
    default:
      return LibraryResult::Unavailable;
  }
}

LibraryPoint Ida::point() const {
  LibraryPoint point;
  IDAGetCurrentTime(memory_, &point.t);
  IDAGetLastStep(memory_, &point.step);
  IDAGetLastOrder(memory_, &point.order);
  IDAGetCurrentStep(memory_, &point.next_step);
  return point;
}

}  // namespace

std::unique_ptr<Library> make_ida(Equations& equations, const LibraryOptions& options) {
  return std::make_unique<Ida>(equations, options);
}

}  // namespace sim::sundials
