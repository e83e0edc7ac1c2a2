#include "editor/document/initial_value.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/base/whole_within.h"
#include "sim_core/block/block_library.h"

namespace fluxion {

static QString told(const char* words) { return QCoreApplication::translate("fluxion", words); }

static const sim::BlockType* typeOf(const DiagramDocument& document, const sim::Block& block) {
  return document.library().find(block.type);
}

// An Outport in a subsystem that is executed under a condition holds the output meanwhile.
InitialValues::InitialValues(const DiagramDocument& document)
    : m_document(document), m_origins(document.diagram()) {
  std::set<sim::Id> conditional;
  std::vector<std::pair<sim::Id, const sim::Block*>> outports;
  for (const auto& [id, block] : document.diagram().blocks) {
    const sim::BlockType* type = block.parent != sim::no_id ? typeOf(document, block) : nullptr;
    if (type && type->role == sim::BlockRole::Control) conditional.insert(block.parent);
    if (type && type->role == sim::BlockRole::Outport) outports.emplace_back(id, &block);
  }
  for (const auto& [id, block] : outports) {
    const auto given = block->parameters.find("port");
    const auto number = sim::parse_number(given == block->parameters.end() ? "1" : given->second);
    if (number && conditional.contains(block->parent))
      m_held[{block->parent, sim::whole_within(*number, 1, 1'000'000) - 1}] = id;
  }
}

// By what the dialog calls it: blocks differ in the names of the parameter.
static const sim::ParameterSpec* initialParameter(const sim::BlockType& type, int port) {
  static const std::array labels{"Initial condition", "Initial output", "Initial value",
                                 "Initial condition (Q)"};
  if (port != 0) return nullptr;
  const auto it = std::find_if(type.parameters.begin(), type.parameters.end(), [](const auto& spec) {
    return spec.kind == sim::ParameterKind::Real &&
           std::find(labels.begin(), labels.end(), spec.label) != labels.end();
  });
  return it == type.parameters.end() ? nullptr : &*it;
}

static bool isExternal(const sim::Block& block) {
  const auto source = block.parameters.find("InitialConditionSource");
  return source != block.parameters.end() && source->second == "external";
}

InitialValue InitialValues::of(sim::PortRef output) const {
  const auto held = m_held.find({output.block, output.port});
  const sim::PortRef at =
      held == m_held.end() ? m_origins.of(output).value_or(output) : sim::PortRef{held->second, 0};
  const sim::Block* block = m_document.block(at.block);
  const sim::BlockType* type = block ? typeOf(m_document, *block) : nullptr;
  if (!type) return {{}, nullptr, told("none: the block of this signal is not known")};
  const QString name = QString::fromStdString(block->name);
  const sim::ParameterSpec* spec = initialParameter(*type, at.port);
  if (!spec && type->role == sim::BlockRole::Subsystem)
    return {{}, nullptr, told("none: nothing drives this output inside of %1").arg(name)};
  if (!spec) return {{}, nullptr, told("none: %1 holds no state").arg(name)};
  if (isExternal(*block)) return {{}, nullptr, told("none of its own: %1 takes it from its input").arg(name)};
  return {at.block, spec, {}};
}

std::string InitialValue::text(const DiagramDocument& document) const {
  const sim::Block* holder = spec ? document.block(block) : nullptr;
  if (!holder) return {};
  const auto given = holder->parameters.find(spec->name);
  return given == holder->parameters.end() ? spec->default_text : given->second;
}

sim::Edit changeInitialValue(const sim::Diagram& diagram, const InitialValue& initial,
                             const std::string& text) {
  const auto holder = initial.spec ? diagram.blocks.find(initial.block) : diagram.blocks.end();
  if (holder == diagram.blocks.end()) return {};
  sim::Block changed = holder->second;
  if (text.empty() || text == initial.spec->default_text)
    changed.parameters.erase(initial.spec->name);
  else
    changed.parameters[initial.spec->name] = text;
  if (changed == holder->second) return {};
  sim::Edit edit{"Initial Value", {}};
  edit.set(initial.block, std::move(changed));
  return edit;
}

}  // namespace fluxion
