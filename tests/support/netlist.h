#pragma once
// Writes physical networks in tests as a list of elements between nodes that have names: "0" is the
// reference.
//
//   Netlist n("electrical/reference");
//   n.add("electrical/resistor", {"a", "0"}, {{"R", "5"}});
#include <map>
#include <string>
#include <vector>

#include "sim_core/base/text.h"
#include "tests/support/model_builder.h"

namespace sim {

// So that the number is read as it was.
inline std::string digits(double v) { return to_text(v); }

class Netlist : public ModelBuilder {
 public:
  using Parameters = std::map<std::string, std::string>;
  explicit Netlist(std::string reference) : reference_(std::move(reference)) {}

  // One node for each conserving port.
  Id add(const std::string& type, const std::vector<std::string>& nodes, const Parameters& parameters = {}) {
    const Id id = block(type, type.substr(type.find('/') + 1) + " " + std::to_string(++count_), parameters);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      if (nodes[k] == "0" && !first_.contains("0")) first_["0"] = {block(reference_, "reference"), 0};
      const auto [it, fresh] = first_.try_emplace(nodes[k], id, static_cast<int>(k));
      if (!fresh) join(it->second.first, it->second.second, id, static_cast<int>(k));
    }
    return id;
  }
  // With signals at its inputs.
  Id driven(const std::string& type, const std::vector<std::string>& nodes, const std::vector<Id>& signals,
            const Parameters& parameters = {}) {
    const Id id = add(type, nodes, parameters);
    for (std::size_t k = 0; k < signals.size(); ++k) connect(signals[k], 0, id, static_cast<int>(k));
    return id;
  }
  Id signal(const std::string& type, const Parameters& parameters) {
    return block("sources/" + type, type + " " + std::to_string(++count_), parameters);
  }
  Id constant(double v) { return signal("constant", {{"value", digits(v)}}); }
  void record(Id of, int output, const std::string& name) {
    connect(of, output, block("sinks/scope", name + " scope"), 0);
    diagram.blocks.at(of).signal_names[output] = name;
  }
  // What a sensor of this type between two nodes shows.
  void watch(const std::string& sensor, const std::string& from, const std::string& to,
             const std::string& name) {
    record(add(sensor, {from, to}), 0, name);
  }
  void run_to(double stop, const std::string& instants = "[]") {
    set("StopTime", digits(stop)).set("RelTol", "1e-10");
    if (instants != "[]") set("OutputOption", "AdditionalOutputTimes").set("OutputTimes", instants);
  }

 private:
  std::string reference_;
  std::map<std::string, std::pair<Id, int>> first_;  // a port at each node
  int count_ = 0;
};

}  // namespace sim
