#pragma once
// Writes diagrams of planar mechanisms in tests.
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"

namespace sim {

inline constexpr double gravity = 9.80665;

inline double last(const RunOutcome& run, const std::string& column) { return run.column(column).back(); }

struct PlanarModel : NetworkBuilder {
  using Parameters = std::map<std::string, std::string>;
  PlanarModel() {
    set("UnconnectedOutput", "none").set("RelTol", "1e-10").set("AbsTol", "1e-12").set("Refine", "1");
  }
  static constexpr int a = 0, b = 1, center = 2;  // ports of bodies

  Id world() { return block("planar/world", "world"); }
  Id place(const std::string& name, const std::string& x, const std::string& y) {
    return block("planar/fixed_frame", name, {{"x", x}, {"y", y}});
  }
  // A rod, 12 J = m l^2, from A to B.
  Id rod(const std::string& name, const std::string& l, Parameters more = {}, const std::string& m = "1") {
    Parameters all{
        {"m", m}, {"J", m + "*(" + l + ")^2/12"}, {"xA", "-(" + l + ")/2"}, {"xB", "(" + l + ")/2"}};
    more.merge(all);
    return block("planar/body", name, more);
  }
  Id between(const std::string& type, const std::string& name, Id from, int port, Id to, int other,
             Parameters parameters = {}) {
    const Id element = block("planar/" + type, name, std::move(parameters));
    join(from, port, element, 0).join(element, 1, to, other);
    return element;
  }
  Id revolute(const std::string& name, Id from, int port, Id to, int other) {
    return between("revolute_joint", name, from, port, to, other);
  }
  // Of a frame: name.x, name.y, name.angle, and their rates.
  void watch(const std::string& name, Id of, int port) {
    const Id sensor = block("planar/motion_sensor", name + " sensor");
    join(of, port, sensor, 0);
    const char* const quantities[] = {".x", ".y", ".angle", ".vx", ".vy", ".w"};
    for (int k = 0; k < 6; ++k) record(sensor, k, name + quantities[k]);
  }
};

}  // namespace sim
