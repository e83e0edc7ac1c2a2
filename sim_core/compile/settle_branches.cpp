#include "sim_core/compile/settle_branches.h"

namespace sim::compile_phases {

namespace {

constexpr double step = 1e-9, resistance = 1e-12, leak = 1e-12;

int unknowns_of(BranchHold hold) {
  return hold == BranchHold::ByLaw ? 0 : hold == BranchHold::OneWay ? 1 : 3;
}

// Unknown are the potentials, the through variables, and behind them what unilateral branches are judged by.
class Step {
 public:
  Step(const NetworkTerms& terms, const std::vector<BranchLaw>& laws, const std::vector<ir::Value>& states,
       int more)
      : terms_(terms),
        laws_(laws),
        states_(states),
        system_(terms.graph(), terms.nodes() + terms.branches() + more,
                terms.nodes() + terms.branches() + more) {}

  ir::Value solve() {
    for (int node = 0; node < terms_.nodes(); ++node) system_.add_constraint(node, node, number(leak));
    int unknown = terms_.nodes() + terms_.branches();
    for (std::size_t b = 0; b < laws_.size(); ++b) {
      const BranchHold hold = terms_.member(b).hold;
      for (std::size_t k = 0; k < terms_.member(b).nodes.size(); ++k)
        if (const int node = terms_.member(b).nodes[k]; node >= 0)
          system_.add_constraint(node, through(b), terms_.weight(b, k));
      if (hold == BranchHold::ByLaw) add_law(b, law_of_step(b));
      if (hold == BranchHold::OneWay) add_one_way(b, unknown);
      if (hold == BranchHold::Friction) add_friction(b, unknown);
      unknown += unknowns_of(hold);
    }
    return system_.solve();
  }

 private:
  ir::Value number(double v) const { return terms_.graph().constant(v); }
  int through(std::size_t b) const { return terms_.nodes() + static_cast<int>(b); }
  int row_of_law(std::size_t b) const { return terms_.nodes() + static_cast<int>(b); }

  // What stores changes by what the step brings.
  BranchLaw law_of_step(std::size_t b) const {
    const BranchLaw& law = laws_[b];
    if (!terms_.member(b).stores)
      return {law.across, law.through, law.value + terms_.said(b, BranchElement::Slope) * step};
    const ir::Value by = -step / terms_.said(b, BranchElement::Capacity), one = number(1);
    const ir::Value x = states_[b] * terms_.said(b, BranchElement::Gain);
    return terms_.member(b).across ? BranchLaw{one, by, x} : BranchLaw{by, one, x};
  }

  void add_across(int row, std::size_t b, ir::Value factor) {
    for (std::size_t k = 0; k < terms_.member(b).nodes.size(); ++k)
      if (const int node = terms_.member(b).nodes[k]; node >= 0)
        system_.add_constraint(row, node, factor * terms_.weight(b, k));
  }

  void add_law(std::size_t b, const BranchLaw& law) {
    add_across(row_of_law(b), b, law.across);
    system_.add_constraint(row_of_law(b), through(b), law.through - law.across * resistance);
    system_.add_right(system_.constraint_at(row_of_law(b)), law.value);
  }

  // -j = lambda; the unknown is the across variable (and what lambda takes of it along the resistance), or 1
  // where the branch must not hold at all.
  void add_one_way(std::size_t b, int unknown) {
    const ir::Value allowed = terms_.said(b, BranchElement::Limit);
    system_.add_constraint(row_of_law(b), through(b), number(-1));
    system_.add_constraint(unknown, unknown, number(1));
    add_across(unknown, b, -allowed);
    system_.add_constraint(unknown, through(b), allowed * resistance);
    system_.add_right(system_.constraint_at(unknown), 1.0 - allowed);
    system_.add_pair(row_of_law(b), unknown);
  }

  // Locked: across variable = lambda - lambda'; the unknowns are what is left up to the limit, one way and
  // the other, and lambda' stands between them. Without a limit the law holds, and the unknowns are 1.
  void add_friction(std::size_t b, int unknown) {
    const ir::Value limit = terms_.said(b, BranchElement::Limit), locked = limit > number(0);
    const BranchLaw asked = laws_[b];
    const int ahead = unknown, slip_back = unknown + 1, back = unknown + 2;
    add_law(b, {select(locked, number(1), asked.across), select(locked, number(0), asked.through),
                select(locked, number(0), asked.value)});
    system_.add_constraint(row_of_law(b), slip_back, locked * 1.0);
    system_.add_constraint(slip_back, slip_back, number(1));
    for (const auto& [room, sign] : {std::pair{ahead, 1.0}, {back, -1.0}}) {
      system_.add_constraint(room, room, number(1));
      system_.add_constraint(room, through(b), locked * sign);
      system_.add_right(system_.constraint_at(room), select(locked, limit, number(1)));
    }
    system_.add_pair(row_of_law(b), ahead);
    system_.add_pair(slip_back, back);
  }

  const NetworkTerms& terms_;
  const std::vector<BranchLaw>& laws_;
  const std::vector<ir::Value>& states_;
  NetworkSystem system_;
};

}  // namespace

std::vector<ir::Value> settle_branches(const NetworkTerms& terms, const std::vector<BranchLaw>& laws,
                                       const std::vector<ir::Value>& states, ir::Value changes) {
  ir::Graph& graph = terms.graph();
  const ir::Value zero = graph.constant(0);
  std::vector<ir::Value> settled(laws.size(), zero);
  int count = 0;
  for (std::size_t b = 0; b < laws.size(); ++b) count += unknowns_of(terms.member(b).hold);
  if (count == 0) return settled;
  const ir::Value solution = Step(terms, laws, states, count).solve();
  int unknown = terms.nodes() + terms.branches();
  const auto positive = [&](int at) { return terms.element(solution, at) > zero; };
  const auto negative = [&](int at) { return terms.element(solution, at) < zero; };
  for (std::size_t b = 0; b < laws.size(); ++b) {
    const BranchHold hold = terms.member(b).hold;
    if (hold == BranchHold::OneWay)
      settled[b] = select(changes, positive(unknown) - negative(unknown), zero);
    else if (hold == BranchHold::Friction)
      settled[b] = select(changes, negative(unknown) - negative(unknown + 2), zero);
    unknown += unknowns_of(hold);
  }
  return settled;
}

BranchLaw settled_law(const NetworkTerms& terms, std::size_t b, const BranchLaw& asked, ir::Value settled) {
  const BranchHold hold = terms.member(b).hold;
  if (hold == BranchHold::ByLaw) return asked;
  const ir::Value zero = terms.graph().constant(0), one = terms.graph().constant(1);
  const ir::Value limit = terms.said(b, BranchElement::Limit);
  const bool one_way = hold == BranchHold::OneWay;
  const ir::Value frees = one_way ? settled > zero : ir::make(ir::Op::NotEqual, settled, zero);
  const ir::Value holds = one_way ? settled < zero : logical_not(frees) & (limit > zero);
  return {select(holds, one, select(frees, zero, asked.across)),
          select(holds, zero, select(frees, one, asked.through)),
          select(holds, zero, select(frees, one_way ? zero : settled * limit, asked.value))};
}

}  // namespace sim::compile_phases
