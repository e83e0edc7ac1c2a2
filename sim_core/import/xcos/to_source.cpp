#include "sim_core/import/xcos/to_source.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/import/annotation_text.h"
#include "sim_core/import/xcos/block_source.h"
#include "sim_core/import/xcos/widths.h"

namespace sim::importing::xcos {

namespace {

SourcePort kind_of(PortRole role) {
  switch (role) {
    case PortRole::EventIn:
    case PortRole::EventOut:
      return SourcePort::Event;
    case PortRole::ImplicitIn:
      return SourcePort::LeftSide;
    case PortRole::ImplicitOut:
      return SourcePort::RightSide;
    case PortRole::DataIn:
    case PortRole::DataOut:
      break;
  }
  return SourcePort::Signal;
}

SourceEnd end_at(const Nets& nets, PortPlace place) {
  const XcosPort& port = nets.port(place);
  return {std::to_string(place.block), kind_of(port.role), port.number};
}

// Branches share the corners of the first line of their source up to where they leave it.
LineShape shape_beside(const std::vector<Point>& first, const std::vector<Point>& corners) {
  LineShape shape;
  std::size_t common = 0;
  while (common < first.size() && common < corners.size() && first[common] == corners[common]) ++common;
  if (common == 0 || first.empty()) {
    shape.corners = corners;
    return shape;
  }
  const auto at = corners.begin() + static_cast<std::ptrdiff_t>(common);
  shape.trunk.assign(corners.begin(), at);
  shape.corners.assign(at, corners.end());
  return shape;
}

void add_lines(SourceSystem& out, const Scope& scope) {
  const Nets& nets = scope.nets;
  for (std::size_t b = 0; b < scope.diagram.blocks.size(); ++b) {
    const XcosBlock& block = scope.diagram.blocks[b];
    if (block.is_split()) continue;
    for (std::size_t p = 0; p < block.ports.size(); ++p) {
      const PortPlace from{static_cast<int>(b), static_cast<int>(p)};
      const PortRole role = block.ports[p].role;
      if (is_input(role)) continue;
      std::optional<std::vector<Point>> first;
      for (const PortPlace& to : nets.sinks_of(from)) {
        if (role == PortRole::EventOut && (to.block == from.block || !needs_signal(scope, to))) continue;
        SourceLine line;
        line.source = end_at(nets, from), line.target = end_at(nets, to);
        const std::vector<Point> corners = nets.corners(from, to);
        line.shape = first ? shape_beside(*first, corners) : LineShape{{}, corners};
        if (!first) first = corners;
        out.lines.push_back(std::move(line));
      }
    }
  }
}

// Event ports of a super block stand behind its other ones, those that are needed.
void number_event_ports(SourceBlock& out, const Scope& scope, int block) {
  const XcosBlock& b = scope.diagram.blocks[static_cast<std::size_t>(block)];
  int inputs = b.count(PortRole::DataIn), outputs = b.count(PortRole::DataOut);
  for (std::size_t p = 0; p < b.ports.size(); ++p) {
    const PortPlace place{block, static_cast<int>(p)};
    const std::string number = std::to_string(b.ports[p].number);
    if (b.ports[p].role == PortRole::EventIn && needs_signal(scope, place))
      out.parameters["event in " + number] = std::to_string(inputs++);
    if (b.ports[p].role == PortRole::EventOut && is_needed(scope, place))
      out.parameters["event out " + number] = std::to_string(outputs++);
  }
}

// The port block inside says the place that the super block has given its port.
void place_event_port(SourceBlock& out, const Scope& scope, const SourceBlock* super) {
  if (!super || !scope.outer) return;
  const bool in = out.type == "CLKINV_f" || out.type == "CLKIN_f";
  if (!in && out.type != "CLKOUTV_f" && out.type != "CLKOUT_f") return;
  const auto number = out.parameters.find("exprs(1)");
  if (number == out.parameters.end()) return;
  const auto at = super->parameters.find((in ? "event in " : "event out ") + number->second);
  if (at != super->parameters.end())
    out.parameters["place"] = std::to_string(std::atoi(at->second.c_str()) + 1);
}

// Variables of a super block's context are parameters of a mask. They are evaluated outside of it, so those
// that use each other are numbers.
void add_mask(SourceBlock& out, const Scope& inside) {
  if (inside.variables.empty()) return;
  SourceMask mask;
  mask.type = out.type;
  for (const ContextVariable& v : inside.variables) {
    const bool outside = inside.outer && inside.outer->evaluate(v.expression);
    mask.parameters.push_back({v.name, {}, outside ? v.expression : expr::to_text(v.value)});
  }
  out.mask = std::move(mask);
}

// Clocks and the like are one block here, whatever is inside of them.
bool is_opened(const XcosBlock& block) {
  static const char* const closed[] = {
      "CLOCK_c",       "CLOCK_f", "freq_div", "ENDBLK",       "Sigbuilder",         "PULSE_SC",   "GEN_SQR",
      "STEP_FUNCTION", "FROMWSB", "DELAY_f",  "EDGE_TRIGGER", "Extract_Activation", "SELF_SWITCH"};
  return std::none_of(std::begin(closed), std::end(closed),
                      [&](const char* type) { return block.type == type; });
}

// What a block that stays closed is about: the texts of the blocks inside.
void add_inner_texts(SourceBlock& out, const Scope& inside) {
  for (std::size_t b = 0; b < inside.diagram.blocks.size(); ++b) {
    const SourceBlock inner = block_source(inside, static_cast<int>(b));
    for (const auto& [name, text] : inner.parameters) out.parameters.emplace(inner.type + "." + name, text);
  }
}

// The boxes in files are often too small for their texts.
SourceAnnotation annotation(Box box, std::string text) {
  const Size size = size_of_text(text);
  box.right = std::max(box.right, box.left + size.width);
  box.bottom = std::max(box.bottom, box.top + size.height);
  return {box, std::move(text)};
}

SourceSystem system_source(const Scope& scope, const SourceBlock* super, SourceModel& model) {
  SourceSystem out;
  for (std::size_t b = 0; b < scope.diagram.blocks.size(); ++b) {
    const XcosBlock& block = scope.diagram.blocks[b];
    if (block.is_split()) continue;
    if (block.type == "TEXT_f") {
      out.annotations.push_back(annotation(block.box, annotation_text(block.text(1))));
      continue;
    }
    SourceBlock made = block_source(scope, static_cast<int>(b));
    place_event_port(made, scope, super);
    if (block.type.starts_with("DEMUX"))
      if (std::string widths = output_widths(scope, static_cast<int>(b)); !widths.empty())
        made.parameters["widths"] = std::move(widths);
    if (const Scope* inside = scope.inside(static_cast<int>(b))) {
      number_event_ports(made, scope, static_cast<int>(b));
      if (is_opened(block)) {
        add_mask(made, *inside);
        made.contents.push_back(system_source(*inside, &made, model));
        for (Diagnostic d : inside->remarks) {
          d.path = made.name + ", " + d.path;
          model.remarks.push_back(std::move(d));
        }
      } else {
        add_inner_texts(made, *inside);
      }
    }
    out.blocks.push_back(std::move(made));
  }
  add_lines(out, scope);
  for (const XcosText& text : scope.diagram.texts)
    if (std::string plain = annotation_text(text.text); !collapsed(plain).empty())
      out.annotations.push_back(annotation(text.box, std::move(plain)));
  return out;
}

// Blocks that end the run are settings here: the earliest time counts.
std::string stop_time(const Scope& scope, const std::string& given) {
  double end = parse_number(given).value_or(0);
  std::string text = given;
  for (const XcosBlock& block : scope.diagram.blocks) {
    const std::string time = end_time_of(block);
    if (time.empty()) continue;
    const Result<expr::Value> value = scope.evaluate(time);
    const std::optional<double> v = value ? value->as_scalar() : std::nullopt;
    if (v && *v >= 0 && *v < end) end = *v, text = time;
  }
  return text;
}

// "1.0E-6" is 1e-6; what is no number stays.
std::string plain_number(const std::string& text) {
  const auto v = parse_number(text);
  return v && std::isfinite(*v) ? sim::to_text(*v) : text;
}

}  // namespace

SourceModel to_source(const XcosFile& file, const std::string& name) {
  const Scope scope(file.root, nullptr, -1);
  SourceModel model;
  model.name = name;
  model.configuration = file.attributes;
  for (auto& [key, text] : model.configuration) text = plain_number(text);
  if (const auto it = model.configuration.find("maximumStepSize");
      it != model.configuration.end() && it->second == "0")
    model.configuration.erase(it);  // 0: as long as they may be
  if (const auto it = model.configuration.find("finalIntegrationTime"); it != model.configuration.end())
    it->second = stop_time(scope, it->second);
  for (const ContextVariable& v : scope.variables)
    model.variables.push_back({v.name, v.expression, "the context"});
  model.remarks = scope.remarks;
  model.root = system_source(scope, nullptr, model);
  return model;
}

}  // namespace sim::importing::xcos
