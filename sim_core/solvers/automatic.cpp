#include "sim_core/solvers/automatic.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/solvers/spectral_estimate.h"

namespace sim {
namespace {

// Looked at after so many steps; so many looks in a row must agree.
constexpr int steps_between_looks = 5, looks_to_stiff = 4, looks_to_explicit = 4;
// The stiff method begins with order 1: its first steps say nothing about those to come.
constexpr int steps_to_settle = 30;
// A stiff phase of fewer steps was a mistake: the next one is entered with more hesitation.
constexpr int short_phase = 100, most_patience = 64;
// Where a stiff step is no longer than this many stable explicit ones, these are cheaper.
constexpr double worth = 3;

class Automatic final : public Stepper {
 public:
  Automatic(const OdeProblem& problem, const AutomaticChoice& choice, StepperOptions options)
      : choice_(choice),
        left_at_(choice.stable),
        spectrum_(problem),
        report_(options.report),
        explicit_(choice.make_explicit(problem, options)),
        stiff_(choice.make_stiff(problem, options)) {}

  EvalStatus restart(double t, std::span<const double> x, double first_step) override;
  void forget_jacobian() override { at_work().forget_jacobian(); }
  double time() const override { return at_work().time(); }
  std::span<const double> state() const override { return at_work().state(); }
  StepAttempt attempt(double t_end) override;
  double trial_time() const override { return at_work().trial_time(); }
  std::span<double> trial_state() override { return at_work().trial_state(); }
  std::span<double> error_estimate() override { return at_work().error_estimate(); }
  StepAttempt trial_moved(ErrorNorm counted) override { return at_work().trial_moved(counted); }
  // Its stiff method has a past.
  StepAttempt attempt_from(double, std::span<const double>) override { return {EvalStatus::Fatal, {}}; }
  bool relax(double) override { return false; }
  ErrorNorm trial_error() const override { return at_work().trial_error(); }
  EvalStatus truncate(double t) override { return at_work().truncate(t); }
  EvalStatus interpolate(double t, std::span<double> x) override { return at_work().interpolate(t, x); }
  void accept() override;
  void reject(Rejection why) override { at_work().reject(why); }
  double next_step() const override { return at_work().next_step(); }
  int order() const override { return at_work().order(); }
  std::vector<double> memory() const override;
  bool recall(std::span<const double> memory) override;
  ErrorWeights& weights() override { return at_work().weights(); }
  const StepperStatistics& statistics() const override;

 private:
  Stepper& at_work() const { return stiff_now_ ? *stiff_ : *explicit_; }
  void look(double h);
  double held_down() const;
  void report(double h, double radius) const;
  EvalStatus change();
  bool take_over(std::span<const double> memory);

