#include "sim_core/linear_analysis/linear_equations.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sim_core/linear_analysis/point_block.h"
#include "sim_core/linear_analysis/point_evaluation.h"

namespace sim {

namespace {

using Signal = LinearEquations::Signal;

// The copies of one point block.
struct Copies {
  std::vector<int> blocks;  // indices into Program::blocks
};

std::map<Id, Copies> copies_of(const InstrumentedModel& model, const Program& program) {
  std::map<Id, Copies> all;
  for (const InstrumentedModel::Point& point : model.points) all[point.block];
  for (std::size_t k = 0; k < program.blocks.size(); ++k)
    if (const auto at = all.find(program.blocks[k].id); at != all.end())
      at->second.blocks.push_back(static_cast<int>(k));
  return all;
}

const ParameterInfo* parameter(const Program& program, int block, const char* name) {
  for (const ParameterInfo& info : program.parameter_table)
    if (info.block == block && info.name == name) return &info;
  return nullptr;
}

ir::NodeId output_node(const Program& program, int block, int port) {
  for (const WatchedSignal& watched : program.watched)
    if (watched.block == block && watched.port == port) return watched.node;
  return ir::no_node;
}

ParameterRange range_of(const ParameterInfo& info) { return {info.first, info.shape.size()}; }

class Collecting {
 public:
  Collecting(const InstrumentedModel& model, std::shared_ptr<const Program> program)
      : model_(model), program_(*program), copies_(copies_of(model, *program)) {
    equations_.program = std::move(program);
    equations_.parameters = program_.parameters;
  }

  Result<LinearEquations> run() {
    for (const auto& port : model_.inputs) add_port(port, true);
    for (const auto& port : model_.outputs) add_port(port, false);
    for (const auto& point : model_.points)
      if (point.cuts)
        for (int block : copies_.at(point.block).blocks) cut(block);
    equations_.lifted = lift(program_, lift_question(equations_));
    LiftQuestion crossings = lift_question(equations_);
    crossings.rows = program_.kernel(KernelKind::Crossings).results;
    equations_.crossings = lift(program_, crossings);
    name_delays();
    return std::move(equations_);
  }

 private:
  void add_port(const InstrumentedModel::Port& port, bool input) {
    const std::vector<int>& blocks = copies_.at(model_.points[port.point].block).blocks;
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const BlockInfo& block = program_.blocks[static_cast<std::size_t>(blocks[k])];
      const PortInfo& info = block.outputs[port.before ? 1 : 0];
      Signal signal{port.name, info.unit, info.shape, output_node(program_, blocks[k], port.before ? 1 : 0),
                    model_.points[port.point].signal.block};
      if (blocks.size() > 1) signal.name += " {" + std::to_string(k + 1) + "}";
      const ParameterInfo* perturbation = parameter(program_, blocks[k], perturbation_parameter);
      if (signal.node == ir::no_node || !perturbation) continue;
      if (input) equations_.perturbations.push_back(range_of(*perturbation));
      (input ? equations_.inputs : equations_.outputs).push_back(std::move(signal));
    }
  }

  void cut(int block) {
    const ParameterInfo* held = parameter(program_, block, held_parameter);
    const ParameterInfo* cut = parameter(program_, block, cut_parameter);
    const ir::NodeId before = output_node(program_, block, 1);
    if (!held || !cut || before == ir::no_node) return;
    equations_.parameters[static_cast<std::size_t>(cut->first)] = 1;
    equations_.held.push_back(range_of(*held));
    equations_.held_nodes.push_back(before);
  }

  // The block of a delay is the one that records the signal it reads.
  void name_delays() {
    for (const LiftedProgram::Delay& delay : equations_.lifted.delays)
      for (int k = 0; k < delay.count; ++k) {
        std::string name;
        Id id = no_id;
        for (const DelayInfo& info : program_.delays)
          if (delay.slot + k >= info.first && delay.slot + k < info.first + info.count) {
            const BlockInfo& block = program_.blocks[static_cast<std::size_t>(info.block)];
            name = block.path, id = block.id;
          }
        equations_.delay_names.push_back(name);
        equations_.delay_blocks.push_back(id);
      }
  }

  const InstrumentedModel& model_;
  const Program& program_;
  std::map<Id, Copies> copies_;
  LinearEquations equations_;
};

void add_names(const std::vector<Signal>& signals, const std::vector<double>& values,
               std::vector<std::string>& names, std::vector<std::string>& units,
               std::vector<double>& numbers) {
  std::size_t at = 0;
  for (const Signal& signal : signals)
    for (int k = 0; k < signal.shape.size(); ++k) {
      names.push_back(signal.name + element_suffix(signal.shape, k));
      units.push_back(signal.unit);
      numbers.push_back(values[at++]);
    }
}

std::vector<ir::NodeId> nodes_of(const std::vector<Signal>& signals) {
  std::vector<ir::NodeId> nodes;
  for (const Signal& signal : signals) nodes.push_back(signal.node);
  return nodes;
}

int size_of(const std::vector<Signal>& signals) {
  int size = 0;
  for (const Signal& signal : signals) size += signal.shape.size();
  return size;
}

// The result of the kernel Recorded that is a recorded signal.
int recorded_result(const Program& program, int slot) {
  for (const DelayInfo& info : program.delays)
    if (slot >= info.first && slot < info.first + info.count) return info.result + slot - info.first;
  return 0;
}

// An entry that is not a finite number: which derivative it is.
Diagnostic not_finite(const LinearModel& model, int row, int column, double value) {
  const int n = model.state_count();
  const auto name = [](const std::vector<std::string>& all, int k) {
    return k < static_cast<int>(all.size()) ? all[static_cast<std::size_t>(k)] : std::string("a delay");
  };
  const std::string of = row < n ? "the rate of " + name(model.states, row) : name(model.outputs, row - n);
  const std::string along = column < n ? name(model.states, column) : name(model.inputs, column - n);
  return error({},
               "the derivative of " + of + " along " + along +
                   (std::isinf(value) ? " is infinite there" : " is not a number there"),
               "linearize beside this point");
}

void add_states(LinearModel& model, const Program& program, const OperatingPoint& point) {
  for (const StateInfo& state : program.states) {
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(state.block)];
    const bool shown = block.outputs.size() == 1 && block.outputs[0].shape == state.shape;
    for (int k = 0; k < state.shape.size(); ++k)
      model.state_units.push_back(shown ? block.outputs[0].unit : std::string());
  }
  model.states = program.state_names();
  model.state_units.resize(model.states.size());
  model.x.assign(point.states.begin(), point.states.begin() + program.state_count);
}

}  // namespace

