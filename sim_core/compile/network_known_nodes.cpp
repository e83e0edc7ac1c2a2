#include "sim_core/compile/network_known_nodes.h"

#include <utility>

namespace sim::compile_phases {

namespace {

bool is_constant(ir::Value v) { return v.graph->node(v.id).op == ir::Op::Constant; }
bool is_one(ir::Value v) { return is_constant(v) && v.graph->constant_values(v.id)[0] == 1; }
// A weight that signals or parameters make may become 0: what is divided by it is not known then.
bool is_divisor(ir::Value v) { return is_constant(v) && !is_zero(v); }

class KnownNodes {
 public:
  explicit KnownNodes(const NetworkTerms& terms)
      : terms_(terms), known_(static_cast<std::size_t>(terms.nodes())) {}

  std::vector<ir::Value> find() {
    if (rests()) known_.assign(known_.size(), terms_.graph().constant(0));
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

  // Nothing drives it, as where a component is connected to nothing.
  bool rests() const {
    for (std::size_t b = 0; b < count(); ++b)
      if (terms_.member(b).stores || terms_.member(b).hold != BranchHold::ByLaw ||
          !is_zero(terms_.law(b, BranchElement::Across).value))
        return false;
    return true;
  }

  bool prescribes_across(std::size_t b) const {
    const NetworkTerms::Member& m = terms_.member(b);
    if (m.stores || m.hold != BranchHold::ByLaw || m.partner >= 0) return false;
    const BranchLaw law = terms_.law(b, BranchElement::Across);
    return is_zero(law.through) && is_one(law.across);
  }

  // The end of a branch whose across variable is known that is not yet, if it is the only one. A ratio that
  // follows positions may become 0; others are constant.
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
    if (unknown != 1 || (m.varies && !is_divisor(terms_.weight(b, only)))) return false;
    known_[static_cast<std::size_t>(m.nodes[only])] = rest / terms_.weight(b, only);
    return true;
  }

  const NetworkTerms& terms_;
  std::vector<ir::Value> known_;
};

class KnownThroughs {
 public:
  explicit KnownThroughs(const NetworkTerms& terms)
      : terms_(terms),
        known_(static_cast<std::size_t>(terms.branches())),
        ends_at_(static_cast<std::size_t>(terms.nodes())) {
    for (std::size_t b = 0; b < known_.size(); ++b)
      for (std::size_t k = 0; k < terms_.member(b).nodes.size(); ++k)
        if (const int node = terms_.member(b).nodes[k]; node >= 0 && !is_zero(terms_.weight(b, k)))
          ends_at_[static_cast<std::size_t>(node)].emplace_back(b, k);
  }

  std::vector<ir::Value> find() {
    for (std::size_t b = 0; b < known_.size(); ++b)
      if (prescribes_through(b)) known_[b] = terms_.law(b, BranchElement::Across).value;
    for (bool more = true; more;) {
      more = false;
      for (const Ends& ends : ends_at_) more = balance(ends) || more;
    }
    return known_;
  }

 private:
  using Ends = std::vector<std::pair<std::size_t, std::size_t>>;  // branch, which of its ends

  bool follows_law(std::size_t b) const {
    const NetworkTerms::Member& m = terms_.member(b);
    return !m.stores && m.hold == BranchHold::ByLaw && m.partner < 0;
  }
  bool prescribes_through(std::size_t b) const {
    const NetworkTerms::Member& m = terms_.member(b);
    if (m.stores) return !m.across;
    const BranchLaw law = terms_.law(b, BranchElement::Across);
    return follows_law(b) && is_zero(law.across) && is_one(law.through);
  }

  // The one through variable at a node that is not known yet.
  bool balance(const Ends& ends) {
    const std::pair<std::size_t, std::size_t>* only = nullptr;
    std::vector<ir::Value> others;
    for (const auto& end : ends) {
      if (const ir::Value known = known_[end.first]; known)
        others.push_back(terms_.weight(end.first, end.second) * known);
      else if (only != nullptr)
        return false;
      else
        only = &end;
    }
    if (only == nullptr || !follows_law(only->first)) return false;
    const ir::Value weight = terms_.weight(only->first, only->second);
    if (!is_divisor(weight)) return false;
    known_[only->first] = -(reduced(ir::Op::Add, std::move(others), terms_.graph()) / weight);
    return true;
  }

  const NetworkTerms& terms_;
  std::vector<ir::Value> known_;
  std::vector<Ends> ends_at_;  // by node
};

}  // namespace

std::vector<ir::Value> known_potentials(const NetworkTerms& terms) { return KnownNodes(terms).find(); }
std::vector<ir::Value> known_throughs(const NetworkTerms& terms) { return KnownThroughs(terms).find(); }

}  // namespace sim::compile_phases
