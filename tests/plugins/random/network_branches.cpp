#include "tests/plugins/random/network_branches.h"

namespace sim {

void add_branches(const NetworkElement& e, int index, std::vector<ReferenceBranch>& branches) {
  using Real = long double;
  using Kind = NetworkElement::Kind;
  using Law = ReferenceBranch::Law;
  ReferenceBranch b;
  b.element = index;
  b.value = e.value;
  const auto ends = [&](Real of_a, Real of_b) {
    b.ends.clear();
    if (e.a >= 0) b.ends.emplace_back(e.a, of_a);
    if (e.b >= 0) b.ends.emplace_back(e.b, of_b);
  };
  ends(1, -1);
  switch (e.kind) {
    case Kind::Capacity:
      b.law = Law::Capacity;
      break;
    case Kind::Inductance:
      b.law = Law::Inductance;
      break;
    case Kind::Resistance:
      b.law = Law::Resistance;
      break;
    case Kind::AcrossSource:
      b.law = Law::Across;
      break;
    case Kind::ThroughSource:
      b.law = Law::Through;
      break;
    case Kind::Switch:
      b.law = Law::Switch;
      break;
    case Kind::OneWay:
      b.law = Law::OneWay;
      break;
    case Kind::Gear:
      b.law = Law::Across;
      ends(1, -Real(e.value));
      break;
    case Kind::Friction:
    case Kind::Clutch:
      b.law = Law::Friction;
      b.kinetic = e.kinetic;
      b.breakaway = e.breakaway;
      break;
    case Kind::Stop:
      b.law = Law::OneWay;
      b.side = 1;
      branches.push_back(b);
      ends(-1, 1);
      b.side = -1;
      break;
  }
  branches.push_back(b);
}

}  // namespace sim
