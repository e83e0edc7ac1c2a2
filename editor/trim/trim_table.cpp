#include "editor/trim/trim_table.h"

#include <QFont>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>

#include "editor/document/member_command.h"
#include "editor/plain_text.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/expr/quantity.h"
#include "sim_core/interfaces/workspaces.h"

namespace fluxion {

namespace {

constexpr quintptr ofGroup = 0;  // the internal id of a group; of its rows, its number from 1

bool isGroup(const QModelIndex& index) { return index.isValid() && index.internalId() == ofGroup; }
TrimGroup groupOf(const QModelIndex& index) { return static_cast<TrimGroup>(index.internalId() - 1); }

// As many digits as tell whether a point is the one that was wanted; all of them are in the tip.
QString shown(double value) { return QString::fromStdString(sim::to_text(value, 10)); }
QString exact(double value) { return QString::fromStdString(sim::to_text(value)); }

}  // namespace

TrimTable::TrimTable(DiagramDocument& document, QObject* parent)
    : QAbstractItemModel(parent), m_document(document) {}

void TrimTable::setStart(std::shared_ptr<const sim::LinearModel> start) {
  if (haveSameNames(m_start.get(), start.get())) {
    m_start = std::move(start);
    for (int group = 0; group < trimGroupCount; ++group) changed(index(group, 0));
    return;
  }
  beginResetModel();
  m_start = std::move(start);
  m_report.reset();
  endResetModel();
}

void TrimTable::setReport(std::shared_ptr<const sim::TrimReport> report, bool old) {
  m_report = std::move(report);
  m_old = old;
  for (int group = 0; group < rowCount(); ++group) changed(index(group, 0));
}

void TrimTable::clear() {
  beginResetModel();
  m_start.reset();
  m_report.reset();
  m_wishes = sim::kept_trim(m_document.diagram());
  endResetModel();
}

// The rows of a group, or one row.
void TrimTable::changed(const QModelIndex& index) {
  if (!isGroup(index))
    emit dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(ColumnCount - 1));
  else if (const int rows = rowCount(index); rows > 0)
    emit dataChanged(this->index(0, 0, index), this->index(rows - 1, ColumnCount - 1, index));
}

QModelIndex TrimTable::find(TrimGroup group, const QString& name, int column) const {
  if (!m_start) return {};
  const auto& names = sim::names_of(*m_start, group);
  const auto at = std::find(names.begin(), names.end(), name.toStdString());
  return at == names.end()
             ? QModelIndex()
             : index(static_cast<int>(at - names.begin()), column, index(static_cast<int>(group), 0));
}

QString TrimTable::nameOf(const QModelIndex& index) const {
  return index.isValid() && !isGroup(index) ? QString::fromStdString(rowAt(index).name) : QString();
}

TrimTable::Row TrimTable::rowAt(const QModelIndex& index) const {
  const TrimGroup group = groupOf(index);
  const auto at = static_cast<std::size_t>(index.row());
  return {group, at, sim::names_of(*m_start, group)[at], unitsOf(*m_start, group)[at]};
}

QModelIndex TrimTable::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : ofGroup);
}

QModelIndex TrimTable::parent(const QModelIndex& index) const {
  return !index.isValid() || isGroup(index) ? QModelIndex()
                                            : createIndex(static_cast<int>(groupOf(index)), 0, ofGroup);
}

int TrimTable::rowCount(const QModelIndex& parent) const {
  if (!m_start) return 0;
  if (!parent.isValid()) return trimGroupCount;
  return isGroup(parent) && parent.column() == 0
             ? static_cast<int>(sim::names_of(*m_start, static_cast<TrimGroup>(parent.row())).size())
             : 0;
}

