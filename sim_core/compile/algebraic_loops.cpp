// Tearing: a few outputs of each loop are taken for known, so that the others follow one after the other;
// Newton's method then finds those few. Taking few is a feedback vertex set, found greedily: what is on no
// cycle is dropped, then the output with the most ways through it is torn, narrow ones first, until no cycle
// is left. H. Elmqvist, M. Otter, Methods for tearing systems of equations in object-oriented modeling, Proc.
// ESM (1994).
#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "sim_core/base/text.h"
#include "sim_core/compile/phases.h"
#include "sim_core/diagram/settings.h"

namespace sim::compile_phases {

namespace {

class Tearing {
 public:
  Tearing(const EquationSystem& model, AlgebraicLoop& loop)
      : model_(model), loop_(loop), count_(loop.units.size()) {
    for (std::size_t k = 0; k < count_; ++k) index_[loop.units[k]] = k;
    readers_.resize(count_);
    drivers_.resize(count_);
    read_.resize(count_);
    info_.members.resize(count_);
    for (std::size_t k = 0; k < count_; ++k) look_at(k);
  }

  LoopInfo run() {
    alive_.assign(count_, 1);
    torn_.assign(count_, 0);
    for (std::size_t k = 0; k < count_; ++k)
      if (is_implicit(k)) tear(k);
    trim();
    on_purpose_ = std::count(alive_.begin(), alive_.end(), 1) == 0;
    for (trim(); std::count(alive_.begin(), alive_.end(), 1) > 0; trim()) tear(best());
    order();
    for (std::size_t k = 0; k < count_; ++k)
      if (torn_[k]) add_torn(k);
    loop_.torn = info_.torn;
    return std::move(info_);
  }

  // Whether every way round goes through an output that solves for its input, as of an Algebraic Constraint.
  bool on_purpose() const { return on_purpose_; }

  // A shortest way round, from what is solved for back to it: places in the loop's outputs.
  std::vector<std::size_t> way_round() const {
    for (std::size_t start = 0; start < count_; ++start) {
      if (!torn_[start]) continue;
      std::vector<std::size_t> before(count_, count_), queue{start};
      for (std::size_t next = 0; next < queue.size(); ++next)
        for (const std::size_t reader : readers_[queue[next]]) {
          if (reader == start) {
            std::vector<std::size_t> way{queue[next]};
            while (way.back() != start) way.push_back(before[way.back()]);
            std::reverse(way.begin(), way.end());
            return way;
          }
          if (before[reader] == count_) before[reader] = queue[next], queue.push_back(reader);
        }
    }
    return {};
  }

 private:
  const Instance& instance(std::size_t k) const {
    return model_.instances[static_cast<std::size_t>(loop_.units[k].instance)];
  }
  const BlockEquations& equations(std::size_t k) const { return model_.equations[loop_.units[k].instance]; }
  bool is_implicit(std::size_t k) const {
    return equations(k).roles.implicit_output(loop_.units[k].port) != nullptr;
  }

  // Through which ports, and which elements of what drives them, the loop comes to unit k.
  void look_at(std::size_t k) {
    check_stop();
    const Unit unit = loop_.units[k];
    info_.members[k] = {unit.instance, unit.port, {}};
    for (const int port : equations(k).reads.of(static_cast<std::size_t>(unit.port))) {
      bool in_loop = false;
      for (const Segment& segment : model_.segments[instance(k)][static_cast<std::size_t>(port)]) {
        auto driver = index_.find(segment.from);
        if (driver == index_.end()) continue;
        in_loop = true;
        readers_[driver->second].insert(k);
        drivers_[k].insert(driver->second);
        for (int i = 0; i < segment.count; ++i) read_[driver->second].insert(segment.first + i);
      }
      if (in_loop) info_.members[k].inputs.push_back(port);
    }
    const auto& ruled = equations(k).reads_controller[static_cast<std::size_t>(unit.port)];
    for (std::size_t r = 0; r < ruled.size() && instance(k).controller >= 0; ++r) {
      const int controller = instance(k).controller;
      const int rules_from = model_.instances[static_cast<std::size_t>(controller)].rules_from;
      auto driver = index_.find({controller, rules_from + static_cast<int>(r)});
      if (!ruled[r] || driver == index_.end()) continue;
      readers_[driver->second].insert(k);
      drivers_[k].insert(driver->second);
      read_[driver->second].insert(0);
    }
  }

