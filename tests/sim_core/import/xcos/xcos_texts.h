#pragma once
// Diagrams of Xcos as text, for tests: blocks with their ports, and links by "block.port".
#include <string>
#include <vector>

namespace sim::importing::xcos {

struct TestBlock {
  std::string id, type;
  std::vector<std::string> exprs = {};
  int inputs = 0, outputs = 0, events_in = 0, events_out = 0;
  std::string inside = {};  // more elements: stored numbers, or a diagram
};

inline std::string element(const TestBlock& b) {
  std::string text = "<BasicBlock id='" + b.id + "' interfaceFunctionName='" + b.type +
                     "'><mxGeometry as='geometry' x='10' y='20' width='40' height='30'/>";
  if (!b.exprs.empty()) {
    text += "<ScilabString as='exprs' width='1' height='" + std::to_string(b.exprs.size()) + "'>";
    for (std::size_t n = 0; n < b.exprs.size(); ++n)
      text += "<data line='" + std::to_string(n) + "' column='0' value=\"" + b.exprs[n] + "\"/>";
    text += "</ScilabString>";
  }
  text += b.inside + "</BasicBlock>";
  const auto ports = [&](const char* name, const char* suffix, int count) {
    for (int n = 1; n <= count; ++n)
      text += "<" + std::string(name) + " id='" + b.id + suffix + std::to_string(n) + "' parent='" + b.id +
              "' ordering='" + std::to_string(n) + "'/>";
  };
  ports("ExplicitInputPort", ".in", b.inputs);
  ports("ExplicitOutputPort", ".out", b.outputs);
  ports("ControlPort", ".ev", b.events_in);
  ports("CommandPort", ".fire", b.events_out);
  return text;
}

inline std::string link(const std::string& from, const std::string& to) {
  const bool event = from.find(".fire") != from.npos;
  const std::string name = event ? "CommandControlLink" : "ExplicitLink";
  return "<" + name + " id='" + from + to + "' source='" + from + "' target='" + to + "'/>";
}

inline std::string graph(const std::string& elements, const std::string& context = {}) {
  return "<Array as='context' scilabClass='String[]'><add value=\"" + context +
         "\"/></Array><mxGraphModel as='model'><root><mxCell id='0'/>" + elements + "</root></mxGraphModel>";
}
inline std::string diagram(const std::string& elements, const std::string& context = {}) {
  return "<?xml version='1.0'?><XcosDiagram finalIntegrationTime='3' solver='1.0' "
         "integratorRelativeTolerance='1e-8' "
         "integratorAbsoluteTolerance='1e-9' maximumStepSize='0.0'>" +
         graph(elements, context) + "</XcosDiagram>";
}

}  // namespace sim::importing::xcos