int TrimTable::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant TrimTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section >= ColumnCount) return {};
  const QString titles[] = {tr("Name"),    tr("Known"), tr("Steady"),   tr("Initial guess"), tr("Minimum"),
                            tr("Maximum"), tr("Found"), tr("Residual"), tr("Unit")};
  const QString tips[] = {
      {},
      tr("It has the value beside"),
      tr("Its derivative is 0"),
      tr("Where the search begins, or the value that is known; empty: as where the search begins"),
      tr("It is not below this"),
      tr("It is not above this"),
      tr("The value at the operating point that was found"),
      tr("The derivative of a state; how far an input or output is from what it is to be"),
      {}};
  if (role == Qt::TextAlignmentRole)
    return QVariant((section >= Value && section <= Residual ? Qt::AlignRight : Qt::AlignLeft) |
                    Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) return tips[section];
  return role == Qt::DisplayRole ? titles[section] : QVariant();
}

Qt::ItemFlags TrimTable::flags(const QModelIndex& index) const {
  if (!index.isValid() || isGroup(index)) return Qt::ItemIsEnabled;
  const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  switch (index.column()) {
    case Known:
      return flags | Qt::ItemIsUserCheckable;
    case Steady:
      return groupOf(index) == TrimGroup::States ? flags | Qt::ItemIsUserCheckable : flags;
    case Value:
    case Minimum:
    case Maximum:
      return flags | Qt::ItemIsEditable;
    default:
      return flags;
  }
}

const sim::TrimResidual* TrimTable::residualOf(const Row& row) const {
  if (!m_report) return nullptr;
  for (const sim::TrimResidual& each : m_report->residuals)
    if (static_cast<int>(each.of) == static_cast<int>(row.group) && each.index == row.at) return &each;
  return nullptr;
}

QString TrimTable::text(const Row& row, int column) const {
  const TrimWish wish = m_wishes.of(row.group, row.name);
  const auto bound = [](double value) { return std::isfinite(value) ? exact(value) : QString(); };
  switch (column) {
    case Name:
      return QString::fromStdString(row.name);
    case Value:
      // What somebody typed stays as it is; what the start has is shown as the results are.
      return wish.value ? exact(*wish.value) : shown(valuesOf(*m_start, row.group)[row.at]);
    case Minimum:
      return bound(wish.minimum);
    case Maximum:
      return bound(wish.maximum);
    case Found:
      return m_report ? shown(valuesOf(m_report->model, row.group)[row.at]) : QString();
    case Residual:
      if (const sim::TrimResidual* residual = residualOf(row))
        return QString::fromStdString(sim::told(residual->value));
      return m_report && row.group == TrimGroup::States
                 ? QString::fromStdString(sim::told(m_report->model.dx[row.at]))
                 : QString();
    case Unit:
      return QString::fromStdString(row.unit);
    default:
      return {};
  }
}

QVariant TrimTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int column = index.column();
  if (isGroup(index)) {
    const QString titles[] = {tr("States"), tr("Inputs"), tr("Outputs")};
    if (role == Qt::DisplayRole && column == Name)
      return rowCount(index) > 0 ? titles[index.row()] : tr("%1: none").arg(titles[index.row()]);
    if (role == Qt::FontRole) {
      QFont bold;
      bold.setBold(true);
      return bold;
    }
    return {};
  }
  const Row row = rowAt(index);
  const TrimWish wish = m_wishes.of(row.group, row.name);
  const sim::TrimResidual* residual = residualOf(row);
  const bool unmet = residual && !residual->met();
  const Theme theme = Theme::current(QGuiApplication::palette());
  if (role == Qt::CheckStateRole && (flags(index) & Qt::ItemIsUserCheckable))
    return (column == Known ? wish.known : wish.steady) ? Qt::Checked : Qt::Unchecked;
  if (role == Qt::EditRole && column == Value)  // whole, for an editor may be left as it was
    return exact(wish.value.value_or(valuesOf(*m_start, row.group)[row.at]));
  if (role == Qt::DisplayRole || role == Qt::EditRole) return text(row, column);
  if (role == Qt::TextAlignmentRole)
    return QVariant((column >= Value && column <= Residual ? Qt::AlignRight : Qt::AlignLeft) |
                    Qt::AlignVCenter);
  if (role == Qt::ForegroundRole) {
    if (unmet && !m_old && (column == Residual || column == Name)) return theme.error;
    const bool byItself = column == Value && !wish.value && !wish.known;
    const bool idle = column == Residual && !residual;
    if (column == Unit || byItself || idle || (m_old && (column == Found || column == Residual)))
      return theme.hint;
  }
  if (role == Qt::ToolTipRole) {
    if (column == Found && m_report) return exact(valuesOf(m_report->model, row.group)[row.at]);
    if ((column == Residual || column == Name) && residual)
      return plainTip(QString::fromStdString(residual->text));
    if (flags(index) & Qt::ItemIsEditable)
      return tr("A number or an expression, with a unit; empty: none is given");
  }
  return {};
}

