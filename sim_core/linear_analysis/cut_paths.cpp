#include "sim_core/linear_analysis/cut_paths.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "sim_core/diagram/signal_origins.h"
#include "sim_core/linear_analysis/point_evaluation.h"

namespace sim {

namespace {

constexpr std::size_t most_cut_blocks = 5000;  // on paths: beyond, nobody reads the list

// Which block drives which, through subsystems, Goto and From.
struct BlockGraph {
  std::map<Id, std::vector<Id>> next, previous;
  std::map<Id, std::vector<PortRef>> drivers;  // outputs that arrive at a block

  explicit BlockGraph(const Diagram& diagram) {
    const SignalOrigins origins(diagram);
    for (const auto& [id, line] : diagram.lines) {
      if (!line.source || !line.target || line.conserving()) continue;
      const auto origin = origins.of(*line.source);
      if (!origin) continue;
      next[origin->block].push_back(line.target->block);
      previous[line.target->block].push_back(origin->block);
      drivers[line.target->block].push_back(*origin);
    }
  }

  // From some blocks on; each with the one it was reached from.
  static std::map<Id, Id> reach(const std::set<Id>& from, const std::map<Id, std::vector<Id>>& along) {
    std::map<Id, Id> came;
    std::deque<Id> open;
    for (Id id : from)
      if (came.emplace(id, no_id).second) open.push_back(id);
    while (!open.empty()) {
      const Id now = open.front();
      open.pop_front();
      const auto at = along.find(now);
      if (at == along.end()) continue;
      for (Id id : at->second)
        if (came.emplace(id, now).second) open.push_back(id);
    }
    return came;
  }
};

class CutSearch {
 public:
  CutSearch(const InstrumentedModel& model, const LinearEquations& equations, PointEvaluation& evaluation,
            const Diagram& original)
      : model_(model),
        equations_(equations),
        program_(*equations.program),
        evaluation_(evaluation),
        original_(original),
        graph_(model.diagram) {}

  std::vector<CutPath> run() {
    for (const auto& port : model_.inputs) inputs_.insert(block_of(port));
    for (const auto& port : model_.outputs) outputs_.insert(block_of(port));
    ahead_ = BlockGraph::reach(inputs_, graph_.next);
    behind_ = BlockGraph::reach(outputs_, graph_.previous);
    for (const auto& point : model_.points) points_.insert(point.block);
    if (!differentiate()) return {};
    std::vector<CutPath> cuts;
    for (std::size_t k = 0; k < program_.blocks.size(); ++k)
      if (on_path(static_cast<int>(k)) && cut(static_cast<int>(k))) cuts.push_back(told(static_cast<int>(k)));
    return cuts;
  }

 private:
  Id block_of(const InstrumentedModel::Port& port) const { return model_.points[port.point].block; }
  Id id_of(int block) const { return program_.blocks[static_cast<std::size_t>(block)].id; }

  bool on_path(int block) const {
    const Id id = id_of(block);
    return ahead_.contains(id) && behind_.contains(id) && !points_.contains(id);
  }

  // Which outputs of blocks on paths, and which states, move with anything.
  bool differentiate() {
    LiftQuestion question = lift_question(equations_);
    question.rows = program_.kernel(KernelKind::Derivatives).results;
    std::vector<std::pair<int, int>> signals;  // block and port
    for (const WatchedSignal& watched : program_.watched) {
      const Id id = id_of(watched.block);
      if (!ahead_.contains(id) || !behind_.contains(id)) continue;
      question.rows.push_back(watched.node);
      signals.emplace_back(watched.block, watched.port);
    }
    if (signals.size() > most_cut_blocks) return false;
    const LiftedProgram lifted = lift(program_, question);
    std::vector<double> perturbations(static_cast<std::size_t>(lifted.v_at - lifted.p_at), 0.0);
    const auto values =
        evaluation_.derivatives(lifted, perturbations, evaluation_.values(equations_.held_nodes));
    if (!values) return false;
    const SparsityPattern& pattern = lifted.program->jacobian_pattern;
    columns_.resize(static_cast<std::size_t>(pattern.rows));
    std::size_t at = 0;
    for (int j = 0; j < pattern.cols; ++j)
      for (int i : pattern.column(j))
        if ((*values)[at++] != 0) columns_[static_cast<std::size_t>(i)].push_back(j);
    int row = program_.state_count;
    for (std::size_t k = 0; k < signals.size(); ++k) {
      const ir::NodeId node = question.rows[question.rows.size() - signals.size() + k];
      const int size = program_.graph.node(node).shape.size();
      rows_[signals[k]] = {row, size};
      row += size;
    }
    for (int block = 0; block < static_cast<int>(program_.blocks.size()); ++block)
      instances_[id_of(block)].push_back(block);
    return true;
  }

