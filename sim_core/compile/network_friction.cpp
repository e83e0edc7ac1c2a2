#include "sim_core/compile/network_friction.h"

namespace sim::compile_phases {

namespace {

// One friction branch at a contact, and the solution for a force of 1 in it.
struct Slip {
  std::size_t branch, contact;
  ir::Value slips, share, response;
};

}  // namespace

FrictionSolution solve_with_friction(const NetworkTerms& terms, int first_through,
                                     const std::function<NetworkSystem(bool homogeneous)>& rates) {
  ir::Value solution = rates(false).solve();
  const auto through = [&](ir::Value of, std::size_t b) {
    return terms.element(of, first_through + static_cast<int>(b));
  };
  std::vector<Slip> all;
  std::vector<ir::Value> slipping;
  for (std::size_t b = 0; b < static_cast<std::size_t>(terms.branches()); ++b) {
    if (terms.member(b).pressed_by < 0) continue;
    const ir::Value way = terms.said(b, BranchElement::Way), none = terms.graph().constant(0);
    Slip slip{b,
              static_cast<std::size_t>(terms.member(b).pressed_by),
              ir::make(ir::Op::NotEqual, way, none),
              way * terms.said(b, BranchElement::Kinetic),
              {}};
    NetworkSystem unit = rates(true);
    unit.add_right(unit.constraint_at(terms.nodes() + static_cast<int>(b)), slip.slips);
    slip.response = unit.solve_where(slip.slips);
    slipping.push_back(slip.slips);
    all.push_back(slip);
  }
  if (all.empty()) return {solution, {}};
  std::vector<ir::Value> pivots;
  // What presses is a through variable below 0.
  NetworkSystem forces(terms.graph(), static_cast<int>(all.size()), static_cast<int>(all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int row = static_cast<int>(i);
    forces.set_origin(forces.constraint_at(row), terms.member(all[i].branch).owner);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const ir::Value coupling = all[i].share * through(all[k].response, all[i].contact);
      forces.add_constraint(row, static_cast<int>(k), i == k ? coupling + 1.0 : coupling);
      if (i == k) pivots.push_back(coupling + 1.0);
    }
    forces.add_right(forces.constraint_at(row), -(all[i].share * through(solution, all[i].contact)));
  }
  const ir::Value found = forces.solve_where(reduced(ir::Op::Or, slipping, terms.graph()));
  for (std::size_t i = 0; i < all.size(); ++i)
    solution = solution + terms.element(found, static_cast<int>(i)) * all[i].response;
  return {solution, reduced(ir::Op::Min, std::move(pivots), terms.graph())};
}

void check_wedging(Equations& e, ir::Value least_pivot, const std::string& elements) {
  constexpr double least = 1e-3;
  e.check(e.crosses_above(e.constant(least), least_pivot), CheckAction::Error,
          "friction at " + elements +
              " presses a contact together as much as it is pressed: no motion, or several, agree with "
              "Coulomb's law here (Painleve's paradox); make its coefficients smaller, or let something give "
              "way by a spring");
}

}  // namespace sim::compile_phases
