#include "sim_core/scripting/named_ports.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "sim_core/base/text.h"
#include "sim_core/interfaces/block_interface.h"

namespace sim {

std::optional<WrittenPort> written_port(const Diagram& diagram, const std::string& text) {
  if (const auto id = find_block(diagram, text)) return WrittenPort{*id, {}};
  const auto dot = text.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const auto id = find_block(diagram, text.substr(0, dot));
  if (!id) return std::nullopt;
  return WrittenPort{*id, text.substr(dot + 1)};
}

bool is_driven(const Diagram& diagram, PortRef input) {
  return std::ranges::any_of(diagram.lines, [&](const auto& l) { return l.second.target == input; });
}

template <class Ports>
static std::vector<std::string> names_of(const Ports& ports) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < ports.size(); ++k)
    names.push_back(ports[k].name.empty() ? std::to_string(k + 1) : ports[k].name);
  return names;
}

template <class Ports>
static std::optional<int> number_of(const Ports& ports, const std::string& text) {
  for (std::size_t k = 0; k < ports.size(); ++k)
    if (ports[k].name == text) return static_cast<int>(k);
  int number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (number < 1 || number > static_cast<int>(ports.size())) return std::nullopt;
  return number - 1;
}

static Diagnostic no_such_port(const std::string& text, const BlockInterface& ports, bool input) {
  std::vector<std::string> names = names_of(input ? ports.inputs : ports.outputs);
  const std::vector<std::string> conserving = names_of(ports.conserving);
  const std::string kind = input ? "input" : "output";
  if (names.empty() && conserving.empty())
    return error(text, "this block has no " + kind + 's', "connect another block");
  std::string has;
  if (!names.empty()) has = "the " + kind + (names.size() == 1 ? " " : "s ") + join(names, ", ");
  if (!conserving.empty())
    has += (has.empty() ? "the" : " and the") + std::string(" conserving ports ") + join(conserving, ", ");
  return error(text, "there is no " + kind + " of this name or number", "it has " + has);
}

Diagnostic no_such_block(const Diagram& diagram, const std::string& text) {
  std::vector<std::string> paths;
  for (const auto& [id, block] : diagram.blocks) paths.push_back(block_path(diagram, id));
  const auto dot = text.rfind('.');
  std::string near = did_you_mean(text.substr(0, dot), paths);
  if (near.empty()) near = did_you_mean(text, paths);
  return error(text, "the model has no block of this name",
               near.empty() ? "write Block/path.port, with the port's number or name" : near);
}

Result<PortRef> find_port(const Diagram& diagram, const BlockLibrary& library, const std::string& text,
                          bool input) {
  const auto written = written_port(diagram, text);
  if (!written) return no_such_block(diagram, text);
  const BlockInterface ports = block_interface(diagram, library, written->block);
  const auto& signals = input ? ports.inputs : ports.outputs;
  if (written->port.empty()) {
    if (signals.empty()) return no_such_port(text, ports, input);
    for (int k = 0; input && k < static_cast<int>(signals.size()); ++k)
      if (!is_driven(diagram, {written->block, k})) return PortRef{written->block, k};
    if (input && signals.size() > 1)
      return error(text, "all of its inputs are driven", "say which one: " + text + ".1");
    return PortRef{written->block, 0};
  }
  if (const auto number = number_of(signals, written->port)) return PortRef{written->block, *number};
  if (const auto number = number_of(ports.conserving, written->port))
    return PortRef{written->block, *number, PortKind::Conserving};
  return no_such_port(text, ports, input);
}

}  // namespace sim
