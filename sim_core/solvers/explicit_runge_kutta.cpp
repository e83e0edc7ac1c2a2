#include "sim_core/solvers/explicit_runge_kutta.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "sim_core/base/wide_code.h"
#include "sim_core/solvers/linear_combination.h"
#include "sim_core/solvers/small_combination.h"
#include "sim_core/solvers/stepper_base.h"

namespace sim {
namespace {

// The non-zero weights of one row of a tableau and the stages they belong to.
struct Row {
  std::vector<double> weights;
  std::vector<const double*> stages;

  void add(double weight, const double* stage) {
    if (weight == 0) return;
    weights.push_back(weight);
    stages.push_back(stage);
  }
};

// So many polynomials are evaluated side by side.
constexpr std::size_t side_by_side = 4;
// The compiler's own vectors: it does not find them in loops that are so short.
using SideBySide
    [[gnu::vector_size(side_by_side * sizeof(double)), gnu::aligned(alignof(double)), gnu::may_alias]] =
        double;
constexpr std::size_t filled_up(std::size_t count) {
  return (count + side_by_side - 1) / side_by_side * side_by_side;
}

// factor (d_0 + theta (d_1 + ...)) for `width` polynomials, whose coefficients d_j stand side by side.
SIM_IN_WIDE_CODE inline void polynomials(std::span<const double> coefficients, std::size_t width,
                                         double factor, double theta, double* values) {
  for (std::size_t first = 0; first < width; first += side_by_side) {
    const double* d = coefficients.data() + coefficients.size() - width + first;
    SideBySide sum = *reinterpret_cast<const SideBySide*>(d);
    while (d != coefficients.data() + first) {
      d -= width;
      sum = sum * theta + *reinterpret_cast<const SideBySide*>(d);
    }
    *reinterpret_cast<SideBySide*>(values + first) = factor * sum;
  }
}
void polynomials_here(std::span<const double> coefficients, std::size_t width, double factor, double theta,
                      double* values) {
  polynomials(coefficients, width, factor, theta, values);
}
SIM_WIDE_CODE void polynomials_wide(std::span<const double> coefficients, std::size_t width, double factor,
                                    double theta, double* values) {
  polynomials(coefficients, width, factor, theta, values);
}
const auto evaluate_polynomials = has_wide_code() ? polynomials_wide : polynomials_here;

class ExplicitRungeKutta final : public StepperBase {
 public:
  ExplicitRungeKutta(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                     StepperOptions options);

 protected:
  EvalStatus compute() override;
  EvalStatus prepare_dense() override;
  void dense(double t, std::span<double> x) const override { dense_rows({&t, 1}, x); }
  void dense_rows(std::span<const double> times, std::span<double> x) const override;
  bool stretches() const override { return true; }
  // A Hermite interpolant takes its slope from the new end; it is due there for the next step anyway.
  void end_moved() override {
    if (hermite_) f_end_known_ = false;
  }

 private:
  const double* stage(int i) const;
  Row make_row(std::span<const double> weights);
  void make_dense();
  void combine(Vector& out, const Row& row);
  void estimate(Vector& out, const Row& row);
  EvalStatus evaluate_stage(int i, const Row& row, double c);
  void estimate_error();
  bool has_code();
  template <std::size_t n>
  bool compute_small();
  template <std::size_t n>
  void small_dense_rows(std::span<const double> times, double* x) const;

