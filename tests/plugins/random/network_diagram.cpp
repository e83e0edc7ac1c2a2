#include "tests/plugins/random/network_diagram.h"

#include <algorithm>
#include <random>

#include "sim_core/base/text.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

using Kind = NetworkElement::Kind;

struct DomainBlocks {
  std::string group;  // how the names of its other blocks begin
  std::string capacity, capacity_value, start, resistance, resistance_value;
  bool conductance = false;
  std::string across_source, through_source, sensor, reference;
};
DomainBlocks mechanical(const std::string& word, const char* body, const char* mass, const char* push) {
  const std::string group = "driveline/" + word;
  return {group,
          body,
          mass,
          "v0",
          group + "_damper",
          "d",
          true,
          group + "_motion_source",
          push,
          group + "_motion_sensor",
          group + "_reference"};
}
const std::map<Domain, DomainBlocks> domain_blocks{
    {Domain::Rotational, mechanical("rotational", "driveline/inertia", "J", "driveline/torque_source")},
    {Domain::Translational, mechanical("translational", "driveline/mass", "m", "driveline/force_source")},
    {Domain::Electrical,
     {"electrical/", "electrical/capacitor", "C", "v0", "electrical/resistor", "R", false,
      "electrical/controlled_voltage_source", "electrical/controlled_current_source",
      "electrical/voltage_sensor", "electrical/reference"}},
    {Domain::Hydraulic,
     {"hydraulic/", "hydraulic/volume", "V", "p0", "hydraulic/resistance", "R", false,
      "hydraulic/controlled_pressure_source", "hydraulic/controlled_flow_source", "hydraulic/pressure_sensor",
      "hydraulic/reference"}},
    {Domain::Magnetic,
     {"magnetic/", "magnetic/reluctance", "", "", "", "", false, "magnetic/mmf_source", "",
      "magnetic/mmf_sensor", "magnetic/reference"}}};

class Writer {
 public:
  Writer(const NetworkSpec& spec, const NetworkVariant& variant)
      : spec_(spec), variant_(variant), random_(variant.order) {}

