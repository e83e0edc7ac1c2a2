#pragma once
// A physical network as a list of elements between nodes, from which tests write a diagram
// (network_diagram.h) and which a reference solves by itself (network_reference.h).
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "sim_core/base/domain.h"

namespace sim {

// A signal of time: straight between instants (two equal instants make a jump) and held outside, or a sine.
struct NetworkSignal {
  std::vector<double> times{0}, values{0};
  double amplitude = 0, frequency = 0, phase = 0;  // of the sine, where the frequency (Hz) is not 0
  bool is_sine() const { return frequency != 0; }
  static NetworkSignal constant(double v) { return {{0}, {v}, 0, 0, 0}; }
};

// across is the potential at `a` less that at `b`; through is what flows from a to b in the element: what
// power it takes is their product.
struct NetworkElement {
  enum class Kind {
    Capacity,       // value C: C d(across)/dt = through. A body: b is the reference
    Inductance,     // value L: L d(through)/dt = across. A spring of stiffness 1 / L
    Resistance,     // value R: across = R through. A damper of coefficient 1 / R
    AcrossSource,   // across = signal
    ThroughSource,  // through = -signal
    Gear,           // value n: potential at a = n times that at b; n through flows out at b
    Switch,         // closed (across = 0) while the signal is above 0.5, else open (through = 0)
    OneWay,         // across >= 0, through <= 0, one of them 0. A diode conducts from b to a
    Friction,       // through is kinetic one way or the other, or at most breakaway while across = 0
    Clutch,         // the same with both times the signal
    Stop,           // lower <= x <= upper, dx/dt = across
    Converter,      // value K: across = K (potential at c - that at d), between two domains
    Gyrator         // value K: through = -K (that across c and d), and through from c to d = K across
  };
  Kind kind = Kind::Resistance;
  int a = 0, b = -1;  // nodes; -1: the reference of the domain
  int c = 0, d = -1;  // of what leads from one domain to another: the other side
  double value = 1, initial = 0;
  double kinetic = 0, breakaway = 0;
  double lower = 0, upper = 0;
  NetworkSignal signal;
  std::string name;
};

struct NetworkSpec {
  bool mechanical = false;
  int nodes = 0;
  std::vector<Domain> domains;  // by node
  std::vector<NetworkElement> elements;
  double end = 1;
  std::vector<int> watched;      // nodes whose potentials are compared
  std::vector<double> instants;  // when
};

}  // namespace sim
