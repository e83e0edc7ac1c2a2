#include "editor/explorer/type_table.h"

#include <QGuiApplication>
#include <algorithm>

#include "editor/explorer/levels.h"
#include "editor/theme.h"
#include "sim_core/diagram/block_names.h"

namespace fluxion {

TypeTable::TypeTable(DiagramDocument& document, QObject* parent)
    : EditableTable(document, parent), m_cells(document) {}

void TypeTable::setLevel(sim::Id subsystem, bool nested) {
  m_level = subsystem;
  m_nested = nested;
  rebuild();
}

void TypeTable::setType(const std::string& type) {
  m_type = m_document.library().find(type);
  rebuild();
}

void TypeTable::rebuild() {
  beginResetModel();
  m_cells.forgetVariables();
  m_blocks.clear();
  if (m_type)
    for (LevelBlock& block : blocksOfLevel(m_document.diagram(), m_level, m_nested))
      if (m_document.block(block.id)->type == m_type->id)
        m_blocks.emplace_back(block.id, std::move(block.path));
  endResetModel();
}

void TypeTable::update(const sim::Edit& edit) {
  if (!m_type) return;
  for (const sim::Change& change : edit.changes) {
    const auto* set = std::get_if<sim::Set<sim::Block>>(&change);
    if (!set) continue;
    const auto row =
        std::find_if(m_blocks.begin(), m_blocks.end(), [&](const auto& b) { return b.first == set->id; });
    const bool known = row != m_blocks.end();
    const bool renamed = known && set->value && sim::last_name(row->second.toStdString()) != set->value->name;
    const bool inside = set->value && m_document.library().find(set->value->type) != m_type && !known;
    if (!known && inside) continue;
    if (!known || !set->value || renamed) return rebuild();
  }
  m_cells.forgetVariables();
  if (!m_blocks.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int TypeTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_blocks.size());
}
int TypeTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : 1 + (m_type ? static_cast<int>(m_type->parameters.size()) : 0);
}

ParameterCell TypeTable::cell(int row, int column) const {
  const sim::ParameterSpec& spec = m_type->parameters[static_cast<std::size_t>(column - 1)];
  return {blockOf(row), spec.name, &spec, false};
}

QVariant TypeTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section >= columnCount()) return {};
  if (section == 0) return role == Qt::DisplayRole ? tr("Block") : QVariant();
  const sim::ParameterSpec& spec = m_type->parameters[static_cast<std::size_t>(section - 1)];
  if (role == Qt::ToolTipRole) return QString::fromStdString(spec.doc).toHtmlEscaped();
  return role == Qt::DisplayRole ? QString::fromStdString(spec.label) : QVariant();
}

Qt::ItemFlags TypeTable::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = EditableTable::flags(index);
  return index.column() > 0 ? flags | Qt::ItemIsEditable : flags;
}

QVariant TypeTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (index.column() == 0)
    return role == Qt::DisplayRole ? m_blocks[static_cast<std::size_t>(index.row())].second : QVariant();
  const ParameterCell at = cell(index.row(), index.column());
  if (role == Qt::DisplayRole || role == Qt::EditRole) return m_cells.text(at);
  if (role != Qt::ToolTipRole && role != Qt::ForegroundRole) return {};
  const CellValue value = m_cells.value(at);
  if (role == Qt::ToolTipRole) return value.text.toHtmlEscaped();
  return value.wrong ? Theme::current(QGuiApplication::palette()).error : QVariant();
}

QString TypeTable::filterKey(int column) const {
  if (column == 0) return QStringLiteral("path");
  return toQString(m_type->parameters[static_cast<std::size_t>(column - 1)].name).toLower();
}
QStringList TypeTable::choices(int row, int column) const {
  return column > 0 ? m_cells.choices(cell(row, column)) : QStringList();
}
const sim::expr::Scope* TypeTable::variables(int row, int column) const {
  return column > 0 ? m_cells.variables(cell(row, column)) : nullptr;
}
QString TypeTable::problem(int row, int column, const QString& text) const {
  return m_cells.problem(cell(row, column), text);
}
sim::Edit TypeTable::edit(const std::vector<int>& rows, int column, const QString& text) const {
  std::vector<ParameterCell> cells;
  for (int row : rows) cells.push_back(cell(row, column));
  return m_cells.edit(cells, text);
}
QString TypeTable::key(int row) const { return QString::number(sim::to_number(blockOf(row))); }

}  // namespace fluxion
