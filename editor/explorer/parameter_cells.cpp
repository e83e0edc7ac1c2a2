#include "editor/explorer/parameter_cells.h"

#include <algorithm>

#include "editor/dialogs/parameter_row.h"
#include "editor/document/shown_value.h"
#include "editor/explorer/editable_table.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/interfaces/block_interface.h"

namespace fluxion {

static bool isExpression(sim::ParameterKind kind) {
  return kind == sim::ParameterKind::Real || kind == sim::ParameterKind::Integer ||
         kind == sim::ParameterKind::SampleTime;
}

std::vector<ParameterCell> ParameterCells::cellsOf(sim::Id id) const {
  std::vector<ParameterCell> cells;
  const sim::Block* block = m_document.block(id);
  if (!block) return cells;
  if (const sim::BlockType* type = m_document.typeOf(id))
    for (const sim::ParameterSpec& spec : type->parameters) cells.push_back({id, spec.name, &spec, false});
  else
    for (const auto& [name, text] : block->parameters) cells.push_back({id, name, nullptr, false});
  if (block->mask)
    for (const sim::MaskParameter& parameter : block->mask->parameters)
      cells.push_back({id, parameter.name, nullptr, true});
  return cells;
}

const sim::MaskParameter* ParameterCells::maskParameter(const ParameterCell& cell) const {
  const sim::Block* block = m_document.block(cell.block);
  if (!block || !cell.mask || !block->mask) return nullptr;
  const auto is = [&](const sim::MaskParameter& parameter) { return parameter.name == cell.name; };
  const auto& all = block->mask->parameters;
  const auto found = std::find_if(all.begin(), all.end(), is);
  return found == all.end() ? nullptr : &*found;
}

QString ParameterCells::text(const ParameterCell& cell) const {
  const sim::Block* block = m_document.block(cell.block);
  if (!block) return {};
  if (cell.spec) return QString::fromStdString(sim::parameter_text(*block, *cell.spec));
  if (const auto* parameter = maskParameter(cell)) return QString::fromStdString(parameter->expression);
  const auto given = block->parameters.find(cell.name);
  return given == block->parameters.end() ? QString() : QString::fromStdString(given->second);
}

const sim::expr::Scope& ParameterCells::scope(sim::Id level) const {
  auto& kept = m_levels[level];
  if (!kept) kept = std::make_unique<Level>(sim::workspace_of(m_document.diagram(), level));
  return kept->scope;
}

const sim::expr::Scope* ParameterCells::variables(const ParameterCell& cell) const {
  const sim::Block* block = m_document.block(cell.block);
  const auto* parameter = maskParameter(cell);
  const bool expression = cell.spec ? isExpression(cell.spec->kind) : parameter && parameter->evaluate;
  return block && expression ? &scope(block->parent) : nullptr;
}

CellValue ParameterCells::value(const ParameterCell& cell) const {
  const sim::expr::Scope* names = variables(cell);
  const sim::Block* block = m_document.block(cell.block);
  if (!block) return {};
  if (!cell.spec) {
    if (!names) return {};
    const auto value = sim::expr::evaluate(text(cell).toStdString(), *names);
    if (!value) return {inWords(value.error()), true};
    return {shownValue(*value)};
  }
  if (!block->parameters.contains(cell.spec->name) && cell.spec->default_value)
    return {names ? valueText(*cell.spec->default_value) : QString()};
  const auto value =
      sim::evaluate_parameter(*cell.spec, sim::parameter_text(*block, *cell.spec), scope(block->parent));
  if (!value) return {inWords(value.error()), true};
  return {names ? valueText(*value) : QString()};
}

// As Block stands after the edit; the rules look at all parameters together.
QString ParameterCells::ruleBroken(const sim::Block& changed, const sim::BlockType& type) const {
  sim::ParameterValues values;
  for (const sim::ParameterSpec& spec : type.parameters) {
    auto value = sim::evaluate_parameter(spec, sim::parameter_text(changed, spec), scope(changed.parent));
    if (!value) return {};  // another parameter is wrong already
    values.push_back(*std::move(value));
  }
  for (const sim::Rule& rule : type.rules)
    if (!rule.holds(values)) return inWords(sim::error({}, rule.message, rule.remedy));
  return {};
}

static void setParameter(sim::Block& block, const ParameterCell& cell, const std::string& text) {
  if (cell.mask) {
    for (sim::MaskParameter& parameter : block.mask->parameters)
      if (parameter.name == cell.name) parameter.expression = text;
  } else if (cell.spec && text == cell.spec->default_text) {
    block.parameters.erase(cell.name);
  } else {
    block.parameters[cell.name] = text;
  }
}

// What is wrong with the mask that was not wrong before.
QString ParameterCells::maskProblem(const sim::Block& block, const ParameterCell& cell,
                                    const std::string& text) const {
  sim::Block changed = block;
  setParameter(changed, cell, text);
  scope(block.parent);
  const std::shared_ptr<const sim::expr::Workspace> outer(std::shared_ptr<void>(),
                                                          &m_levels.at(block.parent)->workspace);
  const auto found = [&](const sim::Mask& mask) {
    const sim::expr::Workspace inside = sim::mask_workspace(mask, outer);
    return sim::check_mask(mask, sim::expr::WorkspaceScope(inside));
  };
  const sim::Diagnostics before = found(*block.mask);
  for (const sim::Diagnostic& now : found(*changed.mask))
    if (std::none_of(before.begin(), before.end(),
                     [&](const sim::Diagnostic& d) { return d.message == now.message; }))
      return inWords(now);
  return {};
}

QString ParameterCells::problem(const ParameterCell& cell, const QString& text) const {
  const sim::Block* block = m_document.block(cell.block);
  if (!block) return {};
  if (cell.mask) return maskProblem(*block, cell, text.toStdString());
  if (!cell.spec) return {};
  const auto value = sim::evaluate_parameter(*cell.spec, text.toStdString(), scope(block->parent));
  if (!value) return inWords(value.error());
  const sim::BlockType* type = m_document.typeOf(cell.block);
  if (!type || type->rules.empty()) return {};
  sim::Block changed = *block;
  setParameter(changed, cell, text.toStdString());
  return ruleBroken(changed, *type);
}

sim::Edit ParameterCells::edit(const std::vector<ParameterCell>& cells, const QString& text) const {
  sim::Edit edit;
  std::map<sim::Id, sim::Block> changed;
  for (const ParameterCell& cell : cells)
    if (const sim::Block* block = m_document.block(cell.block))
      setParameter(changed.try_emplace(cell.block, *block).first->second, cell, text.toStdString());
  for (auto& [id, block] : changed)
    if (!(block == *m_document.block(id))) edit.set(id, std::move(block));
  if (edit.changes.size() == 1)
    edit.label = "Parameters of " + m_document.block(cells.front().block)->name;
  else
    edit.label = "Parameters of " + std::to_string(edit.changes.size()) + " Blocks";
  return edit;
}

QString ParameterCells::unit(const ParameterCell& cell) const {
  if (cell.spec) return QString::fromStdString(cell.spec->unit);
  const auto* parameter = maskParameter(cell);
  return parameter ? QString::fromStdString(parameter->unit) : QString();
}

QString ParameterCells::label(const ParameterCell& cell) const {
  if (cell.spec) return QString::fromStdString(cell.spec->label);
  const auto* parameter = maskParameter(cell);
  return QString::fromStdString(parameter && !parameter->label.empty() ? parameter->label : cell.name);
}

QStringList ParameterCells::choices(const ParameterCell& cell) const {
  QStringList offered;
  const auto* parameter = maskParameter(cell);
  if (parameter && parameter->editor == sim::MaskEditor::Flag)
    return {QStringLiteral("false"), QStringLiteral("true")};
  if (parameter && parameter->editor == sim::MaskEditor::Choice)
    for (const std::string& choice : parameter->choices) offered += QString::fromStdString(choice);
  if (!cell.spec) return offered;
  if (cell.spec->kind == sim::ParameterKind::Flag) return {QStringLiteral("off"), QStringLiteral("on")};
  for (const std::string& choice : cell.spec->choices) offered += QString::fromStdString(choice);
  return offered;
}

}  // namespace fluxion
