#include "editor/explorer/setting_table.h"

#include <QFont>
#include <QGuiApplication>
#include <algorithm>

#include "editor/document/shown_value.h"
#include "editor/theme.h"
#include "sim_core/diagram/setting_value.h"
#include "sim_core/interfaces/workspaces.h"
#include "sim_core/solvers/methods/settings_of_method.h"

namespace fluxion {

SettingTable::SettingTable(DiagramDocument& document, QObject* parent) : EditableTable(document, parent) {}

bool SettingTable::isChanged(const sim::SettingSpec& spec) const {
  return sim::setting(m_document.diagram(), spec.name) != spec.default_value;
}

void SettingTable::setOnlyChanged(bool only) {
  m_onlyChanged = only;
  rebuild();
}

void SettingTable::rebuild() {
  beginResetModel();
  m_scope.reset();
  m_rows.clear();
  for (const sim::SettingSpec& spec : sim::all_settings())
    if (!m_onlyChanged || isChanged(spec)) m_rows.push_back(&spec);
  endResetModel();
}

void SettingTable::update(const sim::Edit& edit) {
  const bool matters = std::any_of(edit.changes.begin(), edit.changes.end(), [](const sim::Change& change) {
    return std::holds_alternative<sim::SetSetting>(change) ||
           std::holds_alternative<sim::Set<sim::Variable>>(change);
  });
  if (!matters) return;
  if (m_onlyChanged) return rebuild();
  m_scope.reset();
  emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void SettingTable::reset(const std::vector<int>& rows) {
  sim::Edit edit{"Reset Settings", {}};
  for (int row : rows)
    if (m_document.diagram().settings.contains(std::string(spec(row).name)))
      edit.set_setting(std::string(spec(row).name), std::nullopt);
  m_document.apply(std::move(edit));
}

const sim::expr::Scope& SettingTable::scope() const {
  if (!m_scope) {
    m_workspace = sim::model_workspace(m_document.diagram());
    m_scope.emplace(*m_workspace);
  }
  return *m_scope;
}

QString SettingTable::idle(const sim::SettingSpec& spec) const {
  const sim::Diagram& diagram = m_document.diagram();
  const sim::Method* method = sim::find_method(sim::setting(diagram, "Solver"));
  if (!method) return {};
  const auto why = sim::why_idle(spec.name, *method, sim::setting(diagram, "ODENIntegrationMethod"));
  return why ? QString::fromStdString(why->reason) : QString();
}

int SettingTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int SettingTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SettingTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Page"),       tr("Setting"), tr("Name"),
                            tr("Expression"), tr("Value"),   tr("Default")};
  return section < ColumnCount ? titles[section] : QString();
}

QString SettingTable::filterKey(int column) const {
  static const char* const keys[] = {"page", "setting", "name", "expression", "value", "default"};
  return QString::fromLatin1(keys[column]);
}

Qt::ItemFlags SettingTable::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = EditableTable::flags(index);
  // Call-backs have lines; the Configuration dialog has editors for them.
  const bool hasLines = index.isValid() && spec(index.row()).kind == sim::SettingKind::Statements;
  return index.column() == Text && !hasLines ? flags | Qt::ItemIsEditable : flags;
}

QVariant SettingTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const sim::SettingSpec& s = spec(index.row());
  const std::string text = sim::setting(m_document.diagram(), s.name);
  const Theme theme = Theme::current(QGuiApplication::palette());
  if (role == Qt::ToolTipRole) {
    const QString why = idle(s);
    return (why.isEmpty() ? QStringLiteral("%1: %2").arg(toQString(s.name), toQString(s.help)) : why)
        .toHtmlEscaped();
  }
  if (role == Qt::FontRole && isChanged(s) && index.column() != Value) {
    QFont bold;
    bold.setBold(true);
    return bold;
  }
  if (role == Qt::ForegroundRole) {
    if (index.column() == Value) return sim::setting_value(s, text, scope()) ? theme.hint : theme.error;
    return idle(s).isEmpty() ? QVariant() : theme.hint;
  }
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  switch (index.column()) {
    case Page:
      return toQString(s.page);
    case Label:
      return toQString(s.label);
    case Name:
      return toQString(s.name);
    case Text:
      return QString::fromStdString(text).replace(QLatin1Char('\n'), QStringLiteral("; "));
    case Value: {
      const auto value = sim::setting_value(s, text, scope());
      if (!value) return inWords(value.error());
      return *value ? shownValue(**value) : QString();
    }
    case Default:
      return toQString(s.default_value);
    default:
      return {};
  }
}

QStringList SettingTable::choices(int row, int column) const {
  if (column != Text) return {};
  if (spec(row).kind == sim::SettingKind::Flag) return {QStringLiteral("off"), QStringLiteral("on")};
  QStringList choices;
  for (std::string_view choice : spec(row).choices)
    if (spec(row).name != "Solver" || sim::find_method(choice)) choices += toQString(choice);
  return choices;
}
const sim::expr::Scope* SettingTable::variables(int row, int column) const {
  return column == Text && sim::is_expression(spec(row).kind) ? &scope() : nullptr;
}

QString SettingTable::problem(int row, int, const QString& text) const {
  const std::string wanted = text.trimmed().toStdString();
  if (wanted.empty()) return {};  // the default
  const auto value = sim::setting_value(spec(row), wanted, scope());
  return value ? QString() : inWords(value.error());
}

sim::Edit SettingTable::edit(const std::vector<int>& rows, int, const QString& text) const {
  const std::string wanted = text.trimmed().toStdString();
  sim::Edit edit{rows.size() == 1 ? "Change " + std::string(spec(rows.front()).label) : "Change Settings",
                 {}};
  for (int row : rows) {
    const std::string name(spec(row).name);
    if (wanted == sim::setting(m_document.diagram(), name)) continue;
    const bool standard = wanted.empty() || wanted == spec(row).default_value;
    if (!standard || m_document.diagram().settings.contains(name))
      edit.set_setting(name, standard ? std::nullopt : std::optional(wanted));
  }
  return edit;
}

QString SettingTable::key(int row) const { return toQString(spec(row).name); }

}  // namespace fluxion
