#include "sim_core/compile/network_energies.h"

#include <map>

namespace sim::compile_phases {

namespace {

class Energies {
 public:
  Energies(Equations& e, const NetworkTerms& terms) : e_(e), terms_(terms) {}

  void tell_stored() {
    for (auto& [domain, energies] : stored()) tell(EnergyKind::Stored, domain, energies);
  }

  void tell_powers(const std::vector<BranchPower>& powers) {
    Powers all = of(powers);
    tell(EnergyKind::Supplied, Domain::Any, std::move(all.supplied));
    tell(EnergyKind::Dissipated, Domain::Any, std::move(all.lost));
    tell(EnergyKind::Heat, Domain::Thermal, std::move(all.heat));
  }

  std::vector<ir::Value> sensed(const std::vector<BranchPower>& powers) const {
    std::vector<ir::Value> energies;
    for (const auto& [domain, some] : stored()) energies.insert(energies.end(), some.begin(), some.end());
    Powers all = of(powers);
    std::vector<ir::Value> sums;
    for (auto* terms : {&energies, &all.supplied, &all.lost})
      sums.push_back(reduced(ir::Op::Add, std::move(*terms), terms_.graph()));
    return sums;
  }

 private:
  struct Powers {
    std::vector<ir::Value> supplied, lost, heat;
  };

  std::map<Domain, std::vector<ir::Value>> stored() const {
    std::map<Domain, std::vector<ir::Value>> stored;
    for (std::size_t b = 0; b < count(); ++b) {
      const NetworkTerms::Member& m = terms_.member(b);
      // Of heat the norm is no energy: that is capacity * temperature.
      if (m.stores || m.potential)
        stored[m.domain].push_back(m.heat ? terms_.said(b, BranchElement::Capacity) *
                                                terms_.said(b, BranchElement::State)
                                          : terms_.said(b, BranchElement::Energy));
    }
    return stored;
  }

  Powers of(const std::vector<BranchPower>& powers) const {
    Powers all;
    auto& [supplied, lost, heat] = all;
    for (std::size_t b = 0; b < count(); ++b) {
      const NetworkTerms::Member& m = terms_.member(b);
      if (m.heat) {
        if (!m.stores) heat.push_back(-(powers[b].through * weight_in_network(b)));
        continue;
      }
      if (m.drops) lost.push_back(terms_.said(b, BranchElement::Drop) * powers[b].through);
      if (m.stores) continue;
      lost.push_back(powers[b].across * powers[b].through);
      if (!m.supplies || m.hold != BranchHold::ByLaw) continue;
      lost.push_back(supply(b, powers[b]));
      if (!m.potential) supplied.push_back(lost.back());
    }
    return all;
  }

  std::size_t count() const { return static_cast<std::size_t>(terms_.branches()); }

  void tell(EnergyKind kind, Domain domain, std::vector<ir::Value> values) {
    if (!values.empty()) e_.energy({kind, domain, reduced(ir::Op::Add, std::move(values), terms_.graph())});
  }

  // a u + b j = v brings in -(v/a) j, or where a = 0 -u v/b.
  ir::Value supply(std::size_t b, const BranchPower& power) const {
    const BranchLaw law = terms_.law(b, BranchElement::Across);
    const ir::Value one = terms_.graph().constant(1), none = terms_.graph().constant(0);
    const ir::Value fixes_across = ir::make(ir::Op::NotEqual, law.across, none);
    return -(law.value * select(fixes_across, power.through / select(fixes_across, law.across, one),
                                power.across / select(fixes_across, one, law.through)));
  }

  // Of its ends that are not at the reference.
  ir::Value weight_in_network(std::size_t b) const {
    std::vector<ir::Value> weights;
    for (std::size_t k = 0; k < terms_.member(b).nodes.size(); ++k)
      if (terms_.member(b).nodes[k] >= 0) weights.push_back(terms_.weight(b, k));
    return reduced(ir::Op::Add, std::move(weights), terms_.graph());
  }

  Equations& e_;
  const NetworkTerms& terms_;
};

}  // namespace

void tell_energies(Equations& e, const NetworkTerms& terms, const std::vector<BranchPower>& powers) {
  Energies energies(e, terms);
  energies.tell_stored();
  if (e.balances_energy()) energies.tell_powers(powers);
}

std::vector<ir::Value> sensed_energies(Equations& e, const NetworkTerms& terms,
                                       const std::vector<BranchPower>& powers) {
  return Energies(e, terms).sensed(powers);
}

}  // namespace sim::compile_phases
