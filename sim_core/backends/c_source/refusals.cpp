#include <algorithm>
#include <set>

#include "sim_core/backends/c_source/c_kernels.h"
#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/written_in_c.h"

namespace sim::c_source {

namespace {

class Refusals {
 public:
  explicit Refusals(const Program& program) : program_(program) {}

  Diagnostics found() {
    for (const LoopInfo& loop : program_.loops)
      for (const LoopInfo::Torn& torn : loop.torn)
        refuse(torn.block, "it is part of an algebraic loop, which generated code does not solve yet",
               "break the loop with a delay or a state");
    for (const DelayInfo& delay : program_.delays)
      refuse(delay.block, "it reads the past of a signal, which generated code does not keep yet",
             "use a Unit Delay or a transfer function");
    for (const JumpInfo& jump : program_.jumps)
      refuse(jump.block,
             "it is a network with switching constraints, which generated code does not solve yet", "");
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

  void nodes() {
    std::vector<ir::NodeId> results;
    for (const WrittenKernel& kernel : written_kernels)
      results.insert(results.end(), program_.kernel(kernel.kind).results.begin(),
                     program_.kernel(kernel.kind).results.end());
    for (const ir::NodeId id : ir::reachable(program_.graph, results)) node(id);
  }
  void node(ir::NodeId id) {
    const ir::Node& n = program_.graph.node(id);
    const int block = program_.graph.origin(id);
    if (n.op == ir::Op::LinearSolve)
      refuse(block, "it solves linear equations, which generated code does not do yet", "");
    if (n.op == ir::Op::Constrained)
      refuse(block, "it is a network of components, which generated code does not solve yet", "");
    if (n.op != ir::Op::Call) return;
    const ir::ExternalFunction& function = *program_.graph.call_site(n.slot).function;
    const auto* written = dynamic_cast<const ir::WrittenInC*>(&function);
    if (!written || written->c_body().empty())
      refuse(block, "its function '" + function.name() + "' is not known as C source", "");
  }

  const Program& program_;
  std::set<std::string> told_;  // one reason a block
  Diagnostics found_;
};

}  // namespace

Diagnostics refusals(const Program& program) { return Refusals(program).found(); }

}  // namespace sim::c_source
