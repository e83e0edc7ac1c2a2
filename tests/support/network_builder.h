#pragma once
// Writes diagrams of physical networks in tests.
#include "tests/support/model_builder.h"

namespace sim {

inline constexpr int r = 0, c = 1;  // conserving ports of elements with two

class NetworkBuilder : public ModelBuilder {
 public:
  Id inertia(const std::string& name, const std::string& j, const std::string& v0 = "0") {
    return block("driveline/inertia", name, {{"J", j}, {"v0", v0}});
  }
  Id constant(const std::string& name, const std::string& value) {
    return block("sources/constant", name, {{"value", value}});
  }
  // Records the speed of what is at this port.
  void watch(Id of, int port, const std::string& name) {
    const Id sensor = block("driveline/rotational_motion_sensor", name + " sensor");
    join(of, port, sensor, r).join(sensor, c, ground(), 0);
    record(sensor, 0, name);
  }
  void record(Id of, int output, const std::string& name) {
    connect(of, output, block("sinks/scope", name + " scope"), 0);
    diagram.blocks.at(of).signal_names[output] = name;
  }
  // Ends at `stop`, and gives these instants besides.
  void run_to(const std::string& stop, const std::string& instants = "[]") {
    set("StopTime", stop).set("RelTol", "1e-10");
    if (instants != "[]") set("OutputOption", "AdditionalOutputTimes").set("OutputTimes", instants);
  }
  Id ground() {
    if (ground_ == no_id) ground_ = block("driveline/rotational_reference", "ground");
    return ground_;
  }

 private:
  Id ground_ = no_id;
};

}  // namespace sim
