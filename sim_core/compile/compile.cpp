#include "sim_core/compile/compile.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim_core/base/attempt.h"
#include "sim_core/compile/data_files.h"
#include "sim_core/compile/equation_variables.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/program_inputs.h"
#include "sim_core/compile/signal_properties.h"
#include "sim_core/diagram/signal_origins.h"

namespace sim {

namespace {

using namespace compile_phases;

// What a compilation makes on its way, all of it until the end: freeing it may take long.
struct Draft {
  Draft(const Diagram& d, const BlockLibrary& l)
      : fed(as_compiled(d)), diagram(fed ? *fed : d), library(l), report(diagram) {}

  template <class Table>
  Table& keep(Table made) {
    auto kept = std::make_shared<Table>(std::move(made));
    tables.push_back(kept);
    if constexpr (std::is_base_of_v<Blocks, Table>) instances = kept->instances.size();
    return *kept;
  }

  std::optional<Diagram> fed;
  const Diagram& diagram;
  const BlockLibrary& library;
  std::set<Id> looked_at;
  bool evaluated = false;  // the parameters of all blocks
  Report report;
  std::vector<std::shared_ptr<void>> tables;
  std::size_t instances = 0;
};

// Freeing a large draft takes longer than somebody waits who stops it, or stops what follows.
struct Abandon {
  void operator()(Draft* draft) const {
    constexpr std::size_t large = 10'000;
    if (draft->instances < large) return delete draft;
    try {
      std::thread([draft] { delete draft; }).detach();
    } catch (const std::system_error&) {  // there is no thread for it
      delete draft;
    }
  }
};

// Thrown behind a phase that has added an error to the report.
struct PhaseFailed {};

// Gives what the phase makes. Who asks for it has what it needs in hand: no phase can be called too early.
template <class Phase, class... Before>
decltype(auto) run(Draft& draft, Phase phase, Before&&... before) {
  using Made = decltype(phase(std::forward<Before>(before)...));
  check_stop();
  const auto settled = [&] {
    if (draft.report.failed()) throw PhaseFailed();
  };
  if constexpr (std::is_void_v<Made>) {
    phase(std::forward<Before>(before)...);
    settled();
  } else {
    Made& made = draft.keep(phase(std::forward<Before>(before)...));
    settled();
    return made;
  }
}

ResolvedModel& connected(Draft& draft) {
  Report& report = draft.report;
  Blocks& blocks = run(draft, evaluate_parameters, draft.diagram, draft.library, report);
  draft.evaluated = true;
  SampleTimes& times = run(draft, declare_sample_times, blocks, report);
  Repetition& repetition = run(draft, find_controllers, blocks, report);
  run(draft, find_measured_ports, blocks, repetition);
  return run(draft, connect, std::move(blocks), std::move(times), std::move(repetition), report);
}

void attach(Draft& draft, ResolvedModel& model) {
  run(draft, leave_out_inactive_variants, model, draft.report);
  run(draft, attach_merges, model, draft.report);
  run(draft, attach_data_stores, model, draft.report);
  run(draft, attach_accesses, model, draft.report);
  run(draft, attach_pieces, model, draft.report);
}

TypedModel& typed(Draft& draft, ResolvedModel& resolved) {
  ShapeTable& shapes = run(draft, propagate_attributes, resolved, draft.report);
  run(draft, propagate_complexity, resolved, shapes, draft.report);
  run(draft, reduce_blocks, resolved, draft.looked_at, draft.report);
  TypedModel& model = run(draft, unroll, std::move(resolved), std::move(shapes), draft.report);
  run(draft, connect_networks, model, draft.report);
  return model;
}

// The same model with programs that know which of their inputs are integers.
TypedModel& with_typed_programs(Draft& draft, TypedModel& model, const SegmentTable& segments) {
  constexpr int most_rounds = 16;  // of programs behind one another
  if (!may_have_integer_programs(model)) return model;
  TypedModel* now = &model;
  ToldInputs told;
  for (int round = 0; round < most_rounds; ++round) {
    check_stop();
    Report unheard(draft.diagram);
    Parameters parameters = now->parameters;
    std::vector<Instance> instances = now->instances;  // iterated ones get inputs for their memories
    ShapeTable shapes = now->shapes;
    EquationSystem trial = write_equations(std::move(*now), segments, unheard);
    const TypeTable types = unheard.failed() ? TypeTable() : propagate_types(trial, unheard);
    const bool failed = unheard.failed();
    now = &draft.keep(TypedModel(std::move(static_cast<TypedModel&>(trial))));
    now->parameters = std::move(parameters);
    now->instances = std::move(instances);
    now->shapes = std::move(shapes);
    if (failed || !tell_program_inputs(*now, types, told)) break;
  }
  return *now;
}

SortedSystem& sorted(Draft& draft, TypedModel& typed_model) {
  SegmentTable& segments = run(draft, flatten, typed_model, draft.report);
  TypedModel& model = with_typed_programs(draft, typed_model, segments);
  EquationSystem& system = run(draft, write_equations, std::move(model), std::move(segments), draft.report);
  UnitTable& units = run(draft, propagate_units, system, draft.report);
  TypeTable& types = run(draft, propagate_types, system, draft.report);
  run(draft, leave_out_idle_blocks, system);
  Rates& rates = run(draft, sample_times, system, draft.report);
  run(draft, order_data_stores, system, rates, draft.report);
  Order& order = run(draft, sort_blocks, system, draft.report);
  Unknowns& unknowns = run(draft, algebraic_loops, system, order, draft.report);
  return draft.keep(SortedSystem(std::move(system), std::move(units), std::move(types), std::move(rates),
                                 std::move(order), std::move(unknowns)));
}

std::shared_ptr<Program> lowered(Draft& draft, SortedSystem& system) {
  const std::shared_ptr<Program>& program =
      run(draft, lower, system, std::move(system.parameters), draft.report);
  run(draft, add_linear_invariants, *program, draft.diagram);
  run(draft, find_delays, *program, draft.report);
  run(draft, report_folded_blocks, system, draft.report);
  run(draft, differentiate, *program);
  return program;
}

// These blocks, and those that read what they give, near or far.
std::set<Id> affected_by(const Blocks& model, const std::set<Id>& blocks) {
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
void check_the_rest(Draft& draft) {
  std::set<Id> wrong;
  for (const Diagnostic& d : draft.report.diagnostics)
    if (d.severity == Severity::Error) wrong.insert(d.element);
  Diagram rest = draft.diagram;
  for (const Id id : wrong) {
    const auto block = rest.blocks.find(id);
    if (block == rest.blocks.end() || !draft.library.find(block->second.type)) return;
    block->second.parameters.clear();
  }
  Draft without(rest, draft.library);
  const auto tell = [&](const std::set<Id>& not_these) {
    Diagnostics& told = draft.report.diagnostics;
    for (Diagnostic& d : without.report.diagnostics)
      if (!not_these.contains(d.element) && d.element != no_id &&
          std::find(told.begin(), told.end(), d) == told.end())
        told.push_back(std::move(d));
    without.report.clear();
  };
  ResolvedModel* model = nullptr;
  try {
    model = &connected(without);
  } catch (const PhaseFailed&) {
  }
  std::set<Id> unsure = wrong;  // with the lines at ports that these blocks may have or not
  for (const auto& [id, line] : rest.lines)
    for (const auto& end : {line.source, line.target})
      if (end && wrong.contains(end->block)) unsure.insert(id);
  tell(unsure);
  if (!model) return;
  try {
    attach(without, *model);
  } catch (const PhaseFailed&) {
    return;
  }
  without.report.clear();
  check_stop();
  propagate_attributes(*model, without.report);
  tell(affected_by(*model, wrong));
}

// What stopped it comes first.
Diagnostics errors_first(Diagnostics all) {
  std::stable_partition(all.begin(), all.end(),
                        [](const Diagnostic& d) { return d.severity == Severity::Error; });
  return all;
}

Result<Compilation> run_phases(Draft& draft) {
  Report& report = draft.report;
  try {
    ResolvedModel& resolved = connected(draft);
    attach(draft, resolved);
    SortedSystem& system = sorted(draft, typed(draft, resolved));
    auto program = lowered(draft, system);
    return Compilation{std::move(program),           std::move(report.diagnostics),
                       std::move(report.reductions), std::move(report.fixed_parameters),
                       formula_uses(system),         data_file_stamps(system),
                       std::move(draft.looked_at),   std::move(report.kept_to_look_at)};
  } catch (const PhaseFailed&) {
    if (!draft.evaluated) check_the_rest(draft);
    return errors_first(std::move(report.diagnostics));
  }
}

}  // namespace

Result<Compilation> compile_or_throw(const Diagram& diagram, const BlockLibrary& library,
                                     std::span<const PortRef> looked_at) {
  const Work work;
  const std::unique_ptr<Draft, Abandon> draft(new Draft(diagram, library));
  draft->looked_at = origin_blocks(diagram, looked_at);
  return run_phases(*draft);
}

Result<Compilation> compile(const Diagram& diagram, const BlockLibrary& library,
                            std::span<const PortRef> looked_at) {
  return attempt("compile the model", {}, [&] { return compile_or_throw(diagram, library, looked_at); });
}

}  // namespace sim
