#include "tests/plugins/random/random_domains.h"

#include <algorithm>
#include <array>

#include "tests/plugins/random/network_draw.h"

namespace sim {

namespace {

using Kind = NetworkElement::Kind;

struct Pair {
  Domain here, there;
  Kind kind;
  bool grounded_there = false;  // the other side has one port only
  bool grounded_here = false;
};
constexpr std::array<Pair, 6> pairs{{{Domain::Electrical, Domain::Rotational, Kind::Converter},
                                     {Domain::Electrical, Domain::Translational, Kind::Converter},
                                     {Domain::Translational, Domain::Rotational, Kind::Converter, true, true},
                                     {Domain::Electrical, Domain::Magnetic, Kind::Gyrator},
                                     {Domain::Translational, Domain::Hydraulic, Kind::Gyrator, true},
                                     {Domain::Rotational, Domain::Hydraulic, Kind::Gyrator}}};

bool is_mechanical(Domain domain) { return domain == Domain::Rotational || domain == Domain::Translational; }

class Draw : NetworkDraw {
 public:
  explicit Draw(unsigned seed) : NetworkDraw(seed) {}

  NetworkSpec network() {
    spec_.end = 3;
    for (int k = number(1, 3); k > 0; --k) convert(pairs[static_cast<std::size_t>(number(0, 5))]);
    for (int k = number(1, 3); k > 0; --k) add_passive();
    for (int k = number(1, 2); k > 0; --k) add_source();
    if (chance(50))
      for (int k = number(1, 2); k > 0; --k) add_switching();
    for (int node = 0; node < spec_.nodes; ++node) spec_.watched.push_back(node);
    for (int k = 0; k < 8; ++k) spec_.instants.push_back(between(0.02, 1) * spec_.end);
    spec_.instants.push_back(spec_.end);
    std::sort(spec_.instants.begin(), spec_.instants.end());
    return spec_;
  }

 private:
  double start() { return chance(40) ? 0 : between(-2, 2); }

  std::vector<int> nodes_of(Domain domain) const {
    std::vector<int> nodes;
    for (int k = 0; k < spec_.nodes; ++k)
      if (spec_.domains[static_cast<std::size_t>(k)] == domain) nodes.push_back(k);
    return nodes;
  }
  int any_of(const std::vector<int>& nodes) {
    return nodes[static_cast<std::size_t>(number(0, static_cast<int>(nodes.size()) - 1))];
  }
  // Of the same domain, or its reference.
  int other(int node) {
    std::vector<int> nodes = nodes_of(spec_.domains[static_cast<std::size_t>(node)]);
    nodes.erase(std::find(nodes.begin(), nodes.end(), node));
    nodes.push_back(-1);
    return any_of(nodes);
  }
  int an_earlier(Domain domain) {
    std::vector<int> nodes = nodes_of(domain);
    nodes.push_back(-1);
    return any_of(nodes);
  }

  // What has none moves at an instant, which the reference does not follow through friction and stops.
  bool has_mass(int node) const {
    return std::any_of(spec_.elements.begin(), spec_.elements.end(), [node](const NetworkElement& e) {
      return e.kind == Kind::Capacity && e.a == node && e.b < 0;
    });
  }

  // A node that something without a limit joins to what is there already.
  int add_node(Domain domain) {
    const int to = an_earlier(domain), node = new_node();
    spec_.domains.push_back(domain);
    takes_.push_back(true);
    const bool one_sided = domain != Domain::Electrical && domain != Domain::Magnetic;
    if (domain == Domain::Magnetic)
      add(Kind::Capacity, chance(30) ? "magnet" : "core", node, to).initial = start();
    else if (chance(is_mechanical(domain) ? 85 : 45))
      add(Kind::Capacity, "store", node, one_sided ? -1 : to).initial = start();
    else if (chance(65))
      add(Kind::Resistance, "loss", node, to);
    else
      add(Kind::Inductance, "delay", node, to).initial = start(), takes_.back() = false;
    return node;
  }
  int some_node(Domain domain) {
    const std::vector<int> nodes = nodes_of(domain);
    return nodes.empty() || (nodes.size() < 3 && chance(50)) ? add_node(domain) : any_of(nodes);
  }

  void convert(const Pair& pair) {
    const int a = some_node(pair.here), c = some_node(pair.there);
    const int b = pair.grounded_here ? -1 : other(a), d = pair.grounded_there ? -1 : other(c);
    if (pair.kind == Kind::Converter && (!unite(a, b) || !unite(c, d) || !unite(a, c))) return;
    NetworkElement& e = add(pair.kind, "converter", a, b);
    e.c = c, e.d = d;
    if (pair.here != Domain::Translational || pair.there != Domain::Rotational) e.value *= sign();
  }

  void add_passive() {
    const int a = number(0, spec_.nodes - 1), b = other(a);
    const Domain domain = spec_.domains[static_cast<std::size_t>(a)];
    if (domain == Domain::Magnetic)
      add(Kind::Capacity, "core", a, b).initial = start();
    else if (chance(50))
      add(Kind::Resistance, "loss", a, b);
    else if (chance(50))
      add(Kind::Inductance, "delay", a, b).initial = start();
    else if (domain == Domain::Electrical)
      add(Kind::Capacity, "store", a, b).initial = start();
  }

  void add_source() {
    const int a = number(0, spec_.nodes - 1);
    const Domain domain = spec_.domains[static_cast<std::size_t>(a)];
    if (domain == Domain::Magnetic) return;
    if (takes_[static_cast<std::size_t>(a)] && chance(60)) {
      add(Kind::ThroughSource, "push", a, -1).signal = signal(3);
      return;
    }
    const int inner = new_node();  // a source with a resistance of its own
    spec_.domains.push_back(domain);
    takes_.push_back(false);
    add(Kind::AcrossSource, "source", inner, -1).signal = signal(3);
    add(Kind::Resistance, "loss", a, inner).value = size() * 0.5;
    unite(inner, -1);
  }

  void add_switching() {
    const int a = number(0, spec_.nodes - 1), b = other(a);
    const Domain domain = spec_.domains[static_cast<std::size_t>(a)];
    if (domain == Domain::Magnetic || domain == Domain::Hydraulic) return;
    if (is_mechanical(domain) && !(has_mass(a) && (b < 0 || has_mass(b)))) return;
    if (!unite(a, b)) return;
    if (domain == Domain::Electrical) {
      if (chance(60))
        add(Kind::OneWay, "diode", a, b);
      else
        add(Kind::Switch, "switch", a, b).signal = steps(0, 1, 3);
    } else if (domain == Domain::Rotational && chance(40)) {
      add(Kind::OneWay, "freewheel", a, b);
    } else if (chance(40)) {
      NetworkElement& e = add(Kind::Stop, "stop", a, b);
      e.lower = -between(0.1, 0.8), e.upper = between(0.1, 0.8);
    } else {
      NetworkElement& e = add(Kind::Friction, "friction", a, b);
      e.kinetic = size();
      e.breakaway = chance(50) ? e.kinetic : e.kinetic * between(1.05, 1.6);
    }
  }

  std::vector<bool> takes_;  // by node: whether a source may push into it
};

}  // namespace

NetworkSpec random_domains(unsigned seed) { return Draw(seed).network(); }

}  // namespace sim
