#include "sim_core/reports/run_findings.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/solvers/methods/registry.h"

namespace sim {

namespace {

using Kind = RunFinding::Kind;

std::string rounded(double v) { return to_text(v, 3); }

std::string percent(double share) { return rounded(std::floor(100 * share + 0.5)) + " %"; }

// "2,400", "0.5"
std::string counted(double v) {
  if (v < 1000) return rounded(v);
  std::string digits = std::to_string(static_cast<long long>(std::llround(v)));
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

class Findings {
 public:
  explicit Findings(const RunStatistics& s) : s_(s), p_(s.profile), method_(find_method(s.solver)) {
    for (std::uint64_t steps : p_.limited) steps_ += static_cast<double>(steps);
    trials_ = steps_ + static_cast<double>(p_.rejected_by_error + p_.rejected_by_projection +
                                           p_.rejected_by_evaluation);
    for (std::size_t k = 0; k < phase_count; ++k)
      if (static_cast<Phase>(k) != Phase::Waiting) time_ += p_.seconds[k];
  }

  std::vector<RunFinding> all() && {
    constexpr double enough = 20;
    if (steps_ < enough || !method_) return {};
    const bool stiff = stiffness();
    if (!stiff) error_of_state();
    bounds();
    crossings();
    if (!stiff) rejections();
    jacobians();
    times();
    work();
    std::stable_sort(found_.begin(), found_.end(),
                     [](const RunFinding& a, const RunFinding& b) { return a.share > b.share; });
    return std::move(found_);
  }

 private:
  void add(Kind kind, double share, std::string message, std::string remedy, std::string place = {},
           Id block = no_id) {
    found_.push_back({kind, share, std::move(place), block, std::move(message), std::move(remedy)});
  }
  double share(StepLimit limit) const { return ratio(static_cast<double>(p_[limit]), steps_); }
  double share(Phase phase) const { return p_.timed ? ratio(p_[phase], time_) : 0; }

  // What a method of order 5 that no stability limits could step, by how fast the solution itself moves.
  double accurate_step(const StiffnessSample& sample) const {
    constexpr double of_scale = 0.25, at_tolerance = 1e-3;
    if (sample.scale <= 0) return p_.max_step;
    return std::min(p_.max_step,
                    of_scale * sample.scale * std::pow(p_.relative_tolerance / at_tolerance, 0.2));
  }

  bool stiffness() {
    if (!method_->error_control || p_.stiffness.empty()) return false;
    // h |lambda| near the end of what is stable, or which at tight tolerances the motion alone would not
    // allow.
    const double stable = method_->multistep ? 0.8 : method_->order >= 7 ? 4.5 : 2;
    const double edge = std::min(stable, 60 * std::pow(p_.relative_tolerance, 0.2));
    double all = 0, held = 0, needed = 0, calm = 0;
    const StiffnessSample* fastest = nullptr;
    for (const StiffnessSample& sample : p_.stiffness) {
      const double product = sample.step * sample.rate, steps = static_cast<double>(sample.steps);
      all += steps;
      if (product < 0.5) calm += steps;
      const double accurate = accurate_step(sample);
      if (product < edge || accurate < 3 * sample.step) continue;
      held += steps;
      needed += steps * sample.step / accurate;
      if (!fastest || sample.rate > fastest->rate) fastest = &sample;
    }
    if (method_->implicit) {
      if (calm > 0.95 * all)
        add(Kind::NotStiff, calm / all, "nothing in the model is stiff at these steps",
            "try an explicit solver, such as ode45: its steps cost less");
      return false;
    }
    if (s_.solver == "auto" || held < 0.4 * all) return false;
    const double times = held / std::max(needed, 1e-9);
    const bool named = fastest->state >= 0 && !fastest->state_name.empty();
    add(Kind::Stiff, held / all,
        "stiff: stability limits " + percent(held / all) +
            " of the steps, not the error; the fastest component" +
            (named ? ", in " + fastest->state_name + "," : std::string()) + " has a time constant of " +
            rounded(1 / fastest->rate) + " s; an implicit solver would take some " +
            rounded(times < 10 ? std::floor(times) : 10 * std::floor(times / 10)) + " times fewer steps",
        "choose ode15s, or auto", named ? fastest->block : std::string(), fastest->id);
    return true;
  }

  void error_of_state() {
    if (p_.states.empty()) return;
    const StateCost& most = p_.states.front();
    const double part = ratio(static_cast<double>(most.limited), steps_);
    if (part < 0.5) return;
    add(Kind::ErrorOfState, part, percent(part) + " of the steps are limited by the error of " + most.name,
        "where it need not be that exact, give its block a larger absolute tolerance, or loosen RelTol",
        most.block, most.id);
  }

  void bounds() {
    constexpr double many = 150;  // as auto, MaxStep gives fifty
    if (const double part = share(StepLimit::MaxStep); part >= 0.5 && steps_ >= many)
      add(Kind::MaxStep, part,
          "MaxStep limits " + percent(part) + " of the steps to " + rounded(p_.max_step) +
              " s; the error would allow longer ones",
          "raise it; with Refine the curves stay smooth");
    if (const double part = share(StepLimit::SampleHit); part >= 0.5)
      add(Kind::SampleHits, part, percent(part) + " of the steps end at the next sample hit",
          "use longer sample times where they do, or a fixed-step solver");
  }

  void crossings() {
    const auto most =
        std::max_element(p_.blocks.begin(), p_.blocks.end(),
                         [](const BlockCost& a, const BlockCost& b) { return a.crossings < b.crossings; });
    const double located = static_cast<double>(s_.zero_crossings), time = share(Phase::Crossings);
    if (most == p_.blocks.end() || most->crossings == 0) return;
    const double of_block = static_cast<double>(most->crossings);
    const double part = ratio(static_cast<double>(p_[StepLimit::Crossing]), steps_);
    const double rate = ratio(of_block, s_.end_time - s_.start_time);
    const std::string how_often =
        most->path + ", which switches " + counted(of_block) + " times, " + counted(rate) + " times a second";
    const char* remedy = "give it hysteresis, or switch off its zero-crossing detection";
    if (time >= 0.3)
      add(Kind::LocatingCrossings, time,
          percent(time) + " of the time is spent looking for zero crossings, most of them of " + how_often,
          remedy, most->path, most->id);
    else if (part >= 0.3)
      add(Kind::Crossings, part,
          percent(part) + " of the steps end at a zero crossing, " + percent(ratio(of_block, located)) +
              " of these of " + how_often,
          remedy, most->path, most->id);
  }

  void rejections() {
    const double by_error = ratio(static_cast<double>(p_.rejected_by_error), trials_);
    if (by_error >= 0.2) {
      const auto most =
          std::max_element(p_.states.begin(), p_.states.end(),
                           [](const StateCost& a, const StateCost& b) { return a.rejected < b.rejected; });
      const bool named = most != p_.states.end() && most->rejected > 0;
      add(Kind::Rejections, by_error,
          percent(by_error) + " of the trial steps are rejected for their error" +
              (named ? ", mostly that of " + most->name : std::string()),
          "look for a discontinuity that is not located (ZeroCrossControl), or for stiffness",
          named ? most->block : std::string(), named ? most->id : no_id);
    }
    const double by_projection = ratio(static_cast<double>(p_.rejected_by_projection), trials_);
    if (by_projection >= 0.05)
      add(Kind::ProjectionRejections, by_projection,
          percent(by_projection) +
              " of the trial steps are repeated because the projection would move the states "
              "by more than the tolerance",
          "check that the states satisfy the invariants at the start, or tighten RelTol");
    const double failed = ratio(static_cast<double>(p_.rejected_by_evaluation), trials_);
    if (failed >= 0.1)
      add(Kind::FailedEvaluations, failed,
          percent(failed) +
              (method_->implicit
                   ? " of the trial steps fail in Newton's iteration, or where f cannot be evaluated"
                   : " of the trial steps fail because f cannot be evaluated there"),
          method_->implicit ? "take an analytical Jacobian, or a shorter MaxStep"
                            : "look for roots and logarithms whose operands turn negative");
  }

  void jacobians() {
    if (!method_->implicit || method_->new_jacobian_each_step || s_.jacobians < 20) return;
    const double each = steps_ / static_cast<double>(s_.jacobians);
    if (each > 4) return;
    const double events = share(StepLimit::Crossing) + share(StepLimit::SampleHit) + share(StepLimit::Event);
    const bool restarts = events > 0.1;
    add(Kind::JacobianRenewals, std::min(1 / each, 1.0),
        each < 1.5
            ? "the Jacobian is renewed in nearly every step"
            : "the Jacobian is renewed every " + rounded(std::round(each)) + " steps" +
                  (restarts ? ", as events restart the solver" : ", as the equations change that fast"),
        restarts ? "try ode23tb, or the solver reset method Fast"
                 : "try rodas5p or ode23s, which take one in each step anyway");
  }

  void times() {
    if (const double part = share(Phase::Recording); part >= 0.4)
      add(Kind::RecordingTime, part, "recording takes " + percent(part) + " of the time",
          "record fewer signals, use a larger Decimation, or Refine 1");
    if (const double part = share(Phase::Jacobian); part >= 0.4)
      add(Kind::JacobianTime, part, "Jacobians take " + percent(part) + " of the time",
          "use a sparse or an analytical method for them");
    if (const double part = share(Phase::LinearAlgebra); part >= 0.5)
      add(Kind::LinearAlgebraTime, part, "linear algebra takes " + percent(part) + " of the time",
          "use a sparse method for the Jacobian, and let the linear solver be chosen (auto)");
    if (const double part = share(Phase::Projection); part >= 0.4)
      add(Kind::ProjectionTime, part, "projection takes " + percent(part) + " of the time",
          "try the method 'one step', or fewer invariants");
    if (const double part = share(Phase::Window); part >= 0.2)
      add(Kind::WindowTime, part, "showing values of signals takes " + percent(part) + " of the time",
          "switch off the values on lines");
    if (s_.loop_solves > 0) {
      const double each = static_cast<double>(s_.loop_iterations) / static_cast<double>(s_.loop_solves);
      if (each > 5)
        add(Kind::AlgebraicLoops, 0.3,
            "an algebraic loop takes " + rounded(each) + " Newton iterations each time",
            "break it with a delay or a small time constant");
    }
  }

  void work() {
    if (p_.blocks.size() < 4 || p_.operations <= 0) return;
    const BlockCost& most = p_.blocks.front();
    const double part = most.operations / p_.operations;
    if (part < 0.6) return;
    add(Kind::CostlyBlock, part, percent(part) + " of the model's arithmetic is in " + most.path,
        "look there first to make the model faster", most.path, most.id);
  }

  const RunStatistics& s_;
  const RunProfile& p_;
  const Method* method_;
  double steps_ = 0, trials_ = 0, time_ = 0;
  std::vector<RunFinding> found_;
};

}  // namespace

std::vector<RunFinding> find_costs(const RunStatistics& statistics) { return Findings(statistics).all(); }

}  // namespace sim