  AutomaticChoice choice_;
  double left_at_;  // h |lambda| of the explicit method where it was left
  SpectralEstimate spectrum_;
  std::function<void(double, std::string_view)> report_;
  std::unique_ptr<Stepper> explicit_, stiff_;
  mutable StepperStatistics statistics_;
  bool stiff_now_ = false, change_due_ = false;
  int steps_ = 0, agreeing_ = 0, patience_ = 1;
};

EvalStatus Automatic::restart(double t, std::span<const double> x, double first_step) {
  change_due_ = false;
  spectrum_.forget();
  return at_work().restart(t, x, first_step);
}

// Where the one at work was left, the other goes on.
EvalStatus Automatic::change() {
  Stepper& before = at_work();
  const std::vector<double> x(before.state().begin(), before.state().end());
  const double t = before.time(), h = before.next_step();
  stiff_now_ = !stiff_now_;
  at_work().weights() = before.weights();
  change_due_ = false;
  steps_ = agreeing_ = 0;
  return at_work().restart(t, x, h);
}

StepAttempt Automatic::attempt(double t_end) {
  if (change_due_)
    if (const EvalStatus status = change(); status != EvalStatus::Ok) return {status, {}};
  return at_work().attempt(t_end);
}

void Automatic::accept() {
  const double h = at_work().trial_time() - at_work().time();
  at_work().accept();
  if (++steps_ % steps_between_looks == 0) look(h);
}

// h |lambda| above which the fastest component costs steps and is none of the solution: near the edge of
// stability, and at tight tolerances where steps are ten times longer than its motion would allow, for what
// is damped that weakly upsets the error estimate.
double Automatic::held_down() const {
  return std::min(0.8 * choice_.stable, 60 * std::pow(at_work().weights().relative, 0.2));
}

void Automatic::look(double h) {
  const auto x = at_work().state();
  const double radius =
      spectrum_.radius(at_work().time(), x, at_work().weights(), at_work().error_estimate(), 2);
  if (radius < 0) return;
  const double product = h * radius;
  const bool disagrees = stiff_now_ ? product < worth * left_at_ : product > held_down();
  const bool settled = !stiff_now_ || steps_ > steps_to_settle;
  agreeing_ = disagrees && settled ? agreeing_ + 1 : 0;
  if (agreeing_ < (stiff_now_ ? looks_to_explicit : looks_to_stiff * patience_)) return;
  change_due_ = true;
  if (!stiff_now_)
    left_at_ = std::min(product / 0.8, choice_.stable);
  else
    patience_ = steps_ < short_phase ? std::min(2 * patience_, most_patience) : 1;
  report(h, radius);
}

void Automatic::report(double h, double radius) const {
  if (!report_) return;
  const auto rounded = [](double v) { return to_text(v, 3); };
  const std::string product = "a step of " + rounded(h) + " s times the largest rate " + rounded(radius) +
                              " 1/s is " + rounded(h * radius);
  const std::string message =
      stiff_now_
          ? "no longer stiff: " + product + ", which " + std::string(choice_.explicit_name) +
                " does in a few steps; it goes on"
          : "stiff: " + product + ", where a fast component that has died away limits the steps of " +
                std::string(choice_.explicit_name) + "; " + std::string(choice_.stiff_name) + " goes on";
  report_(at_work().time(), message);
}

std::vector<double> Automatic::memory() const {
  const std::vector<double> direction = spectrum_.direction(), inner = at_work().memory();
  std::vector<double> memory{stiff_now_ ? 1.0 : 0.0,
                             change_due_ ? 1.0 : 0.0,
                             static_cast<double>(steps_),
                             static_cast<double>(agreeing_),
                             left_at_,
                             static_cast<double>(patience_),
                             static_cast<double>(direction.size())};
  memory.insert(memory.end(), direction.begin(), direction.end());
  memory.insert(memory.end(), inner.begin(), inner.end());
  return memory;
}

bool Automatic::recall(std::span<const double> memory) {
  const std::vector<double> before = this->memory();
  if (take_over(memory)) return true;
  take_over(before);
  return false;
}

bool Automatic::take_over(std::span<const double> memory) {
  const std::size_t head = 7, n = at_work().state().size();
  if (memory.size() < head || (memory[6] != 0 && memory[6] != static_cast<double>(n))) return false;
  const auto size = static_cast<std::size_t>(memory[6]);
  if (memory.size() < head + size) return false;
  const bool stiff = memory[0] == 1;
  if (stiff != stiff_now_ && change() != EvalStatus::Ok) return false;
  change_due_ = memory[1] == 1;
  steps_ = static_cast<int>(memory[2]);
  agreeing_ = static_cast<int>(memory[3]);
  left_at_ = memory[4];
  patience_ = static_cast<int>(memory[5]);
  spectrum_.set_direction(memory.subspan(head, size));
  return at_work().recall(memory.subspan(head + size));
}

const StepperStatistics& Automatic::statistics() const {
  const StepperStatistics &a = explicit_->statistics(), &b = stiff_->statistics();
  statistics_ = b;  // all that is about Jacobians
  statistics_.rhs_evaluations += a.rhs_evaluations + spectrum_.evaluations();
  return statistics_;
}

}  // namespace

std::unique_ptr<Stepper> make_automatic(const OdeProblem& problem, const AutomaticChoice& choice,
                                        StepperOptions options) {
  return std::make_unique<Automatic>(problem, choice, std::move(options));
}

}  // namespace sim