  const Tableau& tableau_;
  const bool hermite_;           // dense output by the derivatives at both ends
  const bool end_is_stage_;      // the last stage is f at the end of the step
  Vector argument_, low_error_;  // low_error_: of the second estimate
  Vector stages_;                // all but f_start_ and f_end_
  std::vector<Row> rows_, dense_rows_;
  Row b_, b_error_, b_error_low_;
  // The polynomials in theta of those stages that have one: the coefficients of each power of theta, lowest
  // first, side by side and filled up with zeros.
  std::vector<double> dense_weights_;
  std::vector<const double*> dense_stages_;
  bool dense_known_ = false;
  // f of a small system, once it is machine code, and what then takes the place of all else.
  MachineFunction code_;
  struct Small {
    bool (ExplicitRungeKutta::*compute)() = nullptr;
    void (ExplicitRungeKutta::*dense_rows)(std::span<const double>, double*) const = nullptr;
  };
  template <std::size_t... n>
  static Small small(std::size_t size, std::index_sequence<n...>) {
    static constexpr std::array<Small, sizeof...(n)> all = {
        Small{&ExplicitRungeKutta::compute_small<n + 1>, &ExplicitRungeKutta::small_dense_rows<n + 1>}...};
    return size > 0 && size <= sizeof...(n) ? all[size - 1] : Small();
  }
  Small small_;
};

ExplicitRungeKutta::ExplicitRungeKutta(const OdeProblem& problem, const Tableau& tableau, bool error_control,
                                       StepperOptions options)
    : StepperBase(problem, std::move(options), error_control && !tableau.b_error.empty(),
                  {tableau.order, tableau.controlled_order()}),
      tableau_(tableau),
      hermite_(tableau.dense.empty()),
      end_is_stage_(tableau.first_same_as_last()) {
  const auto n = static_cast<std::size_t>(problem.size);
  argument_.resize(n);
  stages_.resize(n * static_cast<std::size_t>(tableau.stages + tableau.dense_stages));
  const auto inner = static_cast<std::size_t>(tableau.stages - (end_is_stage_ ? 1 : 0));
  const auto s = static_cast<std::size_t>(tableau.stages),
             all = s + static_cast<std::size_t>(tableau.dense_stages);
  for (std::size_t i = 0; i < inner; ++i) rows_.push_back(make_row(tableau.a.subspan(i * s, s)));
  for (std::size_t i = s; i < all; ++i)
    dense_rows_.push_back(make_row(tableau.dense_a.subspan((i - s) * all, all)));
  b_ = make_row(tableau.b);
  make_dense();
  small_ = small(n, std::make_index_sequence<most_small>());
  if (!error_control_) return;
  b_error_ = make_row(tableau.b_error);
  b_error_low_ = make_row(tableau.b_error_low);
  if (!tableau.b_error_low.empty()) low_error_.resize(n);
}

// Stage 0 is f at the start.
const double* ExplicitRungeKutta::stage(int i) const {
  if (i == 0) return f_start_.data();
  if (end_is_stage_ && i == tableau_.stages - 1) return f_end_.data();
  return stages_.data() + static_cast<std::size_t>(i) * start_.size();
}

Row ExplicitRungeKutta::make_row(std::span<const double> weights) {
  Row row;
  for (std::size_t j = 0; j < weights.size(); ++j) row.add(weights[j], stage(static_cast<int>(j)));
  return row;
}

void ExplicitRungeKutta::make_dense() {
  const auto degree = static_cast<std::size_t>(tableau_.dense_degree());
  std::vector<std::span<const double>> polynomials;
  for (int i = 0; !hermite_ && i < tableau_.stages + tableau_.dense_stages; ++i) {
    const auto weights = tableau_.dense.subspan(static_cast<std::size_t>(i) * degree, degree);
    if (std::all_of(weights.begin(), weights.end(), [](double d) { return d == 0; })) continue;
    polynomials.push_back(weights);
    dense_stages_.push_back(stage(i));
  }
  dense_weights_.resize(degree * filled_up(polynomials.size()));
  for (std::size_t i = 0; i < polynomials.size(); ++i)
    for (std::size_t j = 0; j < degree; ++j)
      dense_weights_[j * filled_up(polynomials.size()) + i] = polynomials[i][j];
}

void ExplicitRungeKutta::combine(Vector& out, const Row& row) {
  add_combination(out.data(), start_.data(), step(), row.weights, row.stages.data(), out.size());
}

void ExplicitRungeKutta::estimate(Vector& out, const Row& row) {
  combination(out.data(), step(), row.weights, row.stages.data(), out.size());
}

EvalStatus ExplicitRungeKutta::evaluate_stage(int i, const Row& row, double c) {
  combine(argument_, row);
  return evaluate(c == 1 ? t_end_ : t_start_ + c * step(), argument_,
                  {stages_.data() + static_cast<std::size_t>(i) * argument_.size(), argument_.size()});
}

EvalStatus ExplicitRungeKutta::compute() {
  dense_known_ = false;
  if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
  if (has_code() && (this->*small_.compute)()) return EvalStatus::Ok;
  for (int i = 1; i < static_cast<int>(rows_.size()); ++i)
    if (const EvalStatus status = evaluate_stage(i, rows_[static_cast<std::size_t>(i)], tableau_.c[i]);
        status != EvalStatus::Ok)
      return status;
  combine(end_, b_);
  if (!error_control_) return EvalStatus::Ok;
  if (end_is_stage_)
    if (const EvalStatus status = prepare_end(); status != EvalStatus::Ok) return status;
  estimate_error();
  return EvalStatus::Ok;
}

bool ExplicitRungeKutta::has_code() {
  if (!small_.compute || !problem_.machine_code) return false;
  if (!code_) code_ = problem_.machine_code();
  return static_cast<bool>(code_);
}

// False: f has no value somewhere, and the step is to be computed again in the usual way, which says why.
template <std::size_t n>
bool ExplicitRungeKutta::compute_small() {
  const double h = step();
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    const double c = tableau_.c[i];
    combination_of_new<n>(h, rows_[i].weights, rows_[i].stages.data())
        .add_to(argument_.data(), start_.data());
    if (!code_(c == 1 ? t_end_ : t_start_ + c * h, argument_.data(), stages_.data() + i * n)) return false;
  }
  combination_of_new<n>(h, b_.weights, b_.stages.data()).add_to(end_.data(), start_.data());
  const bool slope = error_control_ && end_is_stage_;
  if (slope && !code_(t_end_, end_.data(), f_end_.data())) return false;
  statistics_.rhs_evaluations += static_cast<long>(rows_.size()) - (slope ? 0 : 1);
  if (slope) f_end_known_ = f_end_current_ = true;
  if (!error_control_) return true;
  if (!low_error_.empty())
    estimate_error();
  else
    combination_of_new<n>(h, b_error_.weights, b_error_.stages.data()).store(error_.data());
  return true;
}

void ExplicitRungeKutta::estimate_error() {
  estimate(error_, b_error_);
  if (low_error_.empty()) return;
  estimate(low_error_, b_error_low_);
  const double high = error_norm(options_.weights, error_, start_, end_).value;
  const double low = error_norm(options_.weights, low_error_, start_, end_).value;
  const double both = std::sqrt(high * high + 0.01 * low * low);
  if (!(both > 0) || !std::isfinite(both)) return;
  for (double& e : error_) e *= high / both;
}

// The derivative at the end of the whole step, as it stands: a step moved earlier is evaluated where it was
// moved to.
EvalStatus ExplicitRungeKutta::prepare_dense() {
  if (hermite_ || end_is_stage_)
    if (const EvalStatus status = prepare_end(); status != EvalStatus::Ok) return status;
  for (int i = 0; i < tableau_.dense_stages && !dense_known_; ++i)
    if (const EvalStatus status = evaluate_stage(
            tableau_.stages + i, dense_rows_[static_cast<std::size_t>(i)], tableau_.dense_c[i]);
        status != EvalStatus::Ok)
      return status;
  dense_known_ = true;
  return EvalStatus::Ok;
}

template <std::size_t n>
void ExplicitRungeKutta::small_dense_rows(std::span<const double> times, double* x) const {
  const std::size_t terms = dense_stages_.size(), width = filled_up(terms);
  const double h = step();
  std::array<double, filled_up(max_terms)> weights;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double theta = (times[k] - t_start_) / h;
    evaluate_polynomials(dense_weights_, width, h * theta, theta, weights.data());
    combination_of_old<n>({weights.data(), terms}, dense_stages_.data()).add_to(x + k * n, start_.data());
  }
}

void ExplicitRungeKutta::dense_rows(std::span<const double> times, std::span<double> x) const {
  const std::size_t n = start_.size(), terms = dense_stages_.size(), width = filled_up(terms);
  if (small_.dense_rows && terms > 0) return (this->*small_.dense_rows)(times, x.data());
  const double h = step();
  std::array<double, filled_up(max_terms)> weights;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const std::span<double> row = x.subspan(k * n, n);
    if (hermite_) {
      hermite(times[k], row);
      continue;
    }
    const double theta = (times[k] - t_start_) / h;
    evaluate_polynomials(dense_weights_, width, h * theta, theta, weights.data());
    add_combination(row.data(), start_.data(), 1, {weights.data(), terms}, dense_stages_.data(), n);
  }
}

}  // namespace

std::unique_ptr<Stepper> make_explicit_runge_kutta(const OdeProblem& problem, const Tableau& tableau,
                                                   bool error_control, StepperOptions options) {
  if (options.control.law == StepControl::Law::OfMethod)
    options.control.law = StepControl::Law::ProportionalIntegral;
  return std::make_unique<ExplicitRungeKutta>(problem, tableau, error_control, std::move(options));
}

}  // namespace sim
