#pragma once
// Writes diagrams of hydraulic networks in tests.
#include <cmath>

#include "tests/support/network_builder.h"

namespace sim {

struct HydraulicModel : NetworkBuilder {
  HydraulicModel() { set("AlgebraicLoopMsg", "none").set("UnconnectedOutput", "none"); }
  Id open() {
    if (open_ == no_id) open_ = block("hydraulic/reference", "open");
    return open_;
  }
  Id floor() {
    if (floor_ == no_id) floor_ = block("driveline/translational_reference", "floor");
    return floor_;
  }
  Id supply(const std::string& p, const std::string& name = "supply") {
    const Id source = block("hydraulic/pressure_source", name, {{"p", p}});
    join(source, 1, open(), 0);
    return source;
  }
  // V / beta = 1e-12 m^3/Pa.
  Id vessel(const std::string& name, const std::string& p0, const std::string& v = "1e-3") {
    return block("hydraulic/volume", name, {{"V", v}, {"beta", "1e9"}, {"p0", p0}});
  }
  Id between(const std::string& type, std::map<std::string, std::string> parameters, Id a, Id b,
             bool turned) {
    const Id element = block(type, "element", std::move(parameters));
    join(turned ? b : a, 0, element, 0).join(turned ? a : b, 0, element, 1);
    return element;
  }
  void gauge(Id at, const std::string& name, int port = 0) {
    const Id sensor = block("hydraulic/pressure_sensor", name + " sensor");
    join(at, port, sensor, 0).join(sensor, 1, open(), 0);
    record(sensor, 0, name);
  }
  // Of what flows out of `from` into `to`.
  void meter(Id from, int out, Id to, int in, const std::string& name) {
    const Id sensor = block("hydraulic/flow_sensor", name + " sensor");
    join(from, out, sensor, 0).join(sensor, 1, to, in);
    record(sensor, 0, name);
  }
  Id flow(const std::string& value) {
    const Id source = block("hydraulic/controlled_flow_source", "flow");
    connect(constant("flow value", value), source, 0).connect(constant("flow slope", "0"), source, 1);
    join(source, 1, open(), 0);
    return source;
  }
  void speed(Id of, int port, const std::string& name) {
    const Id sensor = block("driveline/translational_motion_sensor", name + " sensor");
    join(of, port, sensor, r).join(sensor, c, floor(), 0);
    record(sensor, 0, name);
  }

 private:
  Id open_ = no_id, floor_ = no_id;
};

inline double orifice_flow(double area, double dp, double cd = 0.7, double rho = 850, double pt = 1e3) {
  return cd * area * std::sqrt(2 / rho) * dp / std::sqrt(std::sqrt(dp * dp + pt * pt));
}

}  // namespace sim