  Diagram write() {
    ports_.resize(static_cast<std::size_t>(spec_.nodes));
    std::vector<std::size_t> order(spec_.elements.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    shuffle(order);
    for (std::size_t k : order) add(spec_.elements[k]);
    for (std::size_t k = 0; k < spec_.watched.size(); ++k) watch(spec_.watched[k], "n" + std::to_string(k));
    add_grounds();
    for (std::vector<Port>& node : ports_) join_all(node);
    for (auto& [domain, ports] : grounds_) join_all(ports);
    std::string instants;
    for (double t : spec_.instants) instants += to_text(t * variant_.time) + " ";
    m_.set("StopTime", to_text(spec_.end * variant_.time)).set("Solver", "ode45");
    m_.set("OutputOption", "AdditionalOutputTimes").set("OutputTimes", "[" + instants + "]");
    return m_.diagram;
  }

 private:
  struct Port {
    Id block;
    int port;
  };

  template <class T>
  void shuffle(std::vector<T>& things) {
    if (variant_.order == 0) return;
    for (std::size_t k = things.size(); k > 1; --k) std::swap(things[k - 1], things[random_() % k]);
  }

  void join_all(std::vector<Port>& node) {
    shuffle(node);
    for (std::size_t k = 1; k < node.size(); ++k)
      m_.join(node[k - 1].block, node[k - 1].port, node[k].block, node[k].port);
  }
  Domain domain_of(const NetworkElement& e) const {
    return spec_.domains.at(static_cast<std::size_t>(e.a >= 0 ? e.a : e.b));
  }
  void attach(Id block, int port, int node, Domain domain) {
    (node < 0 ? grounds_[domain] : ports_[static_cast<std::size_t>(node)]).push_back({block, port});
  }
  Id two(const NetworkElement& e, const std::string& type, std::map<std::string, std::string> parameters) {
    last_ = m_.block(type, e.name, std::move(parameters));
    attach(last_, 0, e.a, domain_of(e));
    attach(last_, 1, e.b, domain_of(e));
    return last_;
  }
  std::string text(double v) const { return to_text(v); }

  // The block of a signal times `by`, or of its slope.
  Id signal(const NetworkElement& e, double by, bool slope = false) {
    const NetworkSignal& s = e.signal;
    const std::string name = e.name + (slope ? " slope" : " signal");
    if (slope) by /= variant_.time;
    if (s.is_sine()) {
      const double omega = 2 * std::numbers::pi * s.frequency;
      return m_.block("sources/sine_wave", name,
                      {{"amplitude", text(by * s.amplitude * (slope ? omega : 1))},
                       {"frequency", text(omega / variant_.time)},
                       {"phase", text(s.phase + (slope ? std::numbers::pi / 2 : 0))}});
    }
    std::string times, values;
    const auto add = [&](double t, double v) {
      times += text(t * variant_.time) + " ";
      values += text(v * by) + " ";
    };
    for (std::size_t k = 0; k < s.times.size(); ++k) {
      if (!slope) {
        add(s.times[k], s.values[k]);
        continue;
      }
      if (k == 0) continue;
      const double rise =
          s.times[k] > s.times[k - 1] ? (s.values[k] - s.values[k - 1]) / (s.times[k] - s.times[k - 1]) : 0;
      add(s.times[k - 1], rise);
      add(s.times[k], rise);
    }
    if (slope) add(s.times.back(), 0), add(s.times.back() + 1, 0);
    if (!slope && s.times.size() == 1)
      return m_.block("sources/constant", name, {{"value", text(s.values[0] * by)}});
    return m_.block("sources/piecewise_linear", name,
                    {{"times", "[" + times + "]"},
                     {"values", "[" + values + "]"},
                     {"OutputAfterFinalValue", "Holding final value"}});
  }

  // One number each, in the block's own parameters.
  void add_passive(const NetworkElement& e) {
    const double z = variant_.impedance, t = variant_.time;
    const Domain domain = domain_of(e);
    const DomainBlocks& blocks = domain_blocks.at(domain);
    if (e.kind == Kind::Resistance) {
      const bool conducts = blocks.conductance;
      two(e, blocks.resistance,
          {{blocks.resistance_value, text(conducts ? 1 / (e.value * z) : e.value * z)}});
    } else if (e.kind == Kind::Inductance) {
      const double value = e.value * t * z;
      if (domain == Domain::Hydraulic)
        two(e, "hydraulic/inertia", {{"l", text(value)}, {"A", "1"}, {"rho", "1"}, {"q0", text(e.initial)}});
      else if (domain == Domain::Electrical)
        two(e, "electrical/inductor", {{"L", text(value)}, {"i0", text(e.initial)}});
      else
        two(e, blocks.group + "_spring", {{"k", text(1 / value)}, {"phi0", text(e.initial * value)}});
    } else if (domain == Domain::Magnetic) {
      add_core(e);
    } else {
      std::map<std::string, std::string> parameters{{blocks.capacity_value, text(e.value * t / z)},
                                                    {blocks.start, text(e.initial * z)}};
      if (domain == Domain::Hydraulic) parameters["beta"] = "1";
      if (domain == Domain::Electrical)
        two(e, blocks.capacity, parameters);
      else
        attach(m_.block(blocks.capacity, e.name, parameters), 0, e.a, domain);
    }
  }
  // A piece of a core, or a magnet that is one whose flux does not begin at 0.
  void add_core(const NetworkElement& e) {
    constexpr double vacuum_permeability = 1.25663706212e-6;
    std::map<std::string, std::string> parameters{
        {"l", text(vacuum_permeability)}, {"A", "1"}, {"mu_r", text(e.value)}};
    const bool magnet = e.name.starts_with("magnet");
    if (magnet)
      parameters["Br"] = text(-e.initial * e.value);
    else
      parameters["phi0"] = text(e.initial * e.value);
    two(e, magnet ? "magnetic/permanent_magnet" : "magnetic/reluctance", parameters);
  }
  void add_converter(const NetworkElement& e) {
    const Domain here = domain_of(e), there = spec_.domains.at(static_cast<std::size_t>(e.c));
    struct Form {
      const char *type, *value;
      std::vector<int> ports;  // at a, b, c, d
      bool inverse = false;
    };
    static const std::map<std::pair<Domain, Domain>, Form> forms{
        {{Domain::Electrical, Domain::Rotational}, {"converters/rotational", "K", {0, 1, 2, 3}}},
        {{Domain::Electrical, Domain::Translational}, {"converters/translational", "K", {0, 1, 2, 3}}},
        {{Domain::Translational, Domain::Rotational}, {"driveline/wheel", "r", {1, -1, 0, -1}}},
        {{Domain::Electrical, Domain::Magnetic}, {"magnetic/winding", "N", {0, 1, 3, 2}, true}},
        {{Domain::Translational, Domain::Hydraulic},
         {"converters/hydraulic_translational", "A", {1, 2, 0, -1}}},
        {{Domain::Rotational, Domain::Hydraulic}, {"converters/hydraulic_rotational", "D", {2, 3, 0, 1}}}};
    const Form& form = forms.at({here, there});
    const Id block = m_.block(form.type, e.name, {{form.value, text(form.inverse ? 1 / e.value : e.value)}});
    const int nodes[] = {e.a, e.b, e.c, e.d};
    for (std::size_t k = 0; k < 4; ++k)
      if (form.ports[k] >= 0) attach(block, form.ports[k], nodes[k], k < 2 ? here : there);
  }

  void add(const NetworkElement& e) {
    const double z = variant_.impedance, t = variant_.time;
    const std::string group = domain_blocks.at(domain_of(e)).group;
    const Domain domain = domain_of(e);
    switch (e.kind) {
      case Kind::Capacity:
      case Kind::Inductance:
      case Kind::Resistance:
        add_passive(e);
        break;
      case Kind::AcrossSource: {
        const Id value = signal(e, z), slope = signal(e, z, true);
        m_.connect(value, two(e, domain_blocks.at(domain).across_source, {}), 0);
        m_.connect(slope, last_, 1);
        break;
      }
      case Kind::ThroughSource: {
        const Id value = signal(e, 1);
        m_.connect(value, two(e, domain_blocks.at(domain).through_source, {}), 0);
        const bool takes_slope = domain != Domain::Rotational && domain != Domain::Translational;
        if (const Id source = last_; takes_slope) m_.connect(signal(e, 1, true), source, 1);
        break;
      }
      case Kind::Gear:
        if (domain == Domain::Rotational) {
          two(e, "driveline/gear", {{"n", text(e.value)}});
        } else {
          const Id block = m_.block("electrical/transformer", e.name, {{"n", text(e.value)}});
          const int nodes[] = {e.a, -1, e.b, -1};
          for (int k = 0; k < 4; ++k) attach(block, k, nodes[k], domain);
        }
        break;
      case Kind::Switch:
        m_.connect(signal(e, 1), two(e, "electrical/switch", {}), 0);
        break;
      case Kind::OneWay:
        if (domain == Domain::Rotational) {
          two(e, "driveline/one_way_clutch", {});
        } else {
          const Id block = m_.block("electrical/diode", e.name);
          attach(block, 0, e.b, domain), attach(block, 1, e.a, domain);
        }
        break;
      case Kind::Friction:
        two(e, group + "_friction", {{"Fc", text(e.kinetic)}, {"Fs", text(e.breakaway)}});
        break;
      case Kind::Clutch: {
        const std::map<std::string, std::string> discs{
            {"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", text(e.kinetic)}, {"mu_s", text(e.breakaway)}};
        const Id pressure = signal(e, 1);
        if (e.b >= 0) {
          m_.connect(pressure, two(e, "driveline/clutch", discs), 0);
        } else {
          const Id brake = m_.block("driveline/brake", e.name, discs);
          attach(brake, 0, e.a, domain);
          m_.connect(pressure, brake, 0);
        }
        break;
      }
      case Kind::Stop:
        two(e, group + "_hard_stop",
            {{"upper", text(e.upper * t * z)},
             {"lower", text(e.lower * t * z)},
             {"x0", text(e.initial * t * z)}});
        break;
      case Kind::Converter:
      case Kind::Gyrator:
        add_converter(e);
        break;
    }
  }

  void watch(int node, const std::string& name) {
    const Domain domain = spec_.domains.at(static_cast<std::size_t>(node));
    const Id sensor = m_.block(domain_blocks.at(domain).sensor, name + " sensor");
    attach(sensor, 0, node, domain);
    attach(sensor, 1, -1, domain);
    m_.connect(sensor, m_.block("sinks/scope", name + " scope"));
    m_.diagram.blocks.at(sensor).signal_names[0] = name;
  }

  void add_grounds() {
    for (const auto& [domain, blocks] : domain_blocks) {
      if (!grounds_.contains(domain)) continue;
      const Id ground = m_.block(blocks.reference, std::string("ground of ") + name_of(domain));
      if (variant_.ground == 0) {
        attach(ground, 0, -1, domain);
        continue;
      }
      const Id raise = m_.block("electrical/voltage_source", "raise", {{"V", text(variant_.ground)}});
      attach(raise, 0, -1, domain);
      m_.join(raise, 1, ground, 0);
    }
  }

  const NetworkSpec& spec_;
  const NetworkVariant& variant_;
  std::mt19937 random_;
  ModelBuilder m_;
  std::vector<std::vector<Port>> ports_;         // by node
  std::map<Domain, std::vector<Port>> grounds_;  // what is at the reference of each domain
  Id last_ = no_id;                              // block
};

}  // namespace

Diagram network_diagram(const NetworkSpec& spec, const NetworkVariant& variant) {
  return Writer(spec, variant).write();
}

}  // namespace sim
