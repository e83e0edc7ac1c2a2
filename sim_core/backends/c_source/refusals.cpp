#include <algorithm>
#include <cmath>
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

constexpr const char* in_double = "generate in double precision";
constexpr const char* too_many_bits = "it computes with integers of more bits than single precision holds";
constexpr const char* iterates = " iterates to tolerances that single precision does not reach";

std::string too_large(int size) {
  return "it is part of a network of some " + std::to_string(size) +
         " equations, and generated code solves up to " + std::to_string(most_constrained);
}

class Refusals {
 public:
  Refusals(const Program& program, const FixedStepRun& run) : program_(program), run_(run) {}

  Diagnostics found() {
    if (single()) methods();
    exchange();
    delays();
    if (run_.to_hits) switching();
    for (const UnknownRate& rate : program_.unknown_rates)
      refuse(rate.block, "it asks for the derivative of a signal that is not known before the run", "");
    nodes();
    if (single()) parameters();
    return std::move(found_);
  }

 private:
  bool single() const { return run_.precision == Precision::Single; }
  void refuse_single(int block, const std::string& why) { refuse(block, why, in_double); }

  // What iterates has tolerances near the precision of double.
  void methods() {
    if (run_.implicit)
      found_.push_back(
          error("Solver", run_.method_name + iterates, "choose an explicit solver, such as ode4"));
    if (!run_.projection.rows.empty())
      found_.push_back(error("Projection", "the projection" + std::string(iterates),
                             "set it to off, or " + std::string(in_double)));
    if (!run_.library.empty())
      found_.push_back(error("Precision", "the interface of shared libraries has numbers of double precision",
                             "generate C source alone, or in double precision"));
  }
  void parameters() {
    for (const ParameterInfo& info : program_.parameter_table)
      for (int k = 0; k < info.shape.size(); ++k)
        number(info.block, program_.parameters[static_cast<std::size_t>(info.first + k)]);
  }
  void number(int block, double value) {
    if (!has_number(Precision::Single, value))
      refuse_single(block, "its number " + to_text(value) + " is not one of single precision");
  }
  void in_single(const ir::Node& n, ir::NodeId id, int block) {
    if (n.op == ir::Op::Constrained)
      refuse_single(block,
                    "it is solved for by an iteration whose tolerance single precision does not reach");
    if (n.op == ir::Op::History || n.op == ir::Op::HistorySlope)
      refuse_single(block, "it reads the past of a signal, which generated code keeps in double precision");
    if (n.op == ir::Op::Constant)
      for (const double value : program_.graph.constant_values(id)) number(block, value);
    if (n.op == ir::Op::Wrap) wrap(n, block);
    if (n.op == ir::Op::Saturate) saturate(n, block);
  }
  void saturate(const ir::Node& n, int block) {
    const ir::Node& most = program_.graph.node(n.c);
    if (most.op != ir::Op::Constant) return;
    const double last = program_.graph.constant_values(n.c)[0];
    if (last == 0x1p31 - 1 || last == 0x1p32 - 1) refuse_single(block, too_many_bits);
  }
  // Whole numbers are exact up to 2^24, products of 16 bits are not.
  void wrap(const ir::Node& n, int block) {
    const ir::Node& modulus = program_.graph.node(n.c);
    if (modulus.op != ir::Op::Constant) return;
    const double size = program_.graph.constant_values(n.c)[0];
    if (size != std::floor(size)) return;
    using ir::Op;
    const Op operand = program_.graph.node(n.a).op;
    const bool product = operand == Op::Mul || operand == Op::Square || operand == Op::MatMul ||
                         operand == Op::Total || operand == Op::MulError;
    if (size >= 0x1p24 || (size > 256 && product)) refuse_single(block, too_many_bits);
  }
  void refuse(int block, const std::string& message, const std::string& remedy) {
    const bool known = block >= 0;
    const BlockInfo none;
    const BlockInfo& info = known ? program_.blocks[static_cast<std::size_t>(block)] : none;
    if (told_.insert(info.path).second) found_.push_back(error(info.path, message, remedy, info.id));
  }

  void exchange() {
    for (const int block : run_.exchanging)
      refuse(block, "it exchanges signals with another program",
             "use an Inport or an Outport, which the program real_time of a shared library exchanges");
  }

  // A run with steps from hit to hit locates what switches between them.
  void switching() {
    ir::Dependencies reads(program_.graph, ir::Op::Time);
    std::size_t k = 0;
    for (const ir::NodeId id : program_.kernel(KernelKind::Crossings).results)
      for (const auto times : reads(id)) {
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
    if (single()) in_single(n, id, block);
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
      const auto& branches = network->branches();
      if (std::any_of(branches.begin(), branches.end(),
                      [](const NetworkBranch& b) { return b.partner >= 0 || b.drops; }))
        refuse(
            block,
            "it is part of a network with stops, diodes or dry friction and windings or hydraulic components",
            "put springs in place of stops, and for a cylinder, which has stops of its own, a Constant "
            "Volume and a Translational Hydromechanical Converter");
      if (single())
        refuse_single(block, "it is part of a network, which generated code solves in double precision");
      return;
    }
    const ir::ExternalFunction& function = *program_.graph.call_site(n.slot).function;
    const auto* written = dynamic_cast<const ir::WrittenInC*>(&function);
    if (!written || written->c_body().empty())
      refuse(block, "its function '" + function.name() + "' is not known as C source", "");
    else if (single() && (written->needs_double() || !has_numbers_of(Precision::Single, written->c_body())))
      refuse_single(block, "its function '" + function.name() + "' needs double precision");
  }

  void loop(const ir::LoopSite& site) {
    std::vector<ir::NodeId> results = site.directions;
    results.push_back(site.residual);
    if (site.branches.count > 0) {
      results.insert(results.end(), site.branches.directions.begin(), site.branches.directions.end());
      results.insert(results.end(), {site.branches.residual, site.branches.functions});
    }
    const auto inside = ir::loop_interior(program_.graph, site, results);
    const bool opaque = std::any_of(inside.begin(), inside.end(), [&](ir::NodeId id) {
      return program_.graph.node(id).op >= ir::Op::History && program_.graph.node(id).op <= ir::Op::Call;
    });
    const char* why = site.count > most_dense ? "it is part of an algebraic loop with too many unknowns"
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