  // Whether a row moves with a column beyond those of these states.
  bool moves(int row, const std::set<int>& own) const {
    const auto& columns = columns_[static_cast<std::size_t>(row)];
    return std::any_of(columns.begin(), columns.end(), [&](int c) { return !own.contains(c); });
  }

  bool moves(PortRef output) const {
    const auto instances = instances_.find(output.block);
    if (instances == instances_.end()) return false;
    for (int block : instances->second)
      if (const auto rows = rows_.find({block, output.port}); rows != rows_.end())
        for (int k = 0; k < rows->second.second; ++k)
          if (moves(rows->second.first + k, {})) return true;
    return false;
  }

  bool cut(int block) const {
    const auto drivers = graph_.drivers.find(id_of(block));
    if (drivers == graph_.drivers.end()) return false;
    if (std::none_of(drivers->second.begin(), drivers->second.end(),
                     [&](PortRef output) { return moves(output); }))
      return false;
    std::set<int> own;
    for (const StateInfo& state : program_.states)
      if (state.block == block)
        for (int k = 0; k < state.shape.size(); ++k) own.insert(state.first + k);
    for (int row : own)
      if (moves(row, own)) return false;
    bool computes = false;
    for (auto at = rows_.lower_bound({block, 0}); at != rows_.end() && at->first.first == block; ++at) {
      computes = true;
      for (int k = 0; k < at->second.second; ++k)
        if (moves(at->second.first + k, own)) return false;
    }
    // A delay passes what its model has as a delay.
    for (const DelayInfo& delay : program_.delays)
      if (delay.block == block) return false;
    return computes;
  }

  std::string name_of(Id id) const {
    for (const auto& point : model_.points)
      if (point.block == id) return signal_title(original_, point.signal);
    return block_path(original_, id);
  }

  CutPath told(int block) const {
    CutPath cut;
    const BlockInfo& info = program_.blocks[static_cast<std::size_t>(block)];
    cut.block = info.id;
    cut.path = info.path;
    std::vector<std::string> before;
    for (Id id = ahead_.at(cut.block); id != no_id; id = ahead_.at(id)) before.push_back(name_of(id));
    cut.way.assign(before.rbegin(), before.rend());
    cut.way.push_back(cut.path);
    for (Id id = behind_.at(cut.block); id != no_id; id = behind_.at(id)) cut.way.push_back(name_of(id));
    cut.way.erase(std::unique(cut.way.begin(), cut.way.end()), cut.way.end());
    const bool sampled = info.sample_time.kind == SampleTime::Kind::Discrete;
    cut.reason = sampled ? "it is sampled, and holds its output between its sample hits"
                         : "its output does not move with its input at this point";
    return cut;
  }

  const InstrumentedModel& model_;
  const LinearEquations& equations_;
  const Program& program_;
  PointEvaluation& evaluation_;
  const Diagram& original_;
  BlockGraph graph_;
  std::set<Id> inputs_, outputs_, points_;
  std::map<Id, Id> ahead_, behind_;
  std::vector<std::vector<int>> columns_;                    // by row: what it moves with
  std::map<std::pair<int, int>, std::pair<int, int>> rows_;  // block and port: first row, how many
  std::map<Id, std::vector<int>> instances_;
};

}  // namespace

std::vector<CutPath> find_cuts(const InstrumentedModel& model, const LinearEquations& equations,
                               PointEvaluation& evaluation, const Diagram& original) {
  return CutSearch(model, equations, evaluation, original).run();
}

}  // namespace sim
