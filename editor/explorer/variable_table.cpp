#include "editor/explorer/variable_table.h"

#include <QGuiApplication>
#include <algorithm>

#include "editor/document/shown_value.h"
#include "editor/theme.h"
#include "sim_core/expr/parser.h"
#include "sim_core/interfaces/variable_names.h"
#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

VariableTable::VariableTable(DiagramDocument& document, QObject* parent)
    : EditableTable(document, parent), m_isName(sim::variable_names_of(document.library())) {}

void VariableTable::forget() {
  m_uses.reset();
  m_scope.reset();
  m_workspace.reset();
}

void VariableTable::rebuild() {
  beginResetModel();
  forget();
  m_ids.clear();
  for (const auto& [id, variable] : m_document.diagram().variables) m_ids.push_back(id);
  endResetModel();
}

void VariableTable::update(const sim::Edit&) {
  const auto& now = m_document.diagram().variables;
  const bool same = now.size() == m_ids.size() &&
                    std::all_of(m_ids.begin(), m_ids.end(), [&](sim::Id id) { return now.contains(id); });
  if (!same) return rebuild();
  forget();
  if (!m_ids.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const sim::Variable& VariableTable::variable(int row) const {
  static const sim::Variable none;
  const auto found = m_document.diagram().variables.find(idOf(row));
  return found == m_document.diagram().variables.end() ? none : found->second;
}

const std::vector<sim::VariableUse>& VariableTable::usesOf(int row) const {
  if (!m_uses) m_uses = sim::find_variable_uses(m_document.diagram(), m_isName);
  return m_uses->of(sim::no_id, variable(row).name);
}

const sim::expr::Scope& VariableTable::scope() const {
  if (!m_scope) {
    m_workspace = sim::model_workspace(m_document.diagram());
    m_scope.emplace(*m_workspace);
  }
  return *m_scope;
}

QString VariableTable::add() {
  std::vector<std::string> taken;
  for (const auto& [id, variable] : m_document.diagram().variables) taken.push_back(variable.name);
  std::string name = "a";
  for (int k = 1; std::find(taken.begin(), taken.end(), name) != taken.end(); ++k)
    name = "a" + std::to_string(k);
  const sim::Id id = m_document.newId();
  sim::Edit edit{"Add Variable " + name, {}};
  edit.set(id, sim::Variable{name, "0", {}, {}, {}});
  m_document.apply(std::move(edit));
  return QString::number(sim::to_number(id));
}

void VariableTable::remove(const std::vector<int>& rows) {
  if (rows.empty()) return;
  sim::Edit edit{rows.size() == 1 ? "Remove Variable " + variable(rows.front()).name : "Remove Variables",
                 {}};
  for (int row : rows) edit.remove<sim::Variable>(idOf(row));
  m_document.apply(std::move(edit));
}

int VariableTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}
int VariableTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant VariableTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Name"), tr("Expression"),  tr("Value"),
                            tr("Unit"), tr("Description"), tr("Uses")};
  return section < ColumnCount ? titles[section] : QString();
}

QString VariableTable::filterKey(int column) const {
  static const char* const keys[] = {"name", "expression", "value", "unit", "description", "uses"};
  return QString::fromLatin1(keys[column]);
}

Qt::ItemFlags VariableTable::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = EditableTable::flags(index);
  return index.column() == Value || index.column() == Uses ? flags : flags | Qt::ItemIsEditable;
}

QString VariableTable::usesText(int row) const {
  const std::size_t count = usesOf(row).size();
  return count == 0 ? tr("unused") : QString::number(count);
}

QVariant VariableTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const sim::Variable& v = variable(index.row());
  if (role == Qt::ForegroundRole) {
    const Theme theme = Theme::current(QGuiApplication::palette());
    if (index.column() == Value) {
      const auto value = scope().find(v.name);
      return value ? theme.hint : theme.error;
    }
    return index.column() == Uses && usesOf(index.row()).empty() ? theme.warning : QVariant();
  }
  if (role == Qt::ToolTipRole) return index.data().toString().toHtmlEscaped();
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  switch (index.column()) {
    case Name:
      return QString::fromStdString(v.name);
    case Expression:
      return QString::fromStdString(v.expression);
    case Value: {
      const auto value = scope().find(v.name);
      if (!value) return inWords(value.error());
      if (!*value) return {};
      return shownValue(**value);
    }
    case Unit:
      return QString::fromStdString(v.unit);
    case Description:
      return QString::fromStdString(v.description);
    case Uses:
      return usesText(index.row());
    default:
      return {};
  }
}

const sim::expr::Scope* VariableTable::variables(int, int column) const {
  return column == Expression ? &scope() : nullptr;
}

// As it would be worth with the others as they are.
QString VariableTable::problem(int row, int column, const QString& text) const {
  if (column == Name) {
    const auto renamed = sim::rename_variable(m_document.diagram(), sim::no_id, variable(row).name,
                                              text.trimmed().toStdString(), m_isName);
    return renamed ? QString() : inWords(renamed.error());
  }
  if (column != Expression) return {};
  const auto parsed = sim::expr::parse(text.toStdString());
  if (!parsed) return inWords(parsed.error());
  sim::Diagram trial;
  trial.variables = m_document.diagram().variables;
  trial.variables[idOf(row)].expression = text.toStdString();
  const sim::expr::Workspace workspace = sim::model_workspace(trial);
  const auto value = sim::expr::evaluate_any(variable(row).name, sim::expr::WorkspaceScope(workspace));
  return value ? QString() : inWords(value.error());
}

sim::Edit VariableTable::edit(const std::vector<int>& rows, int column, const QString& text) const {
  const std::string trimmed = text.trimmed().toStdString();
  if (column == Name) {
    auto renamed = sim::rename_variable(m_document.diagram(), sim::no_id, variable(rows.front()).name,
                                        trimmed, m_isName);
    return renamed ? std::move(*renamed) : sim::Edit{};
  }
  sim::Edit edit{rows.size() == 1 ? "Variable " + variable(rows.front()).name
                                  : "Change " + std::to_string(rows.size()) + " Variables",
                 {}};
  for (int row : rows) {
    sim::Variable changed = variable(row);
    (column == Expression ? changed.expression
     : column == Unit     ? changed.unit
                          : changed.description) = trimmed;
    if (!(changed == variable(row))) edit.set(idOf(row), std::move(changed));
  }
  return edit;
}

QString VariableTable::key(int row) const { return QString::number(sim::to_number(idOf(row))); }

}  // namespace fluxion
