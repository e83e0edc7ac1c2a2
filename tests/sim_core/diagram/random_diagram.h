#pragma once
// Random diagrams that keep the rules of the file: equal after writing and reading.
#include <random>
#include <string>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim::test {

class RandomDiagram {
 public:
  explicit RandomDiagram(unsigned seed) : random_(seed) {}

  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(int percent) { return number(1, 100) <= percent; }
  double coordinate() { return chance(50) ? number(-500, 500) : number(-500000, 500000) / 7.0; }
  Point point() { return {coordinate(), coordinate()}; }
  Size size() { return {number(1, 300) / 2.0 + 1, number(10, 200) * 1.1}; }
  std::string text() {
    static const std::string pieces[] = {"Gain", "\"",   "\\", "\n", "Ω ", "2*pi", "\t",  " ",
                                         "速度", "\x01", "x1", "é",  "{",  "]",    "null"};
    std::string out;
    for (int k = number(0, 4); k > 0; --k) out += pieces[number(0, 14)];
    return out;
  }
  UnknownMembers unknown() {
    if (!chance(10)) return {};
    return {{"x-shade", "\"red\""}, {"x-data", "{\"a\": [1, 2.50, null, true], \"0\": {}}"}};
  }
  template <class T>
  Id any(const std::map<Id, T>& elements) {
    auto it = elements.begin();
    std::advance(it, number(0, static_cast<int>(elements.size()) - 1));
    return it->first;
  }

  MaskParameter mask_parameter(const std::string& name) {
    MaskParameter p{name, chance(50) ? "Größe" : "", text(), chance(70)};
    p.editor = static_cast<MaskEditor>(number(0, 3));
    for (int k = chance(30) ? number(1, 3) : 0; k > 0; --k) p.choices.push_back(chance(80) ? "schnell" : "");
    if (chance(20)) p.unit = "N/m", p.description = text(), p.group = "Größen";
    if (chance(20)) p.minimum = coordinate(), p.maximum = coordinate();
    if (chance(20)) p.visible = text(), p.enabled = text();
    p.unknown = unknown();
    return p;
  }

  Mask mask() {
    Mask mask;
    for (int k = number(0, 3); k > 0; --k) mask.parameters.push_back(mask_parameter("K" + std::to_string(k)));
    if (chance(30)) mask.initialization = text(), mask.description = text();
    if (chance(30)) mask.icon = {static_cast<MaskIconKind>(number(0, 3)), text(), text(), text(), unknown()};
    mask.port_names = chance(80);
    return mask;
  }

  Block block(Diagram& d) {
    Block b;
    std::vector<Id> subsystems{no_id};
    for (const auto& [id, other] : d.blocks)
      if (other.type == "ports/subsystem") subsystems.push_back(id);
    b.parent = subsystems[static_cast<std::size_t>(number(0, static_cast<int>(subsystems.size()) - 1))];
    b.type = chance(20) ? "ports/subsystem" : chance(50) ? "math/gain" : "other/unknown";
    b.name = unique_block_name(d, b.parent, chance(50) ? "Gain" : "Größe \"1\"");
    b.position = point();
    if (chance(50)) b.size = size();
    if (chance(30)) b.rotation = number(0, 3);
    b.flipped = chance(20);
    if (chance(20)) b.commented = chance(50) ? CommentedOut::Out : CommentedOut::Through;
    for (int k = number(0, 3); k > 0; --k) b.parameters["p" + std::to_string(k)] = text();
    if (chance(20)) b.color = static_cast<BlockColor>(number(0, 8));
    if (chance(20)) b.priority = number(-3, 3);
    if (b.type == "ports/subsystem" && chance(60)) b.mask = mask();
    if (b.type == "ports/subsystem" && chance(20))
      b.link = LibraryLink{text(), text(), chance(30), unknown()};
    if (chance(20)) b.signal_names[number(0, 4095)] = "speed";
    b.unknown = unknown();
    return b;
  }

  // A line between two blocks of one subsystem, or with a loose end; empty where no input is free.
  std::optional<Line> line(Diagram& d) {
    if (d.blocks.empty()) return std::nullopt;
    Line line;
    line.source = PortRef{any(d.blocks), number(0, 2)};
    line.target = PortRef{any(d.blocks), number(0, 4095)};
    line.parent = d.blocks.at(line.source->block).parent;
    const bool together = d.blocks.at(line.target->block).parent == line.parent;
    if (!together || chance(10)) line.target.reset(), line.loose_target = point();
    if (chance(10)) line.source.reset(), line.loose_source = point();
    for (const auto& [id, other] : d.lines)
      if (line.target && other.target == line.target) return std::nullopt;
    for (int k = chance(20) ? number(1, 3) : 0; k > 0; --k) line.waypoints.push_back(point());
    line.unknown = unknown();
    return line;
  }

  Annotation annotation(Diagram& d) {
    Annotation a;
    if (!d.blocks.empty() && chance(50)) a.parent = d.blocks.at(any(d.blocks)).parent;
    a.position = point();
    if (chance(50)) a.size = size();
    a.text = text();
    a.unknown = unknown();
    return a;
  }

  Diagram diagram(int blocks) {
    Diagram d;
    for (int k = 0; k < blocks; ++k) {
      const Id id = d.new_id();
      d.blocks[id] = block(d);
      if (auto l = chance(70) ? line(d) : std::nullopt) d.lines[d.new_id()] = *l;
      if (chance(20)) d.annotations[d.new_id()] = annotation(d);
      if (chance(20)) d.variables[d.new_id()] = {"v" + std::to_string(k), text(), "m/s", text(), unknown()};
    }
    d.settings = {{"RelTol", "1e-6"}, {"Solver", "ode4"}};
    d.unknown = unknown();
    return d;
  }

 private:
  std::mt19937 random_;
};

}  // namespace sim::test
