#include "sim_core/compile/network_known_nodes.h"

namespace sim::compile_phases {

namespace {

class KnownNodes {
 public:
  explicit KnownNodes(const NetworkTerms& terms)
      : terms_(terms), known_(static_cast<std::size_t>(terms.nodes())) {}

  std::vector<ir::Value> find() {
    for (std::size_t b = 0; b < count(); ++b)
      if (terms_.member(b).stores && terms_.member(b).across) make_known(b);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t b = 0; b < count(); ++b)
        if (prescribes_across(b)) more = make_known(b) || more;
    }
    return known_;
  }

 private:
  std::size_t count() const { return static_cast<std::size_t>(terms_.branches()); }

  bool prescribes_across(std::size_t b) const {
    const NetworkTerms::Member& m = terms_.member(b);
    if (m.stores || m.hold != BranchHold::ByLaw || m.partner >= 0) return false;
    const BranchLaw law = terms_.law(b, BranchElement::Across);
    const ir::Graph& graph = terms_.graph();
    return is_zero(law.through) && graph.node(law.across.id).op == ir::Op::Constant &&
           graph.constant_values(law.across.id)[0] == 1;
  }

  // The end of a branch whose across variable is known that is not yet, if it is the only one.
  bool make_known(std::size_t b) {
    const NetworkTerms::Member& m = terms_.member(b);
    std::size_t only = 0, unknown = 0;
    ir::Value rest = terms_.law(b, BranchElement::Across).value;
    for (std::size_t k = 0; k < m.nodes.size(); ++k) {
      if (m.nodes[k] < 0 || is_zero(terms_.weight(b, k))) continue;
      const ir::Value known = known_[static_cast<std::size_t>(m.nodes[k])];
      if (known && m.stores) return false;
      if (known)
        rest = rest - terms_.weight(b, k) * known;
      else
        only = k, ++unknown;
    }
    if (unknown != 1) return false;
    known_[static_cast<std::size_t>(m.nodes[only])] = rest / terms_.weight(b, only);
    return true;
  }

  const NetworkTerms& terms_;
  std::vector<ir::Value> known_;
};

}  // namespace

std::vector<ir::Value> known_potentials(const NetworkTerms& terms) { return KnownNodes(terms).find(); }

}  // namespace sim::compile_phases
