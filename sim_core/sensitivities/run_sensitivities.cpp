#include "sim_core/sensitivities/run_sensitivities.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/base/told_number.h"
#include "sim_core/base/work.h"
#include "sim_core/linear_analysis/dense_matrix.h"
#include "sim_core/sensitivities/sensitivity_equations.h"
#include "sim_core/sensitivities/variational_steps.h"
#include "sim_core/simulate/run_parts.h"

namespace sim {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Span = std::span<const double>;

struct RunSensitivities::State {
  State(SensitivityEquations::Parts& the_equations, const ParameterDirections& directions,
        std::vector<int> the_columns);

  bool fails() const { return !refusal.empty(); }
  void refuse(std::string why) {
    if (refusal.empty()) refusal = std::move(why);
  }
  void refuse_at(const std::string& why, double t) { refuse(why + " at t = " + told_time(t)); }

  MatrixXd along(LiftedRows& rows, RunParts& run, double t, Span x, const MatrixXd& now, Index columns);
  MatrixXd along_quantities(LiftedRows& rows, RunParts& run, double t, Span x, const MatrixXd& now);
  VectorXd rates(RunParts& run, double t, Span x);
  bool system(RunParts& run, double t, VariationalSteps::System& out);
  void start_slots(RunParts& run, double t, Span x);
  void add_row(RunParts& run, double t, Span x, const MatrixXd& now);
  std::vector<VectorXd> moves_of_crossings(RunParts& run, double t, Span x, std::span<const int> crossed);
  void find_move(std::vector<VectorXd> moves);
  MatrixXd move_along(const VectorXd& f) const { return f * move.transpose(); }

