#include "sim_core/code_generation/plugin_code.h"

#include <algorithm>
#include <set>

#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/base/locale_independent.h"

namespace sim {

namespace {

class Plan {
 public:
  Plan(const OpenModel& model, const ModelRun& run) : model_(model), program_(run.program()), run_(run) {}

  Result<c_source::PluginPlan> make() {
    inputs();
    outputs();
    states();
    if (!problems_.empty()) return problems_;
    return std::move(plan_);
  }

 private:
  const StateInfo* state_of(Id block) const {
    for (const StateInfo& info : program_.states)
      if (program_.blocks[static_cast<std::size_t>(info.block)].id == block) return &info;
    return nullptr;
  }
  void inputs() {
    for (const Id id : model_.ordered_inputs) {
      const StateInfo* state = state_of(id);
      const std::string& name = model_.inputs.at(id);
      // One that nothing reads is a port all the same.
      plan_.inputs.push_back({name, state ? state->shape.size() : 1});
      if (!state)
        problems_.push_back(error(name, "nothing reads this input", "delete it, or lead it to an output"));
      for (int k = 0; state && k < state->shape.size(); ++k) {
        plan_.input_elements.push_back(state->first + k);
        taken_.insert(state->first + k);
      }
    }
  }
  void outputs() {
    for (const Id id : model_.outputs) {
      std::vector<int> columns;
      for (const Viewer& viewer : program_.viewers) {
        if (program_.blocks[static_cast<std::size_t>(viewer.block)].id != id || viewer.inputs.empty())
          continue;
        for (const int index : viewer.inputs[0]) {
          const LoggedSignal& signal = program_.logged[static_cast<std::size_t>(index)];
          for (int k = 0; k < signal.count(); ++k) columns.push_back(signal.first + k);
        }
      }
      const std::string& name = model_.diagram.blocks.at(id).name;
      if (columns.empty())
        problems_.push_back(error(block_path(model_.diagram, id), "no signal arrives at this output",
                                  "connect it, or delete it", id));
      plan_.outputs.push_back({name, static_cast<int>(columns.size())});
      plan_.output_elements.insert(plan_.output_elements.end(), columns.begin(), columns.end());
    }
  }
  void states() {
    const auto start = run_.initial_point();
    if (!start) {
      problems_ = start.errors();
      return;
    }
    for (int k = 0; k < program_.state_count; ++k) {
      if (taken_.contains(k)) continue;
      plan_.states.push_back(k);
      plan_.initial.push_back(start->states[static_cast<std::size_t>(k)]);
    }
  }

  const OpenModel& model_;
  const Program& program_;
  const ModelRun& run_;
  std::set<int> taken_;
  c_source::PluginPlan plan_;
  Diagnostics problems_;
};

// vendor/name in a-z 0-9 _
std::string block_id(const std::string& name) {
  std::string id = c_source::identifier(name);
  for (char& c : id) c = lower_case(c);
  return "generated/" + id;
}

}  // namespace

Result<c_source::WrittenModel> plugin_code(const std::string& name, const std::string& from,
                                           const OpenModel& model, const ModelRun& run) {
  if (auto problems = c_source::plugin_refusals(run.program()); !problems.empty()) return problems;
  auto plan = Plan(model, run).make();
  if (!plan) return plan.errors();
  plan->model = from;
  plan->id = block_id(name);
  plan->label = name;
  plan->description = "Generated from " + from + ".";
  return c_source::write_plugin(run.program(), *plan);
}

}  // namespace sim
