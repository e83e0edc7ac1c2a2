#include "sim_core/compile/compile.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "sim_core/base/attempt.h"
#include "sim_core/compile/accesses.h"
#include "sim_core/compile/data_files.h"
#include "sim_core/compile/data_stores.h"
#include "sim_core/compile/equation_variables.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/signal_properties.h"
#include "sim_core/diagram/signal_origins.h"

namespace sim {

namespace {

using compile_phases::Model;

struct Draft {
  Draft(const Diagram& diagram, const BlockLibrary& library)
      : fed(compile_phases::as_compiled(diagram)),
        model{
            fed ? *fed : diagram, library, *program, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}} {
  }
  std::optional<Diagram> fed;
  std::shared_ptr<Program> program = std::make_shared<Program>();
  Model model;
};

// Freeing a large draft takes longer than somebody waits who stops it, or stops what follows.
struct Abandon {
  void operator()(Draft* draft) const {
    constexpr std::size_t large = 10'000;
    if (draft->model.instances.size() < large) return delete draft;
    try {
      std::thread([draft] { delete draft; }).detach();
    } catch (const std::system_error&) {  // there is no thread for it
      delete draft;
    }
  }
};

void run_while_right(Model& model, std::initializer_list<void (*)(Model&)> phases) {
  for (auto phase : phases) {
    check_stop();
    phase(model);
    if (model.failed()) return;
  }
}

// These blocks, and those that read what they give, near or far.
std::set<Id> affected_by(const Model& model, const std::set<Id>& blocks) {
  std::vector<std::vector<int>> readers(model.instances.size());
  std::vector<int> stack;
  std::vector<char> affected(model.instances.size(), 0);
  for (std::size_t k = 0; k < model.instances.size(); ++k) {
    for (const auto& driver : model.instances[k].drivers)
      if (driver.instance >= 0)
        readers[static_cast<std::size_t>(driver.instance)].push_back(static_cast<int>(k));
    if (blocks.contains(model.instances[k].id)) stack.push_back(static_cast<int>(k));
  }
  std::set<Id> all = blocks;
  while (!stack.empty()) {
    const auto at = static_cast<std::size_t>(stack.back());
    stack.pop_back();
    if (std::exchange(affected[at], 1)) continue;
    all.insert(model.instances[at].id);
    stack.insert(stack.end(), readers[at].begin(), readers[at].end());
  }
  return all;
}

// Where parameters are wrong: what the model without them has to say besides, up to how blocks are connected,
// and which dimensions do not fit. What concerns the blocks whose parameters are wrong, or follows from their
// defaults, is left out.
void check_the_rest(Model& model) {
  std::set<Id> wrong;
  for (const Diagnostic& d : model.diagnostics)
    if (d.severity == Severity::Error) wrong.insert(d.element);
  Diagram rest = model.diagram;
  for (const Id id : wrong) {
    const auto block = rest.blocks.find(id);
    if (block == rest.blocks.end() || !model.library.find(block->second.type)) return;
    block->second.parameters.clear();
  }
  Draft draft(rest, model.library);
  run_while_right(draft.model, {compile_phases::evaluate_parameters, compile_phases::declare_sample_times,
                                compile_phases::find_controllers, compile_phases::find_measured_ports,
                                compile_phases::connect});
  const auto tell = [&](const std::set<Id>& not_these) {
    for (Diagnostic& d : draft.model.diagnostics)
      if (!not_these.contains(d.element) && d.element != no_id &&
          std::find(model.diagnostics.begin(), model.diagnostics.end(), d) == model.diagnostics.end())
        model.diagnostics.push_back(std::move(d));
    draft.model.diagnostics.clear();
    draft.model.checked = 0;
  };
  const bool connected = !draft.model.failed();
  std::set<Id> unsure = wrong;  // with the lines at ports that these blocks may have or not
  for (const auto& [id, line] : rest.lines)
    for (const auto& end : {line.source, line.target})
      if (end && wrong.contains(end->block)) unsure.insert(id);
  tell(unsure);
  if (!connected) return;
  run_while_right(draft.model, {compile_phases::leave_out_inactive_variants, compile_phases::attach_merges,
                                compile_phases::attach_data_stores, compile_phases::attach_accesses,
                                compile_phases::attach_pieces});
  if (draft.model.failed()) return;
  draft.model.diagnostics.clear();
  draft.model.checked = 0;
  compile_phases::propagate_attributes(draft.model);
  tell(affected_by(draft.model, wrong));
}

Result<Compilation> run_phases(Draft& draft) {
  using namespace compile_phases;
  Model& model = draft.model;
  constexpr void (*phases[])(Model&) = {evaluate_parameters,
                                        declare_sample_times,
                                        find_controllers,
                                        find_measured_ports,
                                        connect,
                                        leave_out_inactive_variants,
                                        attach_merges,
                                        attach_data_stores,
                                        attach_accesses,
                                        attach_pieces,
                                        propagate_attributes,
                                        propagate_complexity,
                                        reduce_blocks,
                                        unroll,
                                        connect_networks,
                                        flatten,
                                        write_equations,
                                        propagate_units,
                                        propagate_types,
                                        leave_out_idle_blocks,
                                        sample_times,
                                        order_data_stores,
                                        sort_blocks,
                                        algebraic_loops,
                                        lower,
                                        add_linear_invariants,
                                        find_delays,
                                        report_folded_blocks,
                                        differentiate};
  for (auto phase : phases) {
    check_stop();
    phase(model);
    if (!model.failed()) continue;
    if (phase == evaluate_parameters) check_the_rest(model);
    // What stopped it comes first.
    std::stable_partition(model.diagnostics.begin(), model.diagnostics.end(),
                          [](const Diagnostic& d) { return d.severity == Severity::Error; });
    return model.diagnostics;
  }
  auto formulas = formula_uses(model);
  return Compilation{std::move(draft.program),    std::move(model.diagnostics),
                     std::move(model.reductions), std::move(model.fixed_parameters),
                     std::move(formulas),         data_file_stamps(model),
                     std::move(model.looked_at),  std::move(model.kept_to_look_at)};
}

}  // namespace

Result<Compilation> compile_or_throw(const Diagram& diagram, const BlockLibrary& library,
                                     std::span<const PortRef> looked_at) {
  const Work work;
  const std::unique_ptr<Draft, Abandon> draft(new Draft(diagram, library));
  draft->model.looked_at = origin_blocks(diagram, looked_at);
  return run_phases(*draft);
}

Result<Compilation> compile(const Diagram& diagram, const BlockLibrary& library,
                            std::span<const PortRef> looked_at) {
  return attempt("compile the model", {}, [&] { return compile_or_throw(diagram, library, looked_at); });
}

}  // namespace sim
