#include "tests/plugins/random/network_branches.h"

#include <map>

namespace sim {

using Kind = NetworkElement::Kind;

static void add(std::vector<ReferenceBranch>& branches, const NetworkElement& e, int index) {
  using Law = ReferenceBranch::Law;
  ReferenceBranch b;
  b.element = index;
  b.value = e.value;
  const auto ends = [&](long double of_a, long double of_b) {
    b.ends.clear();
    if (e.a >= 0) b.ends.emplace_back(e.a, of_a);
    if (e.b >= 0) b.ends.emplace_back(e.b, of_b);
  };
  ends(1, -1);
  static const std::map<Kind, Law> laws{
      {Kind::Capacity, Law::Capacity},     {Kind::Inductance, Law::Inductance},
      {Kind::Resistance, Law::Resistance}, {Kind::AcrossSource, Law::Across},
      {Kind::ThroughSource, Law::Through}, {Kind::Gear, Law::Across},
      {Kind::Switch, Law::Switch},         {Kind::OneWay, Law::OneWay},
      {Kind::Friction, Law::Friction},     {Kind::Clutch, Law::Friction},
      {Kind::Stop, Law::OneWay},           {Kind::Converter, Law::Across},
      {Kind::Gyrator, Law::Gyrator}};
  b.law = laws.at(e.kind);
  b.kinetic = e.kinetic, b.breakaway = e.breakaway;
  if (e.kind == Kind::Gear) ends(1, -static_cast<long double>(e.value));
  const auto other_side = [&](long double of_c, long double of_d) {
    if (e.c >= 0) b.ends.emplace_back(e.c, of_c);
    if (e.d >= 0) b.ends.emplace_back(e.d, of_d);
  };
  if (e.kind == Kind::Converter) other_side(-static_cast<long double>(e.value), e.value);
  if (e.kind == Kind::Gyrator) {
    b.partner = 1;
    branches.push_back(b);
    b.ends.clear();
    other_side(1, -1);
    b.value = -b.value;
    b.partner = -1;
  }
  if (e.kind == Kind::Stop) {
    b.side = 1;
    branches.push_back(b);
    ends(-1, 1);
    b.side = -1;
  }
  branches.push_back(b);
}

std::vector<ReferenceBranch> branches_of(const NetworkSpec& spec) {
  std::vector<ReferenceBranch> branches;
  for (std::size_t k = 0; k < spec.elements.size(); ++k) add(branches, spec.elements[k], static_cast<int>(k));
  return branches;
}

}  // namespace sim