// What the text is worth, in `wish`. False: it cannot be, which was said.
bool TrimTable::check(TrimWish& wish, const Row& row, int column, const QString& text) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (text.trimmed().isEmpty()) {
    if (column == Value) wish.value.reset();
    if (column == Minimum) wish.minimum = -infinity;
    if (column == Maximum) wish.maximum = infinity;
    return true;
  }
  const sim::expr::Workspace workspace = sim::workspace_of(m_document.diagram(), sim::no_id);
  const auto result =
      sim::expr::evaluate_in(row.unit, text.toStdString(), sim::expr::WorkspaceScope(workspace));
  if (!result) {
    emit refused(QString::fromStdString(result.error().message));
    return false;
  }
  const auto number = result->as_scalar();
  if (!number || std::isnan(*number) || (column == Value && !std::isfinite(*number))) {
    emit refused(tr("This has to be one finite number."));
    return false;
  }
  if (column == Value) wish.value = *number;
  if (column == Minimum) wish.minimum = *number;
  if (column == Maximum) wish.maximum = *number;
  if (wish.minimum <= wish.maximum) return true;
  emit refused(tr("The minimum of %1 would be above its maximum.").arg(QString::fromStdString(row.name)));
  return false;
}

bool TrimTable::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || isGroup(index)) return false;
  const Row row = rowAt(index);
  const TrimWish before = m_wishes.of(row.group, row.name);
  TrimWish wish = before;
  if (role == Qt::CheckStateRole && (flags(index) & Qt::ItemIsUserCheckable)) {
    (index.column() == Known ? wish.known : wish.steady) = value.toInt() == Qt::Checked;
    // What is known stays what it is, whatever the start becomes.
    if (index.column() == Known && wish.known && !wish.value)
      wish.value = valuesOf(*m_start, row.group)[row.at];
  } else if (role == Qt::EditRole && (flags(index) & Qt::ItemIsEditable)) {
    if (value.toString() == data(index, Qt::EditRole).toString()) return true;
    if (!check(wish, row, index.column(), value.toString())) return false;
    if (index.column() == Value && !wish.value) wish.known = false;
  } else {
    return false;
  }
  if (wish == before) return true;
  TrimWishes wishes = m_wishes;
  if (wish == TrimWish())
    wishes[row.group].erase(row.name);
  else
    wishes[row.group][row.name] = wish;
  m_document.undoStack().push(
      new MemberCommand(m_document, tr("Change Trim"), sim::trim_member, sim::trim_text(wishes)));
  readWishes();
  emit wished();
  return true;
}

void TrimTable::readWishes() {
  sim::Diagnostics problems;
  TrimWishes kept = sim::kept_trim(m_document.diagram(), &problems);
  if (!problems.empty()) emit refused(QString::fromStdString(to_text(problems.front())));
  if (kept == m_wishes) return;
  m_wishes = std::move(kept);
  for (int group = 0; group < rowCount(); ++group) changed(index(group, 0));
}

}  // namespace fluxion
