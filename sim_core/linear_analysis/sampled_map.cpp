#include "sim_core/linear_analysis/sampled_map.h"

#include <Eigen/Dense>
#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sim_core/base/ratio.h"
#include "sim_core/base/stoppable.h"
#include "sim_core/base/told_number.h"
#include "sim_core/linear_analysis/dense_matrix.h"
#include "sim_core/linear_analysis/pade.h"
#include "sim_core/linear_analysis/point_evaluation.h"
#include "sim_core/linear_analysis/reductions.h"

namespace sim {

namespace {

using Eigen::MatrixXd;
constexpr int most_states = 2000, most_hits = 100'000, default_pade_order = 5;

struct Hit {
  double time = 0;
  std::vector<int> modes;
};

// The instants of one period, from 0 on.
Result<std::vector<Hit>> hits_within(const Program& program, double period) {
  std::map<double, std::vector<int>> hits{{0.0, {}}};
  for (const RateInfo& rate : program.rates) {
    const double count = period / rate.period;
    if (std::abs(count - std::round(count)) > 1e-9 * std::max(1.0, count) || count < 0.5)
      return error(
          {},
          "the period " + told(period) + " s is no multiple of the sample time " + told(rate.period) + " s",
          "choose a multiple of all sample times");
    if (count > most_hits) return error({}, "a period has too many sample hits", "choose a shorter period");
    const double offset = std::fmod(rate.offset, rate.period);
    for (int k = 0; k < static_cast<int>(std::round(count)); ++k) {
      const double t = offset + k * rate.period;
      const auto near = hits.lower_bound(t - 1e-9 * period);
      if (near != hits.end() && near->first <= t + 1e-9 * period)
        near->second.push_back(rate.mode);
      else
        hits[t] = {rate.mode};
    }
  }
  std::vector<Hit> all;
  for (auto& [t, modes] : hits) all.push_back({t, modes});
  return all;
}

class Mapping {
 public:
  Mapping(const LinearEquations& equations, const RunOptions& options, const OperatingPoint& point)
      : equations_(equations),
        program_(*equations.program),
        point_(point),
        evaluation_(equations.program, options, point) {}

  Result<LinearModel> run(double period) {
    if (Diagnostics problems = evaluation_.problems(); !problems.empty()) return problems;
    const int count = program_.state_count + program_.discrete_count;
    if (count > most_states)
      return error({}, "the model has " + std::to_string(count) + " states, too many for a sampled model",
                   "linearize it as a continuous model");
    auto hits = hits_within(program_, period);
    if (!hits) return hits.errors();
    lift_all();
    auto flow = system_with({});
    if (!flow) return flow.errors();
    const int n = flow->state_count(), m = flow->input_count();
    const int latches = size_of(KernelKind::Latches), updates = size_of(KernelKind::Updates);
    const MatrixXd between = to_dense<Eigen::MatrixXd>(whole_matrix(*flow));
    MatrixXd generator = MatrixXd::Zero(n + m, n + m);
    generator.topRows(n) = between.topRows(n);
    MatrixXd map = MatrixXd::Identity(n + m, n + m), output;
    for (std::size_t k = 0; k < hits->size(); ++k) {
      check_stop();
      const Hit& hit = (*hits)[k];
      const auto at_hit = system_with(hit.modes);
      if (!at_hit) return at_hit.errors();
      const MatrixXd rows = to_dense<Eigen::MatrixXd>(whole_matrix(*at_hit));
      map = assign(between.middleRows(n, latches), program_.latches, n + m) * map;
      if (k == 0) output = rows.bottomRows(rows.rows() - n - latches - updates) * map;
      std::vector<int> slots;
      for (const UpdateInfo& update : program_.updates) slots.push_back(update.slot);
      map = assign(rows.middleRows(n + latches, updates), slots, n + m) * map;
      const double next = k + 1 < hits->size() ? (*hits)[k + 1].time : period;
      map = MatrixXd(MatrixXd(generator * (next - hit.time)).exp()) * map;
    }
    return finish(*flow, map.topRows(n), output, period);
  }

