#include "sim_core/import/xcos/widths.h"

#include <numeric>
#include <optional>

namespace sim::importing::xcos {

namespace {

constexpr int most_steps = 500;  // signals that are followed for one output

using Width = std::optional<int>;
Width width_of(const Scope& scope, PortPlace output, int& steps);

std::optional<PortPlace> port_at(const XcosDiagram& diagram, int block, PortRole role, int number) {
  const auto& ports = diagram.blocks[static_cast<std::size_t>(block)].ports;
  for (std::size_t p = 0; p < ports.size(); ++p)
    if (ports[p].role == role && ports[p].number == number) return PortPlace{block, static_cast<int>(p)};
  return std::nullopt;
}

Width width_at_input(const Scope& scope, int block, int number, int& steps) {
  const auto input = port_at(scope.diagram, block, PortRole::DataIn, number);
  if (!input) return std::nullopt;
  const auto sources = scope.nets.sources_of(*input);
  return sources.size() == 1 ? width_of(scope, sources.front(), steps) : std::nullopt;
}

Width rows(const Scope& scope, const std::string& text) {
  const auto value = scope.evaluate(text);
  return value ? Width(value->rows()) : std::nullopt;
}
Width elements(const Scope& scope, const std::string& text) {
  const auto value = scope.evaluate(text);
  return value ? Width(value->size()) : std::nullopt;
}

bool adds(const std::string& type) {
  return type == "SUM_f" || type == "BIGSOM_f" || type == "SUMMATION" || type == "PROD_f";
}
bool is_scalar_source(const std::string& type) {
  return type == "GENSIN_f" || type == "RAMP" || type == "TIME_f" || type == "STEP_FUNCTION" ||
         type == "GENSQR_f";
}

Width through_port(const Scope& scope, const char* type, int number, int& steps) {
  for (std::size_t b = 0; b < scope.diagram.blocks.size(); ++b) {
    const XcosBlock& block = scope.diagram.blocks[b];
    if (block.type == type && std::atoi(block.text(1).c_str()) == number)
      return width_at_input(scope, static_cast<int>(b), 1, steps);
  }
  return std::nullopt;
}

Width width_of(const Scope& scope, PortPlace output, int& steps) {
  if (--steps < 0) return std::nullopt;
  const XcosBlock& block = scope.nets.block(output);
  const int number = scope.nets.port(output).number;
  if (is_scalar_source(block.type)) return 1;
  if (block.type.starts_with("CONST")) return elements(scope, block.text(1));
  if (block.type == "RAND_f") return elements(scope, block.text(2));
  if (block.type.starts_with("CLSS") || block.type.starts_with("DLSS")) return rows(scope, block.text(3));
  if (block.type.starts_with("GAIN")) {
    const auto gain = scope.evaluate(block.text(1));
    if (!gain) return std::nullopt;
    return gain->is_scalar() ? width_at_input(scope, output.block, 1, steps) : Width(gain->rows());
  }
  if (block.type == "IN_f")
    return scope.outer ? width_at_input(*scope.outer, scope.block, std::atoi(block.text(1).c_str()), steps)
                       : std::nullopt;
  if (const Scope* inside = scope.inside(output.block)) return through_port(*inside, "OUT_f", number, steps);
  if (adds(block.type)) {
    for (int n = 1; n <= block.count(PortRole::DataIn); ++n)
      if (const Width width = width_at_input(scope, output.block, n, steps)) return width;
  }
  return std::nullopt;
}

// Of what the signal of this output is added to.
Width width_needed(const Scope& scope, PortPlace output) {
  int steps = most_steps;
  for (const PortPlace& sink : scope.nets.sinks_of(output)) {
    const XcosBlock& block = scope.nets.block(sink);
    if (!adds(block.type)) continue;
    for (int n = 1; n <= block.count(PortRole::DataIn); ++n)
      if (n != scope.nets.port(sink).number)
        if (const Width width = width_at_input(scope, sink.block, n, steps)) return width;
  }
  return std::nullopt;
}

}  // namespace

std::string output_widths(const Scope& scope, int demux) {
  const int outputs = scope.diagram.blocks[static_cast<std::size_t>(demux)].count(PortRole::DataOut);
  std::vector<int> widths;
  int unknown = -1;
  for (int n = 1; n <= outputs; ++n) {
    const auto output = port_at(scope.diagram, demux, PortRole::DataOut, n);
    const Width width = output ? width_needed(scope, *output) : std::nullopt;
    if (!width && unknown >= 0) return {};
    if (!width) unknown = n - 1;
    widths.push_back(width.value_or(0));
  }
  if (unknown >= 0) {
    int steps = most_steps;
    const Width all = width_at_input(scope, demux, 1, steps);
    const int rest = all.value_or(0) - std::accumulate(widths.begin(), widths.end(), 0);
    if (!all || rest < 1) return {};
    widths[static_cast<std::size_t>(unknown)] = rest;
  }
  std::string text;
  for (const int width : widths) text += (text.empty() ? "" : " ") + std::to_string(width);
  return text;
}

}  // namespace sim::importing::xcos
