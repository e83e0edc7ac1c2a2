#include "sim_core/backends/c_source/model_places.h"

#include <algorithm>
#include <set>

#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/interpreter/tape_reader.h"
#include "sim_core/ir/reachable.h"

namespace sim::c_source {

using interpreter::MemoryMap;
using interpreter::Tape;

namespace {

class Arranger {
 public:
  Arranger(const Program& program, const MemoryMap& map, const std::map<int, std::string>& inputs)
      : program_(program), map_(map), inputs_(inputs) {
    read_.assign(static_cast<std::size_t>(map.size()), 0);
  }

  ModelPlaces arrange(const std::vector<const Tape*>& tapes, const std::vector<KernelApart>& apart) {
    for (const Tape* tape : tapes) note(*tape);
    needed_held();
    for (const KernelApart& kernel : apart) {
      note_leaves(kernel);
      more_results_.insert(more_results_.end(), kernel.results.begin(), kernel.results.end());
    }
    leaves();
    for (const KernelApart& kernel : apart) {
      made_.apart.push_back(made_.places);
      read_.assign(static_cast<std::size_t>(kernel.map->size()), 0);
      note(*kernel.tape);
      constants(*kernel.map, made_.apart.back());
    }
    read_ = read_by_model_;
    held();
    constants(map_, made_.places);
    return std::move(made_);
  }

 private:
  void leaves() {
    Places& places = made_.places;
    places.add(map_.time_at(), {1, "$value(t)", false, 0, true});
    array(map_.state_at(), program_.state_count, "x");
    array(map_.discrete_at(), program_.discrete_count, "self->discrete");
    array(map_.mode_at(), program_.mode_count, "self->modes");
    array(map_.captured_at(), program_.captured_count, "self->captured");
    array(map_.seed_at(), program_.state_count, "self->seed");
    parameters();
  }
  // Leaves have the same places for all kernels.
  void note_leaves(const KernelApart& kernel) {
    std::vector<char> all(static_cast<std::size_t>(std::max(map_.size(), kernel.map->size())), 0);
    std::swap(all, read_);
    note(*kernel.tape);
    std::swap(all, read_);
    for (std::int32_t at = 0; at < map_.unknown_at(); ++at)
      if (all[static_cast<std::size_t>(at)] != 0) read_[static_cast<std::size_t>(at)] = 1;
  }
  void array(std::int32_t place, int count, const char* name) {
    if (count > 0) made_.places.add(place, {count, name, true});
  }
  void mark(std::int32_t from, std::int32_t count) { std::fill_n(read_.begin() + from, count, char{1}); }
  bool is_read(std::int32_t from, std::int32_t count) const {
    return std::any_of(read_.begin() + from, read_.begin() + from + count, [](char r) { return r != 0; });
  }
  void note(const interpreter::Run& run, const Tape& tape) {
    interpreter::for_each_read(run, tape, program_.graph,
                               [&](std::int32_t from, std::int32_t count) { mark(from, count); });
  }
  // Slopes of linear equations are constants.
  void note(const interpreter::SolveRun& solve) {
    const std::int32_t count = program_.graph.loop_site(solve.site).count;
    mark(solve.guess, count);
    mark(solve.residual_at, count);
    for (const std::int32_t place : solve.directions_at) mark(place, count);
    note(solve.residual);
    note(solve.derivatives);
    const ir::LoopSite::Branches& branches = program_.graph.loop_site(solve.site).branches;
    if (branches.count == 0) return;
    mark(solve.branches.functions_at, branches.count);
    mark(solve.branches.residual_at, count);
    for (const std::int32_t place : solve.branches.directions_at) mark(place, count);
    for (const Tape* tape :
         {&solve.branches.functions, &solve.branches.residual, &solve.branches.derivatives})
      note(*tape);
  }
  void note(const Tape& tape) {
    for (const interpreter::Run& run : tape.runs) note(run, tape);
    for (const interpreter::SolveRun& solve : tape.solves) note(solve);
    for (const Tape::Gate& gate : tape.gates) mark(gate.condition, 1);
    for (const Tape::Piece& piece : tape.results) mark(piece.from, piece.count);
  }
  // Of what is held, that which kernels read, and what this needs in turn.
  void needed_held() {
    const Tape& held = map_.held();
    made_.needed.assign(held.runs.size(), 0);
    for (std::size_t k = held.runs.size(); k-- > 0;) {
      const interpreter::Run& run = held.runs[k];
      if (!is_read(run.out, run.count)) continue;
      made_.needed[k] = 1;
      note(run, held);
      if (run.op == ir::Op::Solve) note(held.solves[static_cast<std::size_t>(run.first)]);
    }
    read_by_model_ = read_;
  }
  void held() {
    const Tape& held = map_.held();
    for (std::size_t k = 0; k < held.runs.size(); ++k) {
      if (!made_.needed[k]) continue;
      made_.places.add(held.runs[k].out, {held.runs[k].count, "self->held", true, made_.held_count});
      made_.held_count += held.runs[k].count;
    }
  }