  SensitivityEquations::Parts& equations;
  const std::vector<int> columns;
  const Index n, slots, quantities;
  MatrixXd p, s, d;  // of the parameters, the states, the slots: a column for each quantity
  VectorXd sizes, largest;
  MatrixXd largest_s;    // magnitudes, by element of s
  VectorXd move;         // dT of the instant, by quantity
  double tolerance = 0;  // of the run
  bool moves = false;    // it is not zero
  bool unclear = false;  // several events move otherwise, or one touches zero
  VectorXd rates_before;
  bool changed = false;  // something was updated at the instant
  bool inside = false;   // rows are those of the step
  double step_from = 0;
  bool row_waits = false;
  VariationalSteps steps;
  std::vector<double> times;
  std::vector<std::vector<double>> rows;
  std::string refusal;
};

static VectorXd dense_vector(Span values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

RunSensitivities::State::State(SensitivityEquations::Parts& the_equations,
                               const ParameterDirections& directions, std::vector<int> the_columns)
    : equations(the_equations),
      columns(std::move(the_columns)),
      n(equations.state_count),
      slots(equations.discrete_count),
      quantities(static_cast<Index>(directions.derivatives.size())),
      sizes(dense_vector(directions.sizes)),
      refusal(equations.refusal) {
  Index count = 0;
  for (const ParameterRange& range : directions.slots) count += range.count;
  p = MatrixXd::Zero(count, quantities);
  for (Index k = 0; k < quantities; ++k)
    p.col(k) = dense_vector(directions.derivatives[static_cast<std::size_t>(k)]);
  s = MatrixXd::Zero(n, quantities);
  d = MatrixXd::Zero(slots, quantities);
  largest = VectorXd::Zero(n);
  move = VectorXd::Zero(quantities);
  equations.forget_run();
}

// Along directions of (x, d, p, t), a column each, in as many rows as there are.
MatrixXd RunSensitivities::State::along(LiftedRows& rows_of, RunParts& run, double t, Span x,
                                        const MatrixXd& directions, Index columns) {
  MatrixXd out = MatrixXd::Zero(rows_of.size(), columns);
  std::vector<double> direction(static_cast<std::size_t>(rows_of.columns()));
  for (Index k = 0; k < columns; ++k) {
    std::copy_n(directions.col(k).data(), direction.size(), direction.begin());
    const EvalStatus status = rows_of.along(run.equations, t, x, direction,
                                            {out.col(k).data(), static_cast<std::size_t>(rows_of.size())});
    if (status != EvalStatus::Ok) refuse_at("the derivatives cannot be computed", t);
  }
  if (!out.allFinite()) refuse_at("a derivative is not finite", t);
  return out;
}

// Along the quantities, where the states move so; the time moves with the instant.
MatrixXd RunSensitivities::State::along_quantities(LiftedRows& rows_of, RunParts& run, double t, Span x,
                                                   const MatrixXd& states) {
  MatrixXd directions = MatrixXd::Zero(std::max(1, rows_of.columns()), quantities);
  directions.topRows(n) = states;
  directions.middleRows(rows_of.slots_at(), slots) = d;
  directions.middleRows(rows_of.parameters_at(), p.rows()) = p;
  if (rows_of.time_at() >= 0) directions.row(rows_of.time_at()) = move.transpose();
  return along(rows_of, run, t, x, directions, quantities);
}

VectorXd RunSensitivities::State::rates(RunParts& run, double t, Span x) {
  VectorXd out = VectorXd::Zero(n);
  if (n == 0) return out;
  const EvalStatus status =
      equations.rates->values(run.equations, t, x, {out.data(), static_cast<std::size_t>(n)});
  if (status != EvalStatus::Ok || !out.allFinite()) refuse_at("the equations have no values", t);
  return out;
}

bool RunSensitivities::State::system(RunParts& run, double t, VariationalSteps::System& out) {
  if (run.interpolate(t) != EvalStatus::Ok) return false;
  LiftedRows& rates_of = *equations.rates;
  const SparsityPattern& pattern = rates_of.pattern();
  std::vector<double> values(pattern.row_index.size());
  if (rates_of.jacobian(run.equations, t, run.x_inside, values) != EvalStatus::Ok) return false;
  MatrixXd b = MatrixXd::Zero(n, quantities);
  std::size_t at = 0;
  for (int j = 0; j < rates_of.columns(); ++j)
    for (int i : pattern.column(j)) {
      const double value = values[at++];
      if (!std::isfinite(value)) return false;
      if (j < n)
        out.a.push_back({i, j, value});
      else if (j < rates_of.parameters_at())
        b.row(i) += value * d.row(j - rates_of.slots_at());
      else
        b.row(i) += value * p.row(j - rates_of.parameters_at());
    }
  out.b = from_dense(b);
  return true;
}

// Initial values may read one another; what is primed is what it would be updated to.
void RunSensitivities::State::start_slots(RunParts& run, double t, Span x) {
  const Program& program = *run.program;
  const std::size_t most = program.states.size() + program.discrete.size() + 1;
  for (std::size_t round = 0; equations.initial && round < most && !fails(); ++round) {
    const MatrixXd now = along_quantities(*equations.initial, run, t, x, s);
    MatrixXd slots_now = d;
    Index from = n;
    for (const DiscreteInfo& info : program.discrete) {
      slots_now.middleRows(info.first, info.shape.size()) = now.middleRows(from, info.shape.size());
      from += info.shape.size();
    }
    const bool same = s == now.topRows(n) && d == slots_now;
    s = now.topRows(n);
    d = slots_now;
    if (same) break;
  }
  if (!equations.updates || fails()) return;
  const MatrixXd now = along_quantities(*equations.updates, run, t, x, s);
  for (std::size_t k = 0; k < program.updates.size(); ++k)
    if (program.updates[k].primed) d.row(program.updates[k].slot) = now.row(static_cast<Index>(k));
}

void RunSensitivities::State::add_row(RunParts& run, double t, Span x, const MatrixXd& states) {
  std::vector<double> row;
  if (equations.outputs) {
    const MatrixXd now = along_quantities(*equations.outputs, run, t, x, states);
    for (Index k = 0; k < quantities; ++k)
      for (int column : columns) row.push_back(now(column, k));
  }
  if (!times.empty() && times.back() == t) {
    rows.back() = std::move(row);
    return;
  }
  times.push_back(t);
  rows.push_back(std::move(row));
}

std::vector<VectorXd> RunSensitivities::State::moves_of_crossings(RunParts& run, double t, Span x,
                                                                  std::span<const int> crossed) {
  std::vector<VectorXd> out;
  if (crossed.empty()) return out;
  LiftedRows& functions = *equations.crossings;
  // Just before it: where it is exactly, a function may be a mere sign.
  constexpr double before = 1e-8;  // of the step
  const double at = t - before * (t - step_from);
  if (at < t && run.interpolate(at) == EvalStatus::Ok) t = at, x = run.x_inside;
  move.setZero();
  const MatrixXd change = along_quantities(functions, run, t, x, s);
  MatrixXd solution = MatrixXd::Zero(functions.columns(), 1);
  solution.col(0).head(n) = rates_before;
  solution(functions.time_at(), 0) = 1;
  const MatrixXd slope = along(functions, run, t, x, solution, 1);
  for (int index : crossed) {
    const VectorXd moved = -change.row(index).transpose() / slope(index, 0);
    if (moved.allFinite())
      out.push_back(moved);
    else
      unclear = true;
  }
  return out;
}

// Events of one instant that move alike are one.
void RunSensitivities::State::find_move(std::vector<VectorXd> all) {
  move.setZero();
  if (!all.empty()) move = all.front();
  for (const VectorXd& each : all)
    if ((each - move).cwiseAbs().maxCoeff() > 1e-6 * (each.cwiseAbs() + move.cwiseAbs()).maxCoeff())
      unclear = true;
  if (unclear) move.setZero();
  moves = !move.isZero(0);
}

RunSensitivities::RunSensitivities(const SensitivityEquations& equations,
                                   const ParameterDirections& directions, std::vector<int> columns)
    : state_(std::make_unique<State>(*equations.parts_, directions, std::move(columns))) {}
RunSensitivities::~RunSensitivities() = default;
const std::string& RunSensitivities::refusal() const { return state_->refusal; }
std::string RunSensitivities::doubt() const {
  const State& now = *state_;
  const LinearMatrix& off = now.steps.inexact();
  // Beyond what is asked of a step by so much, of what the derivatives and states have come to.
  constexpr double told_from = 10;
  double worst = told_from, part = 0;
  Index state = -1;
  for (Index k = 0; k < now.quantities && !off.values.empty(); ++k)
    for (Index i = 0; i < now.n; ++i) {
      const double size = now.largest_s(i, k) + now.largest(i) / now.sizes(k);
      const double beyond =
          off(static_cast<int>(i), static_cast<int>(k)) / std::max(now.tolerance * size, 1e-300);
      if (beyond > worst) worst = beyond, state = i, part = beyond * now.tolerance;
    }
  if (state < 0) return {};
  return "the derivatives of " + now.equations.names[static_cast<std::size_t>(state)] + " are exact to " +
         told(part) + " of their size only, because they move much faster than the model: shorten MaxStep";
}
const std::vector<double>& RunSensitivities::times() const { return state_->times; }
const std::vector<std::vector<double>>& RunSensitivities::rows() const { return state_->rows; }

void RunSensitivities::begin(RunParts& run, double t, Span x) {
  State& now = *state_;
  if (const FollowedBranches* followed = run.equations.followed(); followed && !followed->crossings.empty())
    now.refuse(
        "the zero crossings of " +
        run.reporter.path_of(run.program->crossings[static_cast<std::size_t>(followed->crossings[0])].block) +
        " are not located");
  if (now.fails()) return;
  now.start_slots(run, t, x);
  now.largest = dense_vector(x.first(static_cast<std::size_t>(now.n))).cwiseAbs();
}

void RunSensitivities::step(RunParts& run, double from, double to) {
  State& now = *state_;
  if (now.fails()) return;
  check_stop();
  now.inside = true;
  now.step_from = from;
  if (now.n == 0) return;
  const double tolerance = std::max(run.options.relative_tolerance, 1e-8);
  now.largest = now.largest.cwiseMax(
      dense_vector(run.stepper->trial_state().first(static_cast<std::size_t>(now.n))).cwiseAbs());
  const MatrixXd scale = tolerance * now.largest * now.sizes.cwiseInverse().transpose();
  const auto at = [&](double t, VariationalSteps::System& out) { return now.system(run, t, out); };
  LinearMatrix s = from_dense(now.s);
  if (!now.steps.advance(at, from, to, s, from_dense(scale), tolerance))
    now.refuse_at("the derivatives cannot be integrated", to);
  now.s = to_dense<MatrixXd>(s);
  now.largest_s =
      now.largest_s.size() == 0 ? MatrixXd(now.s.cwiseAbs()) : now.largest_s.cwiseMax(now.s.cwiseAbs());
  now.tolerance = tolerance;
}

void RunSensitivities::arrive(RunParts& run, double t, Span x, std::span<const int> crossed) {
  State& now = *state_;
  now.inside = false;
  if (now.fails()) return;
  now.changed = now.moves = now.unclear = false;
  now.move.setZero();
  const auto times = run.modes.event_times();
  std::vector<std::size_t> reached;
  for (std::size_t k = 0; k < times.size(); ++k)
    if (times[k] <= t &&
        run.equations.modes()[static_cast<std::size_t>(run.program->time_events[k].mode)] == 0)
      reached.push_back(k);
  const bool hit = run.hits.next_time() == t;
  if (hit || !crossed.empty() || !reached.empty()) now.steps.forget();
  if (crossed.empty() && reached.empty()) {
    if (now.equations.latches) update_latches(run, t, x);
    return;
  }
  now.rates_before = now.rates(run, t, x);
  std::vector<VectorXd> moves = now.moves_of_crossings(run, t, x, crossed);
  if (!reached.empty()) {
    const MatrixXd moved = now.along_quantities(*now.equations.event_times, run, t, x, now.s);
    for (std::size_t k : reached) moves.push_back(moved.row(static_cast<Index>(k)).transpose());
  }
  if (hit) moves.push_back(VectorXd::Zero(now.quantities));
  now.find_move(std::move(moves));
  if (now.moves) now.s += now.move_along(now.rates_before);
  if (now.equations.latches) update_latches(run, t, x);
}

void RunSensitivities::update_latches(RunParts& run, double t, Span x) {
  State& now = *state_;
  const MatrixXd latched = now.along_quantities(*now.equations.latches, run, t, x, now.s);
  for (std::size_t k = 0; k < run.program->latches.size(); ++k)
    now.d.row(run.program->latches[k]) = latched.row(static_cast<Index>(k));
}

void RunSensitivities::update(RunParts& run, double t, Span x) {
  State& now = *state_;
  if (now.fails()) return;
  const Program& program = *run.program;
  const MatrixXd states = now.s;
  MatrixXd updated, reset;
  if (now.equations.updates) updated = now.along_quantities(*now.equations.updates, run, t, x, states);
  if (now.equations.resets) reset = now.along_quantities(*now.equations.resets, run, t, x, states);
  for (Index k = 0; k < updated.rows(); ++k)
    now.d.row(program.updates[static_cast<std::size_t>(k)].slot) = updated.row(k);
  for (Index k = 0; k < reset.rows(); ++k)
    now.s.row(program.resets[static_cast<std::size_t>(k)].state) = reset.row(k);
  if (!now.unclear) return;
  const auto differs = [&](std::optional<LiftedRows>& rows, auto&& before) {
    if (!rows) return;
    std::vector<double> values(static_cast<std::size_t>(rows->size()));
    if (rows->values(run.equations, t, x, values) != EvalStatus::Ok) return;
    for (std::size_t k = 0; k < values.size(); ++k) now.changed = now.changed || values[k] != before(k);
  };
  differs(now.equations.updates, [&](std::size_t k) {
    return run.equations.discrete()[static_cast<std::size_t>(program.updates[k].slot)];
  });
  differs(now.equations.resets,
          [&](std::size_t k) { return x[static_cast<std::size_t>(program.resets[k].state)]; });
}

void RunSensitivities::settled(RunParts& run, double t, Span x) {
  State& now = *state_;
  if (now.fails()) return;
  if (now.moves) {
    now.s -= now.move_along(now.rates(run, t, x));
  } else if (now.unclear) {
    // Nothing hangs on when it happens where the equations are the same before and behind.
    const VectorXd jump = now.rates(run, t, x) - now.rates_before;
    if (now.changed || (jump.array().abs() > 1e-9 * (1e-3 + now.rates_before.array().abs())).any())
      now.refuse_at("several events come together, or one only touches zero,", t);
  }
  now.moves = now.unclear = false;
  now.move.setZero();
  if (now.row_waits) now.add_row(run, t, x, now.s);
  now.row_waits = false;
}

void RunSensitivities::recorded(RunParts& run, double t, Span x) {
  State& now = *state_;
  if (now.fails()) return;
  if (now.inside && now.n > 0)
    now.add_row(run, t, x, to_dense<MatrixXd>(now.steps.inside(t)));
  else if (now.moves || now.unclear)
    now.row_waits = true;
  else
    now.add_row(run, t, x, now.s);
}

}  // namespace sim
