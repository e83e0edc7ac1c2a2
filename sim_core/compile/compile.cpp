#include "sim_core/compile/compile.h"

#include <algorithm>
#include <memory>
#include <system_error>
#include <thread>

#include "sim_core/base/failure_report.h"
#include "sim_core/base/work.h"
#include "sim_core/compile/accesses.h"
#include "sim_core/compile/data_files.h"
#include "sim_core/compile/data_stores.h"
#include "sim_core/compile/model_inputs.h"
#include "sim_core/compile/phases.h"
#include "sim_core/diagram/signal_origins.h"

namespace sim {

namespace {

using compile_phases::Model;

struct Draft {
  Draft(const Diagram& diagram, const BlockLibrary& library)
      : fed(compile_phases::with_model_inputs(diagram)),
        model{
            fed ? *fed : diagram, library, *program, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}} {
  }
  std::optional<Diagram> fed;
  std::shared_ptr<Program> program = std::make_shared<Program>();
  Model model;
};

// Freeing a large draft takes longer than somebody waits who stops it, or stops what follows.
void abandon(std::unique_ptr<Draft> draft) {
  constexpr std::size_t large = 10'000;
  if (!draft || draft->model.instances.size() < large) return;
  Draft* const left = draft.release();
  try {
    std::thread([left] { delete left; }).detach();
  } catch (const std::system_error&) {  // there is no thread for it
    delete left;
  }
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
    // What stopped it comes first.
    std::stable_partition(model.diagnostics.begin(), model.diagnostics.end(),
                          [](const Diagnostic& d) { return d.severity == Severity::Error; });
    return model.diagnostics;
  }
  return Compilation{std::move(draft.program),        std::move(model.diagnostics),
                     std::move(model.reductions),     std::move(model.fixed_parameters),
                     std::move(model.formula_blocks), data_file_stamps(model),
                     std::move(model.looked_at),      std::move(model.kept_to_look_at)};
}

}  // namespace

Result<Compilation> compile(const Diagram& diagram, const BlockLibrary& library,
                            std::span<const PortRef> looked_at) {
  std::unique_ptr<Draft> draft;
  Result<Compilation> result = [&]() -> Result<Compilation> {
    try {
      const Work work;
      draft = std::make_unique<Draft>(diagram, library);
      draft->model.looked_at = origin_blocks(diagram, looked_at);
      return run_phases(*draft);
    } catch (...) {
      return failure_report("compile the model");
    }
  }();
  abandon(std::move(draft));
  return result;
}

}  // namespace sim
