#include "sim_core/solvers/sundials/sundials_stepper.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "sim_core/solvers/iteration_matrix.h"
#include "sim_core/solvers/stepper_base.h"
#include "sim_core/solvers/sundials/library.h"

namespace sim {
namespace {

constexpr int highest_order = 5;

// One step of the library that is behind it: x(t) = sum_k coefficients[k] ((t - end) / step)^k.
struct Piece {
  double end = 0, step = 1;
  std::vector<std::vector<double>> coefficients;

  void evaluate(double t, std::span<double> x) const {
    const double s = (t - end) / step;
    std::copy(coefficients.back().begin(), coefficients.back().end(), x.begin());
    for (std::size_t k = coefficients.size() - 1; k-- > 0;)
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = coefficients[k][i] + s * x[i];
  }
};

class SundialsStepper final : public StepperBase, private sundials::Equations {
 public:
  using Make = std::unique_ptr<sundials::Library> (*)(sundials::Equations&, const sundials::LibraryOptions&);
  SundialsStepper(const OdeProblem& problem, StepperOptions options, Make make);

 protected:
  EvalStatus compute() override;
  bool one_step() const override { return false; }
  void dense(double t, std::span<double> x) const override { value(t, x); }
  void forget() override;
  void advance() override;
  double step_after_accept() override;
  double step_after_reject(Rejection why) override;

 private:
  EvalStatus slope(double t, std::span<const double> z, std::span<double> dz) override;
  EvalStatus renew_jacobian(double t, std::span<const double> z, std::span<const double> f) override;
  EvalStatus factor(double c) override {
    return kept([&] { return matrix_.factor(c); });
  }
  void solve(std::span<double> b) override;
  void inverse_tolerances(std::span<const double> z, std::span<double> weight) override;

  int order() const override { return point_.order; }

  enum class Origin { Past, Start, MovedStart, LastPoint };

  // The library is written in C: what is thrown here is thrown again behind it.
  template <class Evaluate>
  EvalStatus kept(Evaluate evaluate) {
    try {
      return evaluate();
    } catch (...) {
      thrown_ = std::current_exception();
      return EvalStatus::Fatal;
    }
  }
  std::span<const double> with_offset(std::span<const double> z);
  double rounding() const;
  bool reaches(double t) const {
    return (origin_ == Origin::Past || origin_ == Origin::LastPoint) && t - point_.t <= rounding();
  }
  EvalStatus begin();
  EvalStatus one_step();
  EvalStatus give_up(sundials::LibraryResult why);
  EvalStatus refuse();
  void extend_to_end();
  void keep_last_step();
  void value(double t, std::span<double> x) const;
  void measure_error();
  void move_past(std::span<const double> delta);
  void reinitialize();

