#include <algorithm>
#include <set>

#include "sim_core/backends/c_source/plugin_text.h"
#include "sim_core/ir/dependencies.h"
#include "sim_core/ir/reachable.h"

namespace sim::c_source {

namespace {

class PluginRefusals {
 public:
  explicit PluginRefusals(const Program& program) : program_(program) {}

  Diagnostics found() {
    const FixedStepRun none;  // the program that has the block projects
    found_ = refusals(program_, none);
    for (const Diagnostic& d : found_) told_.insert(d.path);
    for (const UpdateInfo& update : program_.updates)
      if (update.before)
        refuse(block_of_slot(update.slot), "it waits for an edge, which its input may have at the start",
               "put it outside");
    for (const int slot : program_.latches)
      refuse(block_of_slot(slot), "it keeps what a signal was before an event", "put it outside");
    if (program_.major_step_mode >= 0)
      for (const BlockInfo& block : program_.blocks)
        if (block.sample_time.kind == SampleTime::Kind::MajorStep)
          refuse(static_cast<int>(&block - program_.blocks.data()),
                 "it is computed once in each step of the solver",
                 "give it a sample time, or put it outside");
    for (const RateInfo& rate : program_.rates) modes_.insert(rate.mode);
    for (const ResetInfo& info : program_.resets)
      refuse(info.block, "its continuous states are reset", "put it outside");
    for (const TimeEventInfo& info : program_.time_events)
      refuse(info.block, "it switches at instants that are known beforehand",
             "lead its signal in through an Inport");
    for (const CheckInfo& info : program_.checks)
      refuse(info.block, "it ends or watches a run", "put it outside");
    for (const ProjectionInfo& info : program_.projections)
      refuse(info.block, "it projects its own states", "put it outside");
    for (const JointProjectionInfo& info : program_.joint_projections)
      refuse(info.block, "it projects the states of its bodies", "put it outside");
    loops();
    crossings();
    invariants();
    if (found_.empty()) other_modes();
    return std::move(found_);
  }

 private:
  static constexpr const char* at_hits =
      "a plug-in block has continuous states, and discrete ones with sample times";

  int block_of_slot(int slot) const {
    for (const DiscreteInfo& info : program_.discrete)
      if (slot >= info.first && slot < info.first + info.shape.size()) return info.block;
    return 0;
  }

  void refuse(int block, const std::string& message, const std::string& remedy) {
    const BlockInfo& info = program_.blocks[static_cast<std::size_t>(block)];
    if (told_.insert(info.path).second) found_.push_back(error(info.path, message, remedy, info.id));
  }

  // While a run looks for its modes, loops leave their branches, which a plug-in is not told.
  void loops() {
    std::vector<ir::NodeId> results;
    for (const Kernel& kernel : program_.kernels)
      results.insert(results.end(), kernel.results.begin(), kernel.results.end());
    for (const ir::NodeId id : ir::reachable(program_.graph, results)) {
      const ir::Node& n = program_.graph.node(id);
      if (n.op != ir::Op::Solve || program_.graph.loop_site(n.slot).branches.count == 0) continue;
      const int loop = program_.graph.loop_site(n.slot).loop;
      for (const LoopInfo::Torn& torn : program_.loops[static_cast<std::size_t>(loop)].torn)
        refuse(torn.block, "it is part of an algebraic loop whose equations switch", "put the loop outside");
    }
  }

  void crossings() {
    ir::Dependencies modes(program_.graph, ir::Op::Mode);
    std::vector<bool> reads_modes;
    for (const ir::NodeId id : program_.kernel(KernelKind::Crossings).results)
      for (const auto element : modes(id))
        reads_modes.push_back(
            std::any_of(element.begin(), element.end(), [&](int mode) { return !modes_.contains(mode); }));
    for (std::size_t k = 0; k < program_.crossings.size(); ++k) {
      const CrossingInfo& crossing = program_.crossings[k];
      if (crossing.remembers || reads_modes[k])
        refuse(crossing.block, "where it switches depends on how it has switched before", "put it outside");
      if (!crossing.located)
        refuse(crossing.block, "it switches without a zero crossing that is located",
               "switch its zero-crossing detection on");
      modes_.insert({crossing.mode, crossing.below_mode});
    }
  }

  void invariants() {
    for (const InvariantInfo& info : program_.invariants) {
      if (info.captured < 0 || info.lower_bound)
        refuse(info.block, "its invariant has a target of its own", "put it outside");
      if (info.weight != 1 || info.tolerance >= 0 || !info.active || info.recaptured)
        refuse(info.block, "its invariant has a weight or a tolerance, or is not projected onto",
               "put it outside");
    }
  }

  // Modes that nothing above accounts for: of major steps, of runs that locate crossings.
  void other_modes() {
    ir::Dependencies modes(program_.graph, ir::Op::Mode);
    for (const KernelKind kind :
         {KernelKind::Derivatives, KernelKind::Logged, KernelKind::Invariants, KernelKind::Updates})
      for (const ir::NodeId id : program_.kernel(kind).results)
        for (const auto element : modes(id))
          for (const int mode : element)
            if (!modes_.contains(mode)) {
              const int block = program_.graph.origin(id);
              const std::string message = "what it computes depends on how a run takes its steps";
              if (block >= 0) return refuse(block, message, at_hits);
              return found_.push_back(error({}, message, at_hits));
            }
  }

  const Program& program_;
  std::set<std::string> told_;
  std::set<int> modes_;  // of crossings
  Diagnostics found_;
};

}  // namespace

Diagnostics plugin_refusals(const Program& program) { return PluginRefusals(program).found(); }

}  // namespace sim::c_source
