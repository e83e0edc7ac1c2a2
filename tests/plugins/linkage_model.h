#pragma once
// Writes diagrams of cranks, cams and what they move in tests.
#include <cmath>
#include <string>

#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"

namespace sim {

inline double final_value(const RunOutcome& run, const std::string& column) {
  return run.column(column).back();
}

struct LinkageModel : NetworkBuilder {
  LinkageModel() { set("AbsTol", "1e-12").set("UnconnectedOutput", "none").set("EnergyBalance", "error"); }
  Id mass(const std::string& m, const std::string& v0 = "0") {
    return block("driveline/mass", "mass", {{"m", m}, {"v0", v0}});
  }
  Id floor() {
    if (floor_ == no_id) floor_ = block("driveline/translational_reference", "floor");
    return floor_;
  }
  void speed(Id of, int port, const std::string& name) {
    const Id sensor = block("driveline/translational_motion_sensor", name + " sensor");
    join(of, port, sensor, r).join(sensor, c, floor(), 0);
    record(sensor, 0, name);
  }

 private:
  Id floor_ = no_id;
};

struct SliderAt {
  double value, slope;
};
inline SliderAt slider_at(double phi, double r, double l, double e) {
  const double h = r * std::sin(phi) - e, w = std::sqrt(l * l - h * h);
  return {r * std::cos(phi) + w, -r * std::sin(phi) - h * r * std::cos(phi) / w};
}

}  // namespace sim