  std::size_t alive(const std::set<std::size_t>& of) const {
    return static_cast<std::size_t>(
        std::count_if(of.begin(), of.end(), [&](std::size_t k) { return alive_[k]; }));
  }
  void tear(std::size_t k) {
    torn_[k] = 1;
    alive_[k] = 0;
  }
  // Drops what is on no cycle of outputs that are still alive.
  void trim() {
    std::vector<std::size_t> check(count_);
    std::iota(check.begin(), check.end(), std::size_t{0});
    while (!check.empty()) {
      check_stop();
      const std::size_t k = check.back();
      check.pop_back();
      if (!alive_[k] || (alive(readers_[k]) > 0 && alive(drivers_[k]) > 0)) continue;
      alive_[k] = 0;
      for (const auto* around : {&readers_[k], &drivers_[k]})
        check.insert(check.end(), around->begin(), around->end());
    }
  }
  std::size_t best() const {
    std::size_t chosen = count_;
    double most = -1;
    for (std::size_t k = 0; k < count_; ++k) {
      check_stop();
      if (!alive_[k]) continue;
      const bool guessed =
          equations(k).roles.guesses[static_cast<std::size_t>(loop_.units[k].port)] != ir::no_node;
      const double ways = static_cast<double>(alive(readers_[k]) * alive(drivers_[k]));
      const double worth = ways / static_cast<double>(read_[k].size()) + (guessed ? 1e12 : 0);
      if (worth > most) most = worth, chosen = k;
    }
    return chosen;
  }
  // The others, each behind what it reads.
  void order() {
    std::vector<std::size_t> waiting(count_), ready;
    for (std::size_t k = count_; k-- > 0;) {
      for (std::size_t driver : drivers_[k]) waiting[k] += !torn_[driver];
      if (!torn_[k] && waiting[k] == 0) ready.push_back(k);
    }
    while (!ready.empty()) {
      check_stop();
      const std::size_t k = ready.back();
      ready.pop_back();
      loop_.sequence.push_back(loop_.units[k]);
      for (std::size_t reader : readers_[k])
        if (!torn_[reader] && --waiting[reader] == 0) ready.push_back(reader);
    }
  }
  // Only elements that go round are solved for.
  void add_torn(std::size_t k) {
    const Unit unit = loop_.units[k];
    LoopInfo::Torn torn{unit.instance, unit.port, {read_[k].begin(), read_[k].end()}};
    if (is_implicit(k)) {
      torn.elements.resize(static_cast<std::size_t>(
          model_.shapes[instance(k)].outputs[static_cast<std::size_t>(unit.port)].size()));
      std::iota(torn.elements.begin(), torn.elements.end(), 0);
    }
    info_.count += static_cast<int>(torn.elements.size());
    info_.torn.push_back(std::move(torn));
  }