  IterationMatrix matrix_;
  std::unique_ptr<sundials::Library> library_;
  sundials::LibraryPoint point_;
  Origin origin_ = Origin::Start;  // where the library's next step sets out from
  bool has_step_ = false;          // point_ is the end of a step
  std::vector<Piece> pieces_;  // steps before the library's last one that the trial, or the next ones, need
  bool reached_end_ = false;   // the library has, of the trial
  bool extended_ = false;      // the last piece is none of the library's
  Vector offset_, shifted_, weight_;
  int most_pieces_;
  std::exception_ptr thrown_;
};

SundialsStepper::SundialsStepper(const OdeProblem& problem, StepperOptions options, Make make)
    : StepperBase(problem, std::move(options), true, {1, 1}),
      matrix_(problem, options_, false, statistics_),
      most_pieces_(std::clamp(1'000'000 / std::max(problem.size, 1), 10, 100)) {
  for (Vector* v : {&offset_, &shifted_, &weight_}) v->resize(start_.size());
  if (start_.empty()) return;
  const double most = options_.max_step;
  library_ = make(*this, {.size = problem.size,
                          .max_order = std::clamp(options_.max_order, 1, highest_order),
                          .max_step = std::isfinite(most) ? most : 0});
}

// --- what the library asks for

std::span<const double> SundialsStepper::with_offset(std::span<const double> z) {
  for (std::size_t i = 0; i < z.size(); ++i) shifted_[i] = z[i] + offset_[i];
  return shifted_;
}

EvalStatus SundialsStepper::slope(double t, std::span<const double> z, std::span<double> dz) {
  return kept([&] { return evaluate(t, with_offset(z), dz); });
}

EvalStatus SundialsStepper::renew_jacobian(double t, std::span<const double> z, std::span<const double> f) {
  return kept([&] {
    const std::span<const double> x = with_offset(z);
    if (!f.empty() || is_analytical(matrix_.jacobian().method()))
      return matrix_.evaluate(t, x, f, options_.weights);
    Vector here(z.size());
    const EvalStatus status = evaluate(t, x, here);
    return status == EvalStatus::Ok ? matrix_.evaluate(t, x, here, options_.weights) : status;
  });
}

void SundialsStepper::solve(std::span<double> b) {
  ++statistics_.newton_iterations;
  matrix_.solve(b);
}

// Where the tolerance is 0, any error is too large.
void SundialsStepper::inverse_tolerances(std::span<const double> z, std::span<double> weight) {
  tolerances(options_.weights, with_offset(z), weight);
  for (double& w : weight) w = 1 / std::max(w, std::numeric_limits<double>::min());
}

// --- steps

void SundialsStepper::forget() {
  origin_ = Origin::Start;
  has_step_ = extended_ = reached_end_ = false;
  pieces_.clear();
}

// By what the libraries take for the same time.
double SundialsStepper::rounding() const {
  return 100 * std::numeric_limits<double>::epsilon() * (std::abs(point_.t) + std::abs(point_.step));
}

EvalStatus SundialsStepper::compute() {
  std::fill(error_.begin(), error_.end(), 0.0);
  if (start_.empty()) return EvalStatus::Ok;
  if (extended_) pieces_.pop_back();
  extended_ = reached_end_ = false;
  for (int taken = 0; !reaches(t_end_); ++taken) {
    if (problem_.stop_requested && problem_.stop_requested()) return EvalStatus::Recoverable;
    if (taken == most_pieces_) {
      keep_last_step();
      return refuse();
    }
    const bool too_long = origin_ == Origin::Past && !point_.plan_known;
    if (const EvalStatus status = one_step(); status != EvalStatus::Ok || extended_) return status;
    if (too_long && !reaches(t_end_)) {  // now it is known how long it should have been
      keep_last_step();
      return refuse();
    }
  }
  reached_end_ = true;
  value(t_end_, end_);
  measure_error();
  return EvalStatus::Ok;
}

EvalStatus SundialsStepper::begin() {
  const bool at_start = origin_ != Origin::LastPoint;
  double first_step = std::min(next_step_, t_end_ - t_start_);
  if (at_start) {
    if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
    if (origin_ == Origin::MovedStart)
      first_step = std::min(first_step, initial_step(problem_, options_.weights, 1, t_start_, start_,
                                                     f_start_, options_.max_step));
    point_ = {.t = t_start_};
    std::fill(offset_.begin(), offset_.end(), 0.0);
    library_->begin(t_start_, start_, f_start_, first_step);
  } else {
    Vector x(start_.size()), f(start_.size());
    value(point_.t, x);
    if (const EvalStatus status = evaluate(point_.t, x, f); status != EvalStatus::Ok) return status;
    std::fill(offset_.begin(), offset_.end(), 0.0);
    library_->begin(point_.t, x, f, std::min(first_step, t_end_ - point_.t));
  }
  has_step_ = false;
  origin_ = Origin::Past;
  return EvalStatus::Ok;
}

EvalStatus SundialsStepper::one_step() {
  if (has_step_) keep_last_step();
  if (origin_ != Origin::Past)
    if (const EvalStatus status = begin(); status != EvalStatus::Ok) return status;
  const double from = point_.t;
  const sundials::LibraryResult result = library_->step(t_end_);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (result != sundials::LibraryResult::Stepped) return give_up(result);
  point_ = library_->point();
  has_step_ = true;
  matrix_.serve_step();
  const bool stuck = point_.t - from < smallest_step(from) && !reaches(t_end_);
  return stuck ? give_up(sundials::LibraryResult::ErrorTooLarge) : EvalStatus::Ok;
}

// The library got no further than point_.
EvalStatus SundialsStepper::give_up(sundials::LibraryResult why) {
  using Result = sundials::LibraryResult;
  if (why == Result::Fatal) return EvalStatus::Fatal;
  if (why == Result::ErrorTooLarge) library_->error(error_);
  if (has_step_) keep_last_step();
  origin_ = pieces_.empty() ? Origin::Start : Origin::LastPoint;
  has_step_ = false;
  return why == Result::Unavailable ? EvalStatus::Recoverable : refuse();
}

// A trial that does not pass.
EvalStatus SundialsStepper::refuse() {
  extend_to_end();
  const double error = error_norm(options_.weights, error_, start_, end_).value;
  if (!(error > 1))
    for (double& e : error_) e = error > 0 ? e * 2 / error : std::numeric_limits<double>::infinity();
  return EvalStatus::Ok;
}

// A caller who goes on against the tolerance goes on along the tangent.
void SundialsStepper::extend_to_end() {
  if (pieces_.empty()) prepare_start();
  Vector x = start_, f = f_start_;
  if (!pieces_.empty()) {
    const Piece& last = pieces_.back();
    x = last.coefficients[0];
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = last.coefficients[1][i] / last.step;
  }
  const double h = t_end_ - (pieces_.empty() ? t_start_ : point_.t);
  for (std::size_t i = 0; i < f.size(); ++i) {
    f[i] *= h;
    end_[i] = x[i] + f[i];
  }
  pieces_.push_back({t_end_, h, {end_, std::move(f)}});
  extended_ = true;
}

// As a polynomial of its own, where the trial reaches into it.
void SundialsStepper::keep_last_step() {
  if (point_.t <= t_start_ || (!pieces_.empty() && pieces_.back().end == point_.t)) return;
  Piece piece{point_.t, point_.step, {}};
  double factor = 1;
  for (int k = 0; k <= point_.order; ++k) {
    Vector& coefficient = piece.coefficients.emplace_back(start_.size());
    library_->derivative(point_.t, k, coefficient);
    if (k > 0) factor *= point_.step / k;
    for (std::size_t i = 0; i < coefficient.size(); ++i)
      coefficient[i] = k > 0 ? coefficient[i] * factor : coefficient[i] + offset_[i];
  }
  pieces_.push_back(std::move(piece));
}

void SundialsStepper::value(double t, std::span<double> x) const {
  for (const Piece& piece : pieces_)
    if (t <= piece.end || (&piece == &pieces_.back() && !has_step_)) return piece.evaluate(t, x);
  library_->derivative(std::min(t, point_.t + rounding()), 0, x);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += offset_[i];
}

// The library has judged its error: by the state where its step began.
void SundialsStepper::measure_error() {
  if (std::abs(t_end_ - point_.t) > rounding()) return;  // it is ahead
  library_->error(error_);
  const double error = error_norm(options_.weights, error_, start_, end_).value;
  if (error <= 1) return;
  for (double& e : error_) e = std::isfinite(error) ? e / (error * 1.001) : 0;
}

double SundialsStepper::step_after_accept() {
  if (start_.empty() || origin_ != Origin::Past) return next_step_;
  const double ahead = point_.t - trial_time();
  return ahead > rounding() ? ahead : point_.next_step;
}

// What the library could not reach is read off up to where it is; what the caller does not want it shall not
// read off once more.
double SundialsStepper::step_after_reject(Rejection) {
  const double reached = point_.t - t_start_;
  if (!start_.empty() && !reached_end_ && reached > rounding() && reached < step() - rounding())
    return reached;
  if (reached_end_) reinitialize();
  return step() / 4;
}

// --- what becomes of the past

void SundialsStepper::advance() {
  if (start_.empty()) return;
  if (extended_) {
    forget();
    return;
  }
  if (was_truncated() || end_was_moved()) {
    Vector delta(start_.size());
    value(t_start_, delta);
    for (std::size_t i = 0; i < delta.size(); ++i) delta[i] = start_[i] - delta[i];
    if (std::any_of(delta.begin(), delta.end(), [](double d) { return d != 0; })) move_past(delta);
  }
  std::erase_if(pieces_, [&](const Piece& piece) { return piece.end <= t_start_; });
  if (origin_ == Origin::LastPoint && pieces_.empty()) origin_ = Origin::Start;
}

// From start_, although the step planned was for a higher order.
void SundialsStepper::reinitialize() {
  forget();
  origin_ = Origin::MovedStart;
}

void SundialsStepper::move_past(std::span<const double> delta) {
  if (!(error_norm(options_.weights, delta, start_, start_).value <= 1)) {
    reinitialize();
    return;
  }
  for (std::size_t i = 0; i < delta.size(); ++i) offset_[i] += delta[i];
  for (Piece& piece : pieces_)
    for (std::size_t i = 0; i < delta.size(); ++i) piece.coefficients[0][i] += delta[i];
}

}  // namespace

std::unique_ptr<Stepper> make_cvode(const OdeProblem& problem, StepperOptions options) {
  return std::make_unique<SundialsStepper>(problem, std::move(options), sundials::make_cvode);
}

std::unique_ptr<Stepper> make_ida(const OdeProblem& problem, StepperOptions options) {
  return std::make_unique<SundialsStepper>(problem, std::move(options), sundials::make_ida);
}

}  // namespace sim
