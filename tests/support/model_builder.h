#pragma once
// Writes diagrams in tests the way one would draw them:
//
//   ModelBuilder m;
//   Id x = m.block("continuous/integrator", "x", {{"x0", "1"}});
//   m.connect(gain, x).set("StopTime", "5");
#include <map>
#include <string>

#include "sim_core/diagram/diagram.h"

namespace sim {

class ModelBuilder {
 public:
  Id block(std::string type, std::string name, std::map<std::string, std::string> parameters = {},
           Id parent = no_id) {
    const Id id = diagram.new_id();
    Block b;
    b.type = std::move(type), b.name = std::move(name), b.parameters = std::move(parameters),
    b.parent = parent;
    diagram.blocks[id] = std::move(b);
    return id;
  }
  ModelBuilder& connect(Id from, int output, Id to, int input) {
    Line line;
    line.source = {from, output}, line.target = {to, input}, line.parent = diagram.blocks.at(from).parent;
    diagram.lines[diagram.new_id()] = std::move(line);
    return *this;
  }
  ModelBuilder& connect(Id from, Id to, int input = 0) { return connect(from, 0, to, input); }
  // Two conserving ports of physical components.
  ModelBuilder& join(Id a, int port_a, Id b, int port_b) {
    connect(a, port_a, b, port_b);
    Line& line = diagram.lines.rbegin()->second;
    line.source->kind = line.target->kind = PortKind::Conserving;
    return *this;
  }
  ModelBuilder& set(std::string setting, std::string value) {
    diagram.settings[std::move(setting)] = std::move(value);
    return *this;
  }
  ModelBuilder& variable(std::string name, std::string expression) {
    diagram.variables[diagram.new_id()] = Variable{std::move(name), std::move(expression), {}, {}, {}};
    return *this;
  }

  Diagram diagram;
};

}  // namespace sim