LiftQuestion lift_question(const LinearEquations& equations) {
  const Program& program = *equations.program;
  LiftQuestion question;
  question.rows = program.kernel(KernelKind::Derivatives).results;
  const auto outputs = nodes_of(equations.outputs);
  question.rows.insert(question.rows.end(), outputs.begin(), outputs.end());
  const auto& recorded = program.kernel(KernelKind::Recorded).results;
  question.rows.insert(question.rows.end(), recorded.begin(), recorded.end());
  question.inputs = equations.perturbations;
  question.held = equations.held;
  question.parameters = equations.parameters;
  return question;
}

Result<LinearEquations> linear_equations(const InstrumentedModel& model,
                                         std::shared_ptr<const Program> program) {
  return Collecting(model, std::move(program)).run();
}

static Result<LinearModel> evaluate_with(const LinearEquations& equations, PointEvaluation& evaluation,
                                         const OperatingPoint& point, std::span<const double> added) {
  const Program& program = *equations.program;
  const LiftedProgram& lifted = equations.lifted;
  LinearModel model;
  model.time = point.time;
  add_states(model, program, point);
  model.dx = evaluation.rates();
  add_names(equations.inputs, evaluation.values(nodes_of(equations.inputs)), model.inputs, model.input_units,
            model.u);
  add_names(equations.outputs, evaluation.values(nodes_of(equations.outputs)), model.outputs,
            model.output_units, model.y);
  std::vector<int> recorded;  // by delay: its row of Recorded
  for (const LiftedProgram::Delay& delay : lifted.delays) {
    const std::vector<double> lags = evaluation.lags(delay);
    model.delays.insert(model.delays.end(), lags.begin(), lags.end());
    for (int k = 0; k < delay.count; ++k) recorded.push_back(recorded_result(program, delay.slot + k));
  }
  model.delay_names = equations.delay_names;
  const std::vector<double> held = evaluation.values(equations.held_nodes);
  std::vector<double> perturbations(static_cast<std::size_t>(size_of(equations.inputs)), 0.0);
  if (!added.empty()) {
    std::copy(added.begin(), added.end(), perturbations.begin());
    const auto rows = evaluation.rows(lifted, perturbations, held);
    if (!rows) return rows.errors();
    const auto rates = rows->begin(), outputs = rates + program.state_count;
    model.dx.assign(rates, outputs);
    model.y.assign(outputs, outputs + size_of(equations.outputs));
    for (std::size_t k = 0; k < perturbations.size(); ++k) model.u[k] += perturbations[k];
  }
  const auto values = evaluation.derivatives(lifted, perturbations, held);
  if (!values) return values.errors();

  const int n = program.state_count, p = size_of(equations.outputs);
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(lifted.program->jacobian_pattern.rows));
  for (int k = 0; k < n + p; ++k) rows[static_cast<std::size_t>(k)].push_back(k);
  for (std::size_t k = 0; k < recorded.size(); ++k)
    rows[static_cast<std::size_t>(n + p + recorded[k])].push_back(n + p + static_cast<int>(k));
  std::vector<std::pair<int, int>> places;
  std::vector<std::pair<std::pair<int, int>, double>> entries;  // by column, then row
  const SparsityPattern& pattern = lifted.program->jacobian_pattern;
  std::size_t at = 0;
  for (int j = 0; j < lifted.columns(); ++j)
    for (int i : pattern.column(j)) {
      const double value = (*values)[at++];
      const int column = j < lifted.d_at ? j : j - lifted.p_at + n;
      for (int row : rows[static_cast<std::size_t>(i)]) {
        if (!std::isfinite(value)) return not_finite(model, row, column, value);
        entries.push_back({{column, row}, value});
      }
    }
  std::sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.first < b.first; });
  for (const auto& [place, value] : entries) {
    places.emplace_back(place.second, place.first);
    model.values.push_back(value);
  }
  model.pattern =
      make_pattern(n + p + model.delay_count(), n + model.input_count() + model.delay_count(), places);
  return model;
}

Result<LinearModel> evaluate(const LinearEquations& equations, PointEvaluation& evaluation,
                             const OperatingPoint& point) {
  return evaluate_with(equations, evaluation, point, {});
}

Result<LinearModel> evaluate_beside(const LinearEquations& equations, PointEvaluation& evaluation,
                                    OperatingPoint& point, std::span<const double> added) {
  if (!evaluation.settle_modes(equations.crossings, added, evaluation.values(equations.held_nodes)))
    return error({}, "the branches of its discontinuities do not settle there", "begin at another point");
  const auto modes = evaluation.modes();
  point.modes.assign(modes.begin(), modes.end());
  return evaluate_with(equations, evaluation, point, added);
}

}  // namespace sim