 private:
  int size_of(KernelKind kind) const { return program_.kernel(kind).size; }

  void lift_all() {
    LiftQuestion question = lift_question(equations_);
    question.discrete = true;
    question.rows.clear();
    const auto add = [&](const std::vector<ir::NodeId>& nodes) {
      question.rows.insert(question.rows.end(), nodes.begin(), nodes.end());
    };
    add(program_.kernel(KernelKind::Derivatives).results);
    add(program_.kernel(KernelKind::Latches).results);
    add(program_.kernel(KernelKind::Updates).results);
    for (const auto& signal : equations_.outputs) question.rows.push_back(signal.node);
    add(program_.kernel(KernelKind::Recorded).results);
    lifted_ = lift(program_, question);
    for (const auto& signal : equations_.inputs) inputs_ += signal.shape.size();
    for (const auto& signal : equations_.outputs) outputs_ += signal.shape.size();
  }

  // States x and d, whose derivative is 0; outputs: latches, updates, outputs. With these hits.
  Result<LinearModel> system_with(const std::vector<int>& hits) {
    if (const auto known = systems_.find(hits); known != systems_.end()) return known->second;
    for (const RateInfo& rate : program_.rates) evaluation_.set_modes(std::vector<int>{rate.mode}, false);
    evaluation_.set_modes(hits, true);
    if (program_.major_step_mode >= 0)
      evaluation_.set_modes(std::vector<int>{program_.major_step_mode}, !hits.empty());
    const std::vector<double> perturbations(static_cast<std::size_t>(inputs_), 0.0);
    const auto values =
        evaluation_.derivatives(lifted_, perturbations, evaluation_.values(equations_.held_nodes));
    if (!values) return values.errors();
    const int nx = program_.state_count, nd = program_.discrete_count;
    const int results = size_of(KernelKind::Latches) + size_of(KernelKind::Updates) + outputs_;
    LinearModel model;
    model.states.resize(static_cast<std::size_t>(nx + nd));
    model.state_units.resize(model.states.size());
    model.x.resize(model.states.size()), model.dx.resize(model.states.size());
    model.inputs.resize(static_cast<std::size_t>(inputs_));
    model.outputs.resize(static_cast<std::size_t>(results));
    std::vector<int> recorded;
    for (const LiftedProgram::Delay& delay : lifted_.delays) {
      const std::vector<double> lags = evaluation_.lags(delay);
      model.delays.insert(model.delays.end(), lags.begin(), lags.end());
      for (int k = 0; k < delay.count; ++k) recorded.push_back(recorded_row(delay.slot + k));
    }
    const auto delays = static_cast<int>(recorded.size());
    LinearMatrix whole = zero_matrix(nx + nd + results + delays, nx + nd + inputs_ + delays);
    const SparsityPattern& pattern = lifted_.program->jacobian_pattern;
    std::size_t at = 0;
    for (int j = 0; j < lifted_.columns(); ++j)
      for (int i : pattern.column(j)) {
        const double value = (*values)[at++];
        if (i < nx)
          whole(i, j) = value;
        else if (i < nx + results)
          whole(i + nd, j) = value;
        else
          for (std::size_t k = 0; k < recorded.size(); ++k)
            if (recorded[k] == i - nx - results) whole(nx + nd + results + static_cast<int>(k), j) = value;
      }
    set_matrix(model, whole);
    return systems_[hits] = with_pade(model, default_pade_order);
  }

  int recorded_row(int slot) const {
    for (const DelayInfo& info : program_.delays)
      if (slot >= info.first && slot < info.first + info.count) return info.result + slot - info.first;
    return 0;
  }

  // The identity, but slots become these rows.
  MatrixXd assign(const MatrixXd& rows, const std::vector<int>& slots, int size) const {
    MatrixXd out = MatrixXd::Identity(size, size);
    for (std::size_t k = 0; k < slots.size(); ++k)
      out.row(program_.state_count + slots[k]) = rows.row(static_cast<int>(k));
    return out;
  }

