#include "editor/explorer/parameter_table.h"

#include <algorithm>

#include "editor/explorer/levels.h"
#include "editor/theme.h"

#include <QGuiApplication>

namespace fluxion {

ParameterTable::ParameterTable(DiagramDocument& document, QObject* parent)
    : EditableTable(document, parent), m_cells(document) {}

void ParameterTable::setLevel(sim::Id subsystem, bool nested) {
  m_level = subsystem;
  m_nested = nested;
  rebuild();
}

ParameterTable::Outline ParameterTable::outlineOf(const sim::Block& block) {
  Outline outline{block.parent, block.name, block.type, {}};
  if (!block.mask) return outline;
  for (const sim::MaskParameter& parameter : block.mask->parameters)
    outline.mask.push_back(parameter.name + '\n' + parameter.label);
  return outline;
}

void ParameterTable::rebuild() {
  beginResetModel();
  m_cells.forgetVariables();
  m_rows.clear();
  m_rowsOf.clear();
  m_outlines.clear();
  for (const auto& [id, block] : m_document.diagram().blocks) m_outlines.emplace(id, outlineOf(block));
  for (const LevelBlock& block : blocksOfLevel(m_document.diagram(), m_level, m_nested)) {
    const auto first = static_cast<int>(m_rows.size());
    const sim::BlockType* type = m_document.typeOf(block.id);
    for (ParameterCell& cell : m_cells.cellsOf(block.id))
      m_rows.push_back({std::move(cell), block.path, type});
    m_rowsOf[block.id] = {first, static_cast<int>(m_rows.size())};
  }
  endResetModel();
}

// Whether the edit gives texts only: the rows are the same ones.
bool ParameterTable::rowsStay(const sim::Edit& edit) const {
  return std::all_of(edit.changes.begin(), edit.changes.end(), [this](const sim::Change& change) {
    const auto* set = std::get_if<sim::Set<sim::Block>>(&change);
    if (!set) return true;
    const auto known = m_outlines.find(set->id);
    return set->value && known != m_outlines.end() && known->second == outlineOf(*set->value);
  });
}

void ParameterTable::update(const sim::Edit& edit) {
  if (!rowsStay(edit)) return rebuild();
  bool variables = false;
  int first = rowCount(), last = -1;  // one signal for all: who sorts and filters answers each of them
  for (const sim::Change& change : edit.changes) {
    variables |= std::holds_alternative<sim::Set<sim::Variable>>(change);
    const auto* set = std::get_if<sim::Set<sim::Block>>(&change);
    if (!set) continue;
    variables |= set->value->mask.has_value();
    const auto rows = m_rowsOf.find(set->id);
    if (rows == m_rowsOf.end()) continue;
    for (int row = rows->second.first; row < rows->second.second; ++row) {
      at(row).value.reset();
      first = std::min(first, row), last = std::max(last, row);
    }
  }
  if (first <= last) emit dataChanged(index(first, Expression), index(last, Value));
  if (!variables || m_rows.empty()) return;
  m_cells.forgetVariables();
  for (const Row& row : m_rows) row.value.reset();
  emit dataChanged(index(0, Value), index(rowCount() - 1, Value));
}

int ParameterTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int ParameterTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant ParameterTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Block"),      tr("Type"),  tr("Parameter"),
                            tr("Expression"), tr("Value"), tr("Unit")};
  return section < ColumnCount ? titles[section] : QString();
}

QString ParameterTable::filterKey(int column) const {
  static const char* const keys[] = {"path", "type", "parameter", "expression", "value", "unit"};
  return QString::fromLatin1(keys[column]);
}

Qt::ItemFlags ParameterTable::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = EditableTable::flags(index);
  return index.column() == Expression ? flags | Qt::ItemIsEditable : flags;
}

const CellValue& ParameterTable::valueAt(int row) const {
  const Row& r = at(row);
  if (!r.value) r.value = m_cells.value(r.cell);
  return *r.value;
}

QString ParameterTable::typeName(const Row& row) const {
  if (row.type) return QString::fromStdString(row.type->label);
  const sim::Block* block = m_document.block(row.cell.block);
  return block ? QString::fromStdString(block->type) : QString();
}

QVariant ParameterTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = at(index.row());
  const int column = index.column();
  if (role == Qt::ForegroundRole && column == Value) {
    const Theme theme = Theme::current(QGuiApplication::palette());
    return valueAt(index.row()).wrong ? theme.error : theme.hint;
  }
  if (role == Qt::ToolTipRole) {
    if (column == Parameter && row.cell.spec)
      return QStringLiteral("%1: %2")
          .arg(toQString(row.cell.name), toQString(row.cell.spec->doc))
          .toHtmlEscaped();
    return index.data().toString().toHtmlEscaped();
  }
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  switch (column) {
    case Path:
      return row.path;
    case Type:
      return typeName(row);
    case Parameter:
      return m_cells.label(row.cell);
    case Expression:
      return m_cells.text(row.cell);
    case Value:
      return valueAt(index.row()).text;
    case Unit:
      return m_cells.unit(row.cell);
    default:
      return {};
  }
}

QString ParameterTable::filterText(int row, int column) const {
  const Row& r = at(row);
  if (column == Type) return r.type ? typeName(r) + u'\n' + toQString(r.type->id) : typeName(r);
  if (column == Parameter) return m_cells.label(r.cell) + u'\n' + toQString(r.cell.name);
  return index(row, column).data().toString();
}

QStringList ParameterTable::choices(int row, int column) const {
  return column == Expression ? m_cells.choices(at(row).cell) : QStringList();
}
const sim::expr::Scope* ParameterTable::variables(int row, int column) const {
  return column == Expression ? m_cells.variables(at(row).cell) : nullptr;
}
QString ParameterTable::problem(int row, int, const QString& text) const {
  return m_cells.problem(at(row).cell, text);
}
sim::Edit ParameterTable::edit(const std::vector<int>& rows, int, const QString& text) const {
  std::vector<ParameterCell> cells;
  for (int row : rows) cells.push_back(at(row).cell);
  return m_cells.edit(cells, text);
}
QString ParameterTable::key(int row) const {
  return QStringLiteral("%1 %2").arg(sim::to_number(at(row).cell.block)).arg(toQString(at(row).cell.name));
}

}  // namespace fluxion