  void parameters() {
    Names names, input_names;
    for (const ParameterInfo& info : program_.parameter_table) {
      const std::int32_t at = map_.parameter_at() + info.first;
      const auto given = inputs_.find(info.block);
      if (given != inputs_.end()) {
        input(at, {input_names.take(given->second), given->second, info.shape.rows, info.shape.cols,
                   unit_of(info.block), info.block});
        continue;
      }
      if (!is_read(at, info.shape.size())) continue;
      const std::string path = program_.blocks[static_cast<std::size_t>(info.block)].path;
      parameter(at, {names.take(path + "_" + info.name),
                     path + ": " + info.name,
                     info.shape.size() / info.shape.cols,
                     info.shape.cols,
                     {},
                     info.block});
    }
    const auto unnamed = [&](std::int32_t at) {
      return at < map_.discrete_at() && read_[static_cast<std::size_t>(at)] && !named_.contains(at);
    };
    // Those side by side may be one vector.
    for (std::int32_t at = map_.parameter_at(), count = 0; at < map_.discrete_at(); at += count + 1) {
      for (count = 0; unnamed(at + count);) ++count;
      if (count > 0) parameter(at, {names.take("variable"), "variables of the model, in a formula", count});
    }
    if (!made_.parameter_members.empty()) return;
    made_.parameter_members = "  char none;\n";
    made_.parameter_values = "  0\n";
  }
  std::string unit_of(int block) const {
    const auto& outputs = program_.blocks[static_cast<std::size_t>(block)].outputs;
    return outputs.empty() ? std::string() : outputs[0].unit;
  }
  static std::string declaration(const Member& member) {
    const std::string many = member.count() > 1 ? "[" + std::to_string(member.count()) + "]" : std::string();
    return "  double " + member.name + many + "; " + comment(member.label) + "\n";
  }
  void input(std::int32_t at, const Member& member) {
    made_.interface.inputs.push_back(member);
    made_.places.add(at, {member.count(), "self->inputs." + member.name, member.count() > 1});
    made_.input_members += declaration(member);
    for (int i = 0; i < member.count(); ++i) named_.insert(at + i);
  }
  void parameter(std::int32_t at, const Member& member) {
    const int count = member.count();
    made_.interface.parameters.push_back(member);
    std::vector<double>& numbers = made_.interface.parameters.back().values;
    made_.places.add(at, {count, "self->parameters." + member.name, count > 1});
    made_.parameter_members += declaration(member);
    std::string values;
    for (int i = 0; i < count; ++i) {
      numbers.push_back(program_.parameters[static_cast<std::size_t>(at - map_.parameter_at() + i)]);
      values += (i ? ", " : "") + number(numbers.back());
      named_.insert(at + i);
    }
    made_.parameter_values +=
        "  " + (count > 1 ? "{" + values + "}" : values) + ", " + comment(member.label) + "\n";
  }

  // Numbers stand where they are used, vectors in tables.
  void constants(const MemoryMap& map, Places& places) {
    std::vector<ir::NodeId> results;
    for (const Kernel& kernel : program_.kernels)
      results.insert(results.end(), kernel.results.begin(), kernel.results.end());
    results.insert(results.end(), more_results_.begin(), more_results_.end());
    // What is inside of a loop is reached from its residual only.
    for (const ir::NodeId id : ir::reachable(program_.graph, results)) {
      if (program_.graph.node(id).op != ir::Op::Solve) continue;
      const ir::LoopSite& site = program_.graph.loop_site(program_.graph.node(id).slot);
      results.push_back(site.residual);
      results.insert(results.end(), site.directions.begin(), site.directions.end());
    }
    for (const ir::NodeId id : ir::reachable(program_.graph, results)) {
      if (program_.graph.node(id).op != ir::Op::Constant) continue;
      const std::int32_t at = map.place_of(id);
      const auto values = program_.graph.constant_values(id);
      const auto count = static_cast<std::int32_t>(values.size());
      if (at < 0 || !is_read(at, count)) continue;
      if (count == 1) {
        places.add(at, {1, number(values[0]), false, 0, true});
        continue;
      }
      const std::string name = "values" + std::to_string(id);
      places.add(at, {count, name, true});
      if (!defined_.insert(id).second) continue;
      made_.constants += "static const double " + name + "[" + std::to_string(count) + "] = {";
      for (std::int32_t i = 0; i < count; ++i)
        made_.constants += (i ? ", " : "") + number(values[static_cast<std::size_t>(i)]);
      made_.constants += "};\n";
    }
  }

  const Program& program_;
  const MemoryMap& map_;
  const std::map<int, std::string>& inputs_;
  ModelPlaces made_;
  std::vector<ir::NodeId> more_results_;  // of kernels apart
  std::vector<char> read_, read_by_model_;
  std::set<std::int32_t> named_;
  std::set<ir::NodeId> defined_;  // vectors
};

}  // namespace

ModelPlaces model_places(const Program& program, const MemoryMap& map, const std::vector<const Tape*>& tapes,
                         const std::map<int, std::string>& inputs, const std::vector<KernelApart>& apart) {
  return Arranger(program, map, inputs).arrange(tapes, apart);
}

}  // namespace sim::c_source