  const EquationSystem& model_;
  AlgebraicLoop& loop_;
  std::size_t count_;
  LoopInfo info_;
  std::map<Unit, std::size_t> index_;
  std::vector<std::set<std::size_t>> readers_, drivers_;
  std::vector<std::set<int>> read_;  // by unit: the elements that the loop reads
  std::vector<char> alive_, torn_;
  bool on_purpose_ = false;
};

// So that the rounding of a solution hangs neither on the order in which blocks were drawn nor on the
// subsystems around them.
void sort_by_name(const Blocks& model, AlgebraicLoop& loop) {
  const auto key = [&](const Unit& unit) {
    const Instance& instance = model.instances[static_cast<std::size_t>(unit.instance)];
    return std::tie(instance.block->name, instance.path, unit.port);
  };
  std::sort(loop.units.begin(), loop.units.end(),
            [&](const Unit& a, const Unit& b) { return key(a) < key(b); });
}

// "'Sum' (input u2) -> 'Gain' -> 'Sum'", and what else is in the loop.
std::string text_of(const Blocks& model, const LoopInfo& info, const std::vector<std::size_t>& way) {
  const auto path = [&](const LoopInfo::Member& member) {
    const Instance& instance = model.instances[static_cast<std::size_t>(member.block)];
    std::vector<std::string> ports;
    for (const int port : member.inputs)
      if (instance.inputs.size() > 1) ports.push_back(instance.inputs[static_cast<std::size_t>(port)].name);
    return "'" + instance.path + "'" + (ports.empty() ? "" : " (input " + join(ports, ", ") + ")");
  };
  std::vector<std::string> steps, others;
  std::set<int> on_the_way;
  for (const std::size_t k : way) {
    if (steps.empty() || steps.back() != path(info.members[k])) steps.push_back(path(info.members[k]));
    on_the_way.insert(info.members[k].block);
  }
  if (!steps.empty()) steps.push_back(steps.front());
  for (const LoopInfo::Member& member : info.members)
    if (on_the_way.insert(member.block).second) others.push_back(path(member));
  std::string text = join(steps, " -> ");
  if (!others.empty()) text += ", and through " + join(others, ", ");
  return text;
}

void tell(const Blocks& model, const LoopInfo& info, const std::vector<std::size_t>& way,
          const std::string& policy, Report& report) {
  if (policy == "none") return;
  std::string message = "algebraic loop " + text_of(model, info, way) +
                        ": what these give depends on itself at the same instant";
  std::string remedy =
      "put a block that holds or integrates its input into the loop, such as a Unit Delay, a Memory or an "
      "Integrator";
  const bool refused = policy == "error";
  if (!refused) {
    message += "; it is solved for " + std::to_string(info.count) +
               (info.count == 1 ? " unknown" : " unknowns") + " whenever they are needed";
    remedy +=
        "; or close it with an Algebraic Constraint, which says that it is meant, and gives a first guess";
  }
  const std::size_t begin = way.empty() ? 0 : way.front();
  const Instance& first = model.instances[static_cast<std::size_t>(info.members[begin].block)];
  Diagnostic d =
      refused ? error(first.path, message, remedy, first.id) : warning(first.path, message, remedy);
  d.element = first.id;
  report.diagnostics.push_back(std::move(d));
}

// An implicit output that is in no loop: nothing that its residual reads depends on it.
void check_implicit_outputs(const EquationSystem& model, const Order& order, Report& report) {
  std::set<Unit> in_loops;
  for (const AlgebraicLoop& loop : stoppable(order.loops))
    in_loops.insert(loop.units.begin(), loop.units.end());
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const Instance& instance = model.instances[k];
    for (const ImplicitRole& role : model.equations[k].roles.implicit)
      if (!in_loops.contains({static_cast<int>(k), role.output}))
        report.fail(instance,
                    "what is to become zero does not depend on its output " +
                        instance.outputs[static_cast<std::size_t>(role.output)].name +
                        ", so that no value of it can be found",
                    "lead its output, through blocks with direct feedthrough, to its input");
  }
}

}  // namespace

Unknowns algebraic_loops(const EquationSystem& model, Order& order, Report& report) {
  constexpr int most_unknowns = 2000;
  Unknowns unknowns;
  const std::string policy = setting(model.diagram, "AlgebraicLoopMsg");
  const std::string method = setting(model.diagram, "AlgebraicLoopSolver");
  unknowns.method = method == "TrustRegion"  ? GlobalMethod::TrustRegion
                    : method == "LineSearch" ? GlobalMethod::LineSearch
                                             : GlobalMethod::Auto;
  check_implicit_outputs(model, order, report);
  for (AlgebraicLoop& loop : stoppable(order.loops)) {
    sort_by_name(model, loop);
    Tearing tearing(model, loop);
    LoopInfo info = tearing.run();
    if (!tearing.on_purpose() || policy == "error") tell(model, info, tearing.way_round(), policy, report);
    if (info.count > most_unknowns)
      report.fail(model.instances[static_cast<std::size_t>(loop.units.front().instance)],
                  "the algebraic loop through it has " + std::to_string(info.count) + " unknowns",
                  "loops may have up to 2,000; break it with a Unit Delay or a Memory");
    info.first = unknowns.count;
    unknowns.count += info.count;
    unknowns.loops.push_back(std::move(info));
  }
  return unknowns;
}

}  // namespace sim::compile_phases
