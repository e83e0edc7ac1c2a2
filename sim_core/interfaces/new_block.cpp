#include "sim_core/interfaces/new_block.h"

#include <set>

namespace sim {

// The first number no port of this kind in this level has.
static int free_port_number(const Diagram& diagram, Id parent, const std::string& type) {
  std::set<std::string> taken;
  for (const auto& [id, block] : diagram.blocks)
    if (block.parent == parent && block.type == type) {
      const auto it = block.parameters.find("port");
      taken.insert(it == block.parameters.end() ? "1" : it->second);
    }
  int number = 1;
  while (taken.contains(std::to_string(number))) ++number;
  return number;
}

namespace {

struct Orientation {
  int rotation = 0;
  bool flipped = false;
};

}  // namespace

// What new blocks say; where a file says nothing, it was made before, and stays as it looks.
static const std::map<std::string, std::map<std::string, std::string>> said_by_new{
    {"sinks/scope", {{"layout", "1x1"}}}};  // reference and response in one plot

// Drawn upright in circuits, plus above; what a sensor measures leaves it to the right.
static const std::map<std::string, Orientation> upright{{"electrical/voltage_source", {1, false}},
                                                        {"electrical/sine_voltage_source", {1, false}},
                                                        {"electrical/voltage_sensor", {3, true}}};

Block new_block(const Diagram& diagram, const BlockType& type, Id parent,
                const std::map<std::string, std::string>& parameters) {
  Block block;
  block.parent = parent;
  block.name = type.label;
  block.type = type.id;
  block.size = {static_cast<double>(type.default_width), static_cast<double>(type.default_height)};
  block.parameters = parameters;
  if (const auto stands = upright.find(type.id); stands != upright.end())
    block.rotation = stands->second.rotation, block.flipped = stands->second.flipped;
  if (const auto said = said_by_new.find(type.id); said != said_by_new.end())
    block.parameters.insert(said->second.begin(), said->second.end());
  if (type.role == BlockRole::Inport || type.role == BlockRole::Outport ||
      type.role == BlockRole::ConnectionPort)
    if (const int number = free_port_number(diagram, parent, type.id); number > 1)
      block.parameters.try_emplace("port", std::to_string(number));
  return block;
}

}  // namespace sim
