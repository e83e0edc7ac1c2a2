#include "sim_core/compile/network_contradiction.h"

#include <set>
#include <utility>

namespace sim::compile_phases {

namespace {

ir::Value size_of(ir::Value v) { return ir::make(ir::Op::Abs, v); }

// Twice the most that one branch stores.
ir::Value most_stored(const NetworkTerms& terms, const NetworkRates& rates) {
  std::vector<ir::Value> stored;
  for (std::size_t b = 0; b < rates.values.size(); ++b)
    if (terms.member(b).stores)
      stored.push_back(terms.said(b, BranchElement::Capacity) * ir::square(rates.values[b]));
  return reduced(ir::Op::Max, std::move(stored), terms.graph());
}

}  // namespace

ir::Value contradicted(const NetworkTerms& terms, const NetworkRates& rates) {
  // More than integration leaves of a constraint at the tolerances that are usual; what jumps by less is
  // followed by the rates as nearly as they can. of_largest: of states that are next to nothing beside others
  // of their kind, or beside all that is stored: what forces leave of a body that is held is rounding.
  constexpr double relative = 1e-4, of_largest = 1e-9;
  // Pressures are not compared with velocities.
  std::set<std::pair<Domain, bool>> kinds;
  for (std::size_t b = 0; b < rates.values.size(); ++b)
    if (terms.member(b).stores) kinds.emplace(terms.member(b).domain, terms.member(b).across);
  const ir::Value most = most_stored(terms, rates);
  std::vector<ir::Value> off;
  for (const auto& [domain, across_type] : kinds) {
    const std::vector<ir::Value>& variables = across_type ? rates.across : rates.through;
    std::vector<ir::Value> sizes;
    for (std::size_t b = 0; b < variables.size(); ++b)
      if (terms.member(b).domain == domain) sizes.push_back(size_of(variables[b]));
    const ir::Value largest = reduced(ir::Op::Max, std::move(sizes), terms.graph());
    for (std::size_t b = 0; b < variables.size(); ++b) {
      const NetworkTerms::Member& m = terms.member(b);
      if (!m.stores || m.domain != domain || m.across != across_type) continue;
      const ir::Value is = variables[b], state = rates.values[b];
      const ir::Value rest = ir::sqrt(most / terms.said(b, BranchElement::Capacity));
      off.push_back(size_of(is - state) > (size_of(is) + size_of(state)) * relative +
                                              ir::make(ir::Op::Max, largest, rest) * of_largest);
    }
  }
  return reduced(ir::Op::Or, std::move(off), terms.graph());
}

// A multiplier of a balance is the rate of a potential.
ir::Value excluded(const NetworkTerms& terms, std::size_t b, const BranchLaw& law, ir::Value solution) {
  constexpr double rounding = 1e-6;
  const ir::Value slope = terms.said(b, BranchElement::Slope);
  if (terms.member(b).stores || is_zero(slope)) return terms.graph().constant(0);
  const ir::Value wanted = law.across * slope;
  const int first = terms.nodes() + terms.branches();
  std::vector<ir::Value> rates{law.through *
                               terms.element(solution, first + terms.nodes() + static_cast<int>(b))};
  for (std::size_t k = 0; k < terms.member(b).nodes.size(); ++k)
    if (const int node = terms.member(b).nodes[k]; node >= 0)
      rates.push_back(terms.weight(b, k) * terms.element(solution, first + node));
  std::vector<ir::Value> sizes{size_of(wanted)};
  for (ir::Value rate : rates) sizes.push_back(size_of(rate));
  return size_of(reduced(ir::Op::Add, std::move(rates), terms.graph()) - wanted) >
         reduced(ir::Op::Add, std::move(sizes), terms.graph()) * rounding;
}

}  // namespace sim::compile_phases
