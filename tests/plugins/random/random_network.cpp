#include "tests/plugins/random/random_network.h"

#include <algorithm>

#include "tests/plugins/random/network_draw.h"

namespace sim {

namespace {

class Draw : NetworkDraw {
 public:
  explicit Draw(unsigned seed) : NetworkDraw(seed) {}

  NetworkSpec network() {
    spec_.mechanical = chance(55);
    spec_.end = 3;
    for (int k = number(2, 4); k > 0; --k) new_node();
    rest_ = chance(30);
    if (spec_.mechanical)
      mechanical();
    else
      electrical();
    for (int k = 0; k < 8; ++k) spec_.instants.push_back(between(0.02, 1) * spec_.end);
    spec_.instants.push_back(spec_.end);
    std::sort(spec_.instants.begin(), spec_.instants.end());
    spec_.domains.assign(static_cast<std::size_t>(spec_.nodes),
                         spec_.mechanical ? Domain::Rotational : Domain::Electrical);
    return spec_;
  }

 private:
  double start() { return rest_ || chance(20) ? 0 : between(-2, 2); }

  int other(int node) {
    int to = number(-1, spec_.nodes - 2);
    return to >= node ? to + 1 : to;
  }

  void mechanical() {
    for (int node = 0; node < spec_.nodes; ++node) {
      if (node > 0 && chance(15)) {  // without a mass: something without a limit moves it
        add(chance(50) ? Kind::Resistance : Kind::Inductance, "flexible", node, number(0, node - 1)).initial =
            0;
        if (spec_.elements.back().kind == Kind::Inductance) add(Kind::Resistance, "damper", node, -1);
        continue;
      }
      add(Kind::Capacity, "body", node, -1).initial = start();
      spec_.watched.push_back(node);
    }
    for (int k = number(0, 2); k > 0; --k) {
      const int a = number(0, spec_.nodes - 1), b = other(a);
      if (chance(50))
        add(Kind::Resistance, "damper", a, b);
      else
        add(Kind::Inductance, "spring", a, b).initial = chance(50) ? 0 : between(-1, 1);
    }
    if (chance(30) && spec_.nodes > 2)
      if (const int a = number(0, spec_.nodes - 1), b = number(0, spec_.nodes - 1); a != b && unite(a, b))
        add(Kind::Gear, "gear", a, b).value = sign() * size();
    int switching = 0;
    for (int k = number(1, 3); k > 0; --k) {
      const int a = number(0, spec_.nodes - 1), b = other(a);
      if (!unite(a, b)) continue;
      ++switching;
      const int kind = number(0, 4);
      if (kind == 0) {
        add(Kind::OneWay, "freewheel", a, b);
      } else if (kind == 1) {
        NetworkElement& e = add(Kind::Stop, "stop", a, b);
        e.lower = -between(0.1, 0.8), e.upper = between(0.1, 0.8);
      } else {
        NetworkElement& e =
            add(kind == 2 ? Kind::Friction : Kind::Clutch, kind == 2 ? "friction" : "clutch", a, b);
        e.kinetic = size();
        e.breakaway = chance(50) ? e.kinetic : e.kinetic * between(1.05, 1.6);
        if (kind != 2) e.signal = chance(50) ? steps(0, 1.5, 3) : ramps(0, 1.5, 3);
        if (kind != 2 && chance(40)) e.signal.values[0] = 0;
      }
    }
    for (int k = number(1, 2); k > 0; --k) {
      const int a = number(0, spec_.nodes - 1);
      add(Kind::ThroughSource, "torque", a, chance(70) ? -1 : other(a)).signal = signal(3);
    }
  }

  void electrical() {
    for (int node = 0; node < spec_.nodes; ++node) {  // something without a limit to what is there already
      const int to = number(-1, node - 1);
      if (chance(60))
        add(Kind::Resistance, "R", node, to);
      else if (chance(50))
        add(Kind::Capacity, "C", node, to).initial = start();
      else
        add(Kind::Inductance, "L", node, to).initial = start();
      spec_.watched.push_back(node);
    }
    for (int k = number(1, 3); k > 0; --k) {
      const int a = number(0, spec_.nodes - 1), b = other(a), kind = number(0, 4);
      if (kind < 2)
        add(Kind::Capacity, "C", a, b).initial = start();
      else if (kind < 4)
        add(Kind::Inductance, "L", a, b).initial = start();
      else
        add(Kind::Resistance, "R", a, b);
    }
    for (int k = number(1, 2); k > 0; --k) source();
    for (int k = number(1, 3); k > 0; --k) {
      const int a = number(0, spec_.nodes - 1), b = other(a);
      if (!unite(a, b)) continue;
      if (chance(70))
        add(Kind::OneWay, "D", a, b);
      else
        add(Kind::Switch, "S", a, b).signal = pulses();
    }
  }
  void source() {
    const int a = number(0, spec_.nodes - 1);
    if (chance(50) && unite(a, -1)) {
      add(Kind::AcrossSource, "V", a, -1).signal = signal(3);
    } else if (chance(50)) {
      add(Kind::ThroughSource, "I", a, -1).signal = signal(2);
    } else {  // with a resistance of its own
      const int inner = new_node();
      add(Kind::AcrossSource, "V", inner, -1).signal = signal(3);
      add(Kind::Resistance, "R", a, inner).value = size() * 0.5;
      unite(inner, -1);
    }
  }
  NetworkSignal pulses() {
    NetworkSignal s = NetworkSignal::constant(chance(50) ? 1 : 0);
    for (int k = number(1, 4); k > 0; --k) {
      s.times.push_back(s.times.back() + between(0.1, 1));
      s.values.push_back(s.values.back());
      s.times.push_back(s.times.back());
      s.values.push_back(1 - s.values.back());
    }
    return s;
  }

  bool rest_ = false;
};

}  // namespace

NetworkSpec random_network(unsigned seed) { return Draw(seed).network(); }

}  // namespace sim
