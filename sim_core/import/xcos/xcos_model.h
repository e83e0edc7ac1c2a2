#pragma once
// An Xcos diagram as its file says it, in either form: blocks by the names of their interface functions, with
// the texts of their dialogs and the numbers that Xcos made of them, ports, links, and diagrams inside of
// super blocks.
#include <map>
#include <string>
#include <vector>

#include "sim_core/diagram/geometry.h"
#include "sim_core/import/xcos/scilab_value.h"

namespace sim::importing::xcos {

enum class PortRole { DataIn, DataOut, EventIn, EventOut, ImplicitIn, ImplicitOut };
inline bool is_event(PortRole role) { return role == PortRole::EventIn || role == PortRole::EventOut; }
inline bool is_input(PortRole role) {
  return role == PortRole::DataIn || role == PortRole::EventIn || role == PortRole::ImplicitIn;
}

struct XcosPort {
  std::string id;
  PortRole role = PortRole::DataIn;
  int number = 1;  // among the ports of its role, from 1
  int rows = -1;   // as it was declared; not positive: as the connection says
};

struct XcosDiagram;
struct XcosBlock {
  std::string id;
  std::string type;   // of the interface function: "GAIN_f"
  std::string label;  // what the user wrote on it
  Box box;
  int rotation = 0;  // degrees
  bool flip = false, mirror = false;
  std::map<std::string, ScilabValue> values;  // exprs, realParameters, integerParameters, state, dState, ...
  std::vector<XcosPort> ports;
  std::vector<XcosDiagram> inside;  // of a super block: one; else none

  const ScilabValue* value(const std::string& name) const {
    const auto it = values.find(name);
    return it == values.end() ? nullptr : &it->second;
  }
  // The k-th text of its dialog, from 1; empty: there is none.
  std::string text(std::size_t k) const {
    const ScilabValue* exprs = value("exprs");
    return exprs && k >= 1 && k <= exprs->texts.size() ? exprs->texts[k - 1] : std::string();
  }
  int count(PortRole role) const {
    int n = 0;
    for (const XcosPort& port : ports) n += port.role == role;
    return n;
  }
  bool is_split() const { return type == "SPLIT_f" || type == "CLKSPLIT_f" || type == "IMPSPLIT_f"; }
};

struct XcosLink {
  std::string source, target;  // ids of ports; which is which does not always say the direction
  std::vector<Point> corners;
};

struct XcosText {
  Box box;
  std::string text;  // HTML or plain
};

struct XcosDiagram {
  std::string title;
  std::vector<std::string> context;  // lines of Scilab
  std::vector<XcosBlock> blocks;
  std::vector<XcosLink> links;
  std::vector<XcosText> texts;
};

struct XcosFile {
  XcosDiagram root;
  std::map<std::string, std::string> attributes;  // of the diagram: finalIntegrationTime, solver, ...
  std::string writer;                             // the comment of the program that wrote it
};

}  // namespace sim::importing::xcos
