#include <algorithm>
#include <set>

#include "sim_core/backends/c_source/c_kernels.h"
#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/backends/c_source/history_filling.h"
#include "sim_core/base/text.h"
#include "sim_core/ir/dependencies.h"
#include "sim_core/ir/loops.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/written_in_c.h"
#include "sim_core/linalg/decides_network.h"

namespace sim::c_source {

namespace {

// Storage is in proportion to their square.
constexpr int most_dense = 32, most_constrained = 300;

std::string too_large(int size) {
  return "it is part of a network of some " + std::to_string(size) +
         " equations, and generated code solves up to " + std::to_string(most_constrained);
}

class Refusals {
 public:
  Refusals(const Program& program, const FixedStepRun& run) : program_(program), run_(run) {}

  Diagnostics found() {
    delays();
    if (run_.to_hits) switching();
    for (const UnknownRate& rate : program_.unknown_rates)
      refuse(rate.block, "it asks for the derivative of a signal that is not known before the run", "");
    nodes();
    return std::move(found_);
  }

 private:
  void refuse(int block, const std::string& message, const std::string& remedy) {
    const bool known = block >= 0;
    const BlockInfo none;
    const BlockInfo& info = known ? program_.blocks[static_cast<std::size_t>(block)] : none;
    if (told_.insert(info.path).second) found_.push_back(error(info.path, message, remedy, info.id));
  }

  // A run with steps from hit to hit locates what switches between them.
  void switching() {
    ir::Dependencies reads(program_.graph, ir::Op::Time);
    std::size_t k = 0;
    for (const ir::NodeId id : program_.kernel(KernelKind::Crossings).results)
      for (const auto& times : reads(id)) {
        const CrossingInfo& crossing = program_.crossings[k++];
        if (!crossing.located || times.empty() || crossing.block < 0) continue;
        const SampleTime& when = program_.blocks[static_cast<std::size_t>(crossing.block)].sample_time;
        if (when.kind == SampleTime::Kind::Continuous)
          refuse(crossing.block,
                 "it switches between sample hits, at instants that generated code does not locate",
                 "choose a solver with fixed steps, such as ode1");
      }
  }

  void delays() {
    constexpr double most_kept = 4e6;  // numbers: 32 MB
    for (const DelayInfo& delay : program_.delays) {
      if (run_.past.points.empty()) {
        refuse(delay.block, "it reads the past of a signal, which generated code does with ode1 to ode5 only",
               "choose one of these, or use a Unit Delay");
        continue;
      }
      const double kept = static_cast<double>(steps_of(delay, run_)) * delay.count *
                          static_cast<double>(run_.past.points.size());
      if (kept > most_kept)
        refuse(delay.block,
               "its past would be more than 4,000,000 numbers, for a delay of " + to_text(delay.maximum) +
                   " s with steps of " + to_text(run_.fixed_step) + " s",
               "use a shorter maximum delay, or longer steps");
      if (!run_.projection.rows.empty())
        refuse(delay.block, "generated code does not keep the past of states that are projected",
               "set Projection to off");
    }
  }
  void nodes() {
    std::vector<ir::NodeId> results;
    for (const WrittenKernel& kernel : written_kernels)
      if (is_written(kernel, program_, run_))
        results.insert(results.end(), program_.kernel(kernel.kind).results.begin(),
                       program_.kernel(kernel.kind).results.end());
    for (const ir::NodeId id : ir::reachable(program_.graph, results)) node(id);
  }
  void node(ir::NodeId id) {
    const ir::Node& n = program_.graph.node(id);
    const int block = program_.graph.origin(id);
    if (n.op == ir::Op::Solve) loop(program_.graph.loop_site(n.slot));
    if (n.op == ir::Op::LinearSolve && n.shape.rows > most_dense)
      refuse(block,
             "it solves " + std::to_string(n.shape.rows) + " linear equations, and generated code up to " +
                 std::to_string(most_dense),
             "");
    if (n.op == ir::Op::Constrained && program_.graph.constrained_site(n.slot).size() > most_constrained)
      refuse(block, too_large(program_.graph.constrained_site(n.slot).size()), "");
    if (n.op != ir::Op::Call) return;
    if (const auto* network =
            dynamic_cast<const DecidesNetwork*>(program_.graph.call_site(n.slot).function.get())) {
      const int size = 3 * static_cast<int>(network->branches().size()) + 2 * network->node_count();
      if (size > most_constrained) refuse(block, too_large(size), "");
      return;
    }
    const ir::ExternalFunction& function = *program_.graph.call_site(n.slot).function;
    const auto* written = dynamic_cast<const ir::WrittenInC*>(&function);
    if (!written || written->c_body().empty())
      refuse(block, "its function '" + function.name() + "' is not known as C source", "");
  }

  void loop(const ir::LoopSite& site) {
    std::vector<ir::NodeId> results = site.directions;
    results.push_back(site.residual);
    const auto inside = ir::loop_interior(program_.graph, site, results);
    const bool opaque = std::any_of(inside.begin(), inside.end(), [&](ir::NodeId id) {
      return program_.graph.node(id).op >= ir::Op::History && program_.graph.node(id).op <= ir::Op::Call;
    });
    const char* why = site.branches.count > 0   ? "it is part of an algebraic loop whose equations switch"
                      : site.count > most_dense ? "it is part of an algebraic loop with too many unknowns"
                      : opaque ? "it is part of an algebraic loop through tables, networks or other functions"
                               : nullptr;
    if (!why) return;
    for (const LoopInfo::Torn& torn : program_.loops[static_cast<std::size_t>(site.loop)].torn)
      refuse(torn.block, std::string(why) + ", which generated code does not solve",
             "break the loop with a delay or a state");
  }

  const Program& program_;
  const FixedStepRun& run_;
  std::set<std::string> told_;  // one reason a block
  Diagnostics found_;
};

}  // namespace

Diagnostics refusals(const Program& program, const FixedStepRun& run) {
  return Refusals(program, run).found();
}

}  // namespace sim::c_source