  LinearModel finish(const LinearModel& flow, const MatrixXd& map, const MatrixXd& output, double period) {
    LinearModel model;
    model.time = point_.time;
    model.sample_time = period;
    model.states = program_.state_names();
    model.states.resize(static_cast<std::size_t>(flow.state_count()));
    for (std::size_t k = static_cast<std::size_t>(program_.state_count); k < model.states.size(); ++k)
      model.states[k] = "slot " + std::to_string(k + 1);
    for (const DiscreteInfo& info : program_.discrete)
      for (int k = 0; k < info.shape.size(); ++k)
        model.states[static_cast<std::size_t>(program_.state_count + info.first + k)] =
            program_.blocks[static_cast<std::size_t>(info.block)].path +
            (info.name.empty() ? std::string() : "." + info.name) + element_suffix(info.shape, k);
    for (std::size_t k = static_cast<std::size_t>(program_.state_count + program_.discrete_count), i = 1;
         k < model.states.size(); ++k, ++i)
      model.states[k] = "delay.pade[" + std::to_string(i) + "]";
    model.x.assign(model.states.size(), 0);
    std::copy_n(point_.states.begin(), program_.state_count, model.x.begin());
    std::copy(point_.discrete.begin(), point_.discrete.end(), model.x.begin() + program_.state_count);
    model.dx.assign(model.states.size(), 0);
    model.state_units.resize(model.states.size());
    std::vector<ir::NodeId> in, out;
    for (const auto& signal : equations_.inputs) {
      in.push_back(signal.node);
      for (int k = 0; k < signal.shape.size(); ++k) {
        model.inputs.push_back(signal.name + element_suffix(signal.shape, k));
        model.input_units.push_back(signal.unit);
      }
    }
    for (const auto& signal : equations_.outputs) {
      out.push_back(signal.node);
      for (int k = 0; k < signal.shape.size(); ++k) {
        model.outputs.push_back(signal.name + element_suffix(signal.shape, k));
        model.output_units.push_back(signal.unit);
      }
    }
    model.u = evaluation_.values(in);
    model.y = evaluation_.values(out);
    MatrixXd whole(map.rows() + output.rows(), map.cols());
    whole << map, output;
    set_matrix(model, from_dense(whole));
    if (flow.state_count() > program_.state_count + program_.discrete_count)
      model.notes.push_back({Severity::Note,
                             {},
                             "delays are Pade approximations of order " + std::to_string(default_pade_order) +
                                 " in a sampled model",
                             {},
                             no_id});
    const int slots = program_.discrete_count;
    std::vector<char> removable(model.states.size(), 0);
    for (int k = 0; k < slots; ++k) removable[static_cast<std::size_t>(program_.state_count + k)] = 1;
    return without_unread_states(model, removable);
  }

  const LinearEquations& equations_;
  const Program& program_;
  const OperatingPoint& point_;
  PointEvaluation evaluation_;
  LiftedProgram lifted_;
  int inputs_ = 0, outputs_ = 0;
  std::map<std::vector<int>, LinearModel> systems_;  // by the modes of the hits
};

}  // namespace

double common_period(const Program& program) {
  double common = 0;
  for (const RateInfo& rate : program.rates) {
    if (common == 0) common = rate.period;
    for (int k = 1; k <= most_hits; ++k) {
      const double count = common * k / rate.period;
      if (std::abs(count - std::round(count)) > 1e-9 * std::max(1.0, count)) continue;
      common *= k;
      break;
    }
  }
  return common;
}

Result<LinearModel> sampled_map(const InstrumentedModel&, const LinearEquations& equations,
                                const RunOptions& options, const OperatingPoint& point, double period) {
  if (period == 0) period = common_period(*equations.program);
  if (!(period > 0) || !std::isfinite(period))
    return error({}, "the model has no sample times", "give the sample time that the model is to have");
  return Mapping(equations, options, point).run(period);
}

}  // namespace sim
