#include "editor/operating_point/point_model.h"

#include <QFont>
#include <QGuiApplication>
#include <cmath>

#include "editor/shown_number.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/expr/quantity.h"
#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

PointModel::PointModel(DiagramDocument& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document) {}

static std::vector<double> values(const std::vector<sim::PointEntry>& entries) {
  std::vector<double> all;
  for (const sim::PointEntry& entry : entries) all.push_back(entry.value);
  return all;
}

void PointModel::setPoint(const sim::OperatingPoint& point, std::shared_ptr<const sim::Program> program) {
  beginResetModel();
  m_program = std::move(program);
  m_point = point;
  m_entries = sim::operating_point_entries(point, *m_program);
  m_original = values(m_entries);
  if (m_others.size() != m_entries.size()) m_others.clear();
  m_edited = false;
  endResetModel();
}

void PointModel::clear() {
  beginResetModel();
  m_program = nullptr;
  m_point.reset();
  m_entries.clear();
  m_others.clear();
  m_original.clear();
  m_edited = false;
  endResetModel();
}

void PointModel::compareWith(const std::optional<sim::OperatingPoint>& other) {
  beginResetModel();
  m_others.clear();
  if (other && m_program) {
    // Inputs that one of them does not hold are 0 there.
    sim::OperatingPoint same = *other;
    same.inputs.clear();
    for (const auto& [name, value] : m_point->inputs) {
      const auto held = other->inputs.find(name);
      same.inputs[name] = held == other->inputs.end() ? 0 : held->second;
    }
    m_others = values(sim::operating_point_entries(same, *m_program));
  }
  if (m_others.size() != m_entries.size()) m_others.clear();
  endResetModel();
}

QString PointModel::problem(int row, const QString& text, double* value) const {
  const sim::PointEntry& entry = m_entries[static_cast<std::size_t>(row)];
  const sim::expr::Workspace workspace = sim::workspace_of(m_document.diagram(), sim::no_id);
  const auto result =
      sim::expr::evaluate_in(entry.unit, text.toStdString(), sim::expr::WorkspaceScope(workspace));
  if (!result) return QString::fromStdString(result.error().message);
  const auto number = result->as_scalar();
  if (!number || !std::isfinite(*number)) return tr("this has to be one finite number");
  if (value) *value = *number;
  return {};
}

int PointModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}
int PointModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant PointModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant((section == Value || section >= Other ? Qt::AlignRight : Qt::AlignLeft) |
                    Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Block"), tr("Name"),  tr("Value"),     tr("Unit"),
                            tr("Kind"),  tr("Other"), tr("Difference")};
  return section < ColumnCount ? titles[section] : QString();
}

Qt::ItemFlags PointModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  const bool value = index.isValid() && index.column() == Value;
  return value && m_entries[static_cast<std::size_t>(index.row())].editable() ? flags | Qt::ItemIsEditable
                                                                              : flags;
}

QString PointModel::text(int row, int column) const {
  const auto at = static_cast<std::size_t>(row);
  const sim::PointEntry& entry = m_entries[at];
  const QString kinds[] = {tr("state"), tr("slot"), tr("mode"), tr("level"), tr("input")};
  switch (column) {
    case Block:
      return QString::fromStdString(entry.block);
    case Name: {
      const QString name = entry.name.empty() ? tr("memory") : QString::fromStdString(entry.name);
      return entry.element < 0 ? name : QStringLiteral("%1[%2]").arg(name).arg(entry.element + 1);
    }
    case Value:
      return QString::fromStdString(sim::to_text(entry.value));
    case Unit:
      return QString::fromStdString(entry.unit);
    case Kind:
      return kinds[static_cast<int>(entry.kind)];
    case Other:
      return compares() ? QString::fromStdString(sim::to_text(m_others[at])) : QString();
    case Difference:
      return compares() ? shownNumber(entry.value - m_others[at]) : QString();
    default:
      return {};
  }
}

QVariant PointModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const int column = index.column();
  const sim::PointEntry& entry = m_entries[row];
  if (role == Qt::DisplayRole || role == Qt::EditRole) return text(index.row(), column);
  if (role == Qt::TextAlignmentRole)
    return QVariant((column == Value || column >= Other ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role == Qt::FontRole && column == Value && entry.value != m_original[row]) {
    QFont bold;
    bold.setBold(true);
    return bold;
  }
  if (role == Qt::ForegroundRole && (!entry.editable() || column == Unit || column == Kind))
    return Theme::current(QGuiApplication::palette()).hint;
  if (role == Qt::ToolTipRole && column == Value)
    return entry.editable()
               ? tr("Double-click to write another value: a number or an expression, with a unit")
               : tr("It follows from the states");
  return {};
}

bool PointModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
  double number = 0;
  if (const QString why = problem(index.row(), value.toString(), &number); !why.isEmpty()) {
    emit refused(why);
    return false;
  }
  sim::PointEntry& entry = m_entries[static_cast<std::size_t>(index.row())];
  if (number == entry.value) return true;
  entry.value = number;
  sim::set_entry(*m_point, entry, number);
  m_edited = true;
  emit dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(ColumnCount - 1));
  emit edited();
  return true;
}

}  // namespace fluxion
