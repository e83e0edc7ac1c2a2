#include "tests/plugins/random/network_diagram.h"

#include <algorithm>
#include <random>

#include "sim_core/base/text.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

using Kind = NetworkElement::Kind;

class Writer {
 public:
  Writer(const NetworkSpec& spec, const NetworkVariant& variant)
      : spec_(spec), variant_(variant), random_(variant.order) {}

  Diagram write() {
    ports_.resize(static_cast<std::size_t>(spec_.nodes) + 1);
    std::vector<std::size_t> order(spec_.elements.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    shuffle(order);
    for (std::size_t k : order) add(spec_.elements[k]);
    for (std::size_t k = 0; k < spec_.watched.size(); ++k) watch(spec_.watched[k], "n" + std::to_string(k));
    add_ground();
    for (std::vector<Port>& node : ports_) {
      shuffle(node);
      for (std::size_t k = 1; k < node.size(); ++k)
        m_.join(node[k - 1].block, node[k - 1].port, node[k].block, node[k].port);
    }
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

  void attach(Id block, int port, int node) {
    ports_[node < 0 ? ports_.size() - 1 : static_cast<std::size_t>(node)].push_back({block, port});
  }
  Id two(const NetworkElement& e, const std::string& type, std::map<std::string, std::string> parameters) {
    const Id block = m_.block(type, e.name, std::move(parameters));
    attach(block, 0, e.a);
    attach(block, 1, e.b);
    return block;
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

  void add(const NetworkElement& e) {
    const double z = variant_.impedance, t = variant_.time;
    const std::string group = spec_.mechanical ? "driveline/" : "electrical/";
    const auto named = [&](const char* mechanical, const char* electrical) {
      return group + (spec_.mechanical ? mechanical : electrical);
    };
    switch (e.kind) {
      case Kind::Capacity:
        if (spec_.mechanical)
          attach(m_.block("driveline/inertia", e.name,
                          {{"J", text(e.value * t / z)}, {"v0", text(e.initial * z)}}),
                 0, e.a);
        else
          two(e, "electrical/capacitor", {{"C", text(e.value * t / z)}, {"v0", text(e.initial * z)}});
        break;
      case Kind::Inductance:
        if (spec_.mechanical)
          two(e, "driveline/rotational_spring",
              {{"k", text(1 / (e.value * t * z))}, {"phi0", text(e.initial * e.value * t * z)}});
        else
          two(e, "electrical/inductor", {{"L", text(e.value * t * z)}, {"i0", text(e.initial)}});
        break;
      case Kind::Resistance:
        if (spec_.mechanical)
          two(e, "driveline/rotational_damper", {{"d", text(1 / (e.value * z))}});
        else
          two(e, "electrical/resistor", {{"R", text(e.value * z)}});
        break;
      case Kind::AcrossSource: {
        const Id value = signal(e, z), slope = signal(e, z, true);
        const Id source = two(e, named("rotational_motion_source", "controlled_voltage_source"), {});
        m_.connect(value, source, 0).connect(slope, source, 1);
        break;
      }
      case Kind::ThroughSource: {
        const Id value = signal(e, 1),
                 source = two(e, named("torque_source", "controlled_current_source"), {});
        m_.connect(value, source, 0);
        if (!spec_.mechanical) m_.connect(signal(e, 1, true), source, 1);
        break;
      }
      case Kind::Gear:
        if (spec_.mechanical) {
          two(e, "driveline/gear", {{"n", text(e.value)}});
        } else {
          const Id block = m_.block("electrical/transformer", e.name, {{"n", text(e.value)}});
          attach(block, 0, e.a), attach(block, 1, -1), attach(block, 2, e.b), attach(block, 3, -1);
        }
        break;
      case Kind::Switch:
        m_.connect(signal(e, 1), two(e, "electrical/switch", {}), 0);
        break;
      case Kind::OneWay:
        if (spec_.mechanical) {
          two(e, "driveline/one_way_clutch", {});
        } else {
          const Id block = m_.block("electrical/diode", e.name);
          attach(block, 0, e.b), attach(block, 1, e.a);
        }
        break;
      case Kind::Friction:
        two(e, "driveline/rotational_friction", {{"Fc", text(e.kinetic)}, {"Fs", text(e.breakaway)}});
        break;
      case Kind::Clutch: {
        const std::map<std::string, std::string> discs{
            {"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", text(e.kinetic)}, {"mu_s", text(e.breakaway)}};
        const Id pressure = signal(e, 1);
        if (e.b >= 0) {
          m_.connect(pressure, two(e, "driveline/clutch", discs), 0);
        } else {
          const Id brake = m_.block("driveline/brake", e.name, discs);
          attach(brake, 0, e.a);
          m_.connect(pressure, brake, 0);
        }
        break;
      }
      case Kind::Stop:
        two(e, "driveline/rotational_hard_stop",
            {{"upper", text(e.upper * t * z)},
             {"lower", text(e.lower * t * z)},
             {"x0", text(e.initial * t * z)}});
        break;
    }
  }

  void watch(int node, const std::string& name) {
    const Id sensor =
        m_.block(spec_.mechanical ? "driveline/rotational_motion_sensor" : "electrical/voltage_sensor",
                 name + " sensor");
    attach(sensor, 0, node);
    attach(sensor, 1, -1);
    m_.connect(sensor, m_.block("sinks/scope", name + " scope"));
    m_.diagram.blocks.at(sensor).signal_names[0] = name;
  }

  void add_ground() {
    const Id ground =
        m_.block(spec_.mechanical ? "driveline/rotational_reference" : "electrical/reference", "ground");
    if (variant_.ground == 0) return attach(ground, 0, -1);
    const Id raise = m_.block("electrical/voltage_source", "raise", {{"V", text(variant_.ground)}});
    attach(raise, 0, -1);
    m_.join(raise, 1, ground, 0);
  }

  const NetworkSpec& spec_;
  const NetworkVariant& variant_;
  std::mt19937 random_;
  ModelBuilder m_;
  std::vector<std::vector<Port>> ports_;  // by node; last those of the reference
};

}  // namespace

Diagram network_diagram(const NetworkSpec& spec, const NetworkVariant& variant) {
  return Writer(spec, variant).write();
}

}  // namespace sim
