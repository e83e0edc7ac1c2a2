#pragma once
// Other ways to draw the same diagram: lines of the top level are led through Goto and From, or through a
// bus.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

class Rewirer {
 public:
  Rewirer(const Diagram& diagram, unsigned seed) : out_(diagram), random_(seed) {}

  // Some outputs get a Goto; their lines begin at From blocks, one each.
  Diagram with_tags() {
    std::map<PortRef, std::string> tags;
    for (const Id id : some_lines()) {
      Line& line = out_.lines[id];
      auto [tag, fresh] = tags.try_emplace(
          *line.source, "tag" + std::to_string(tags.size()) + "_" + std::to_string(random_() % 1000));
      if (fresh) {
        const char* visibility[] = {"local", "scoped", "global"};
        const std::string kind = visibility[random_() % 3];
        if (kind == "scoped") add("routing/goto_tag_visibility", {{"GotoTag", tag->second}});
        join(*line.source, {add("routing/goto", {{"GotoTag", tag->second}, {"TagVisibility", kind}}), 0});
      }
      out_.lines[id].source = PortRef{add("routing/from", {{"GotoTag", tag->second}}), 0};
    }
    return std::move(out_);
  }

  // Some lines become elements of a bus, a few of them of a bus inside it.
  Diagram with_bus() {
    std::vector<std::string> paths, outer_names, inner_names;
    std::vector<Id> lines = some_lines();
    if (lines.size() > 100) lines.resize(100);
    if (lines.empty()) return std::move(out_);
    std::vector<PortRef> outer, inner;
    for (const Id id : lines) {
      const bool nested = random_() % 3 == 0;
      const std::string name = "e" + std::to_string(paths.size());
      (nested ? inner : outer).push_back(*out_.lines[id].source);
      (nested ? inner_names : outer_names).push_back(name);
      paths.push_back((nested ? "inner." : "") + name);
    }
    if (!inner.empty()) {
      outer.push_back({creator(inner, inner_names), 0});
      outer_names.push_back("inner");
    }
    std::vector<std::size_t> order(lines.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::shuffle(order.begin(), order.end(), random_);
    std::string selected;
    for (std::size_t k : order) selected += (selected.empty() ? "" : ", ") + paths[k];
    const Id bus = creator(outer, outer_names),
             selector = add("routing/bus_selector", {{"OutputSignals", selected}});
    join({bus, 0}, {selector, 0});
    for (std::size_t k = 0; k < order.size(); ++k)
      out_.lines[lines[order[k]]].source = PortRef{selector, static_cast<int>(k)};
    return std::move(out_);
  }

 private:
  std::vector<Id> some_lines() {
    std::vector<Id> some;
    for (const auto& [id, line] : out_.lines)
      if (line.parent == no_id && line.source && line.target && random_() % 3 == 0) some.push_back(id);
    return some;
  }
  Id add(const std::string& type, std::map<std::string, std::string> parameters) {
    const Id id = out_.new_id();
    Block block;
    block.type = type, block.parameters = std::move(parameters);
    block.name = unique_block_name(out_, no_id, "Route");
    out_.blocks[id] = std::move(block);
    return id;
  }
  void join(PortRef from, PortRef to) {
    Line line;
    line.source = from, line.target = to;
    out_.lines[out_.new_id()] = line;
  }
  Id creator(const std::vector<PortRef>& elements, const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
    const Id id =
        add("routing/bus_creator", {{"Inputs", std::to_string(elements.size())}, {"ElementNames", list}});
    for (std::size_t k = 0; k < elements.size(); ++k) join(elements[k], {id, static_cast<int>(k)});
    return id;
  }

  Diagram out_;
  std::mt19937 random_;
};

}  // namespace sim
