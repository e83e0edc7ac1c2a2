#include "editor/import_report/report_model.h"

#include <QFont>
#include <QRegularExpression>
#include <algorithm>

#include "editor/plain_text.h"
#include "editor/problems/problems_dock.h"
#include "editor/theme.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

// Of the first column: which row of the report it is, -1 of a group and of a use; the block; the kind.
enum Role { RowRole = Qt::UserRole, BlockRole, KindRole, DoneRole, LookRole };

ReportModel::ReportModel(QObject* parent) : QStandardItemModel(parent) {}

QList<QStandardItem*> ReportModel::line(const ReportRow& row) const {
  QList<QStandardItem*> items;
  for (const QString& text : {row.place, row.source, nameOf(row.kind), row.what, row.instead}) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(plainTip(text));
    items << item;
  }
  items[Place]->setData(-1, RowRole);
  items[Place]->setData(QVariant::fromValue(row.block), BlockRole);
  items[Place]->setData(static_cast<int>(row.kind), KindRole);
  return items;
}

void ReportModel::addUses(QStandardItem& parent, const std::vector<std::string>& uses,
                          const sim::Diagram& diagram) {
  for (const std::string& use : uses) {
    ReportRow row;
    row.kind = ReportKind::NoValue;
    row.block = blockOfUse(use, diagram);
    row.place = QString::fromStdString(use);
    const QList<QStandardItem*> items = line(row);
    items[Kind]->setText({});
    parent.appendRow(items);
  }
}

void ReportModel::fill(const sim::importing::ImportReport& report, const sim::Diagram& diagram, bool byKind) {
  clear();
  setColumnCount(ColumnCount);
  setHorizontalHeaderLabels(
      {tr("Block"), tr("Was"), tr("Outcome"), tr("What differs"), tr("What to use instead")});
  m_rows = reportRows(report);
  int number = 0;
  const auto add = [&](QStandardItem& parent, const ReportRow& row) {
    const QList<QStandardItem*> items = line(row);
    items[Place]->setData(number++, RowRole);
    parent.appendRow(items);
    return items[Place];
  };
  std::vector<ReportRow> inOrder;
  for (const std::vector<ReportRow>& group : grouped(m_rows, byKind)) {
    inOrder.insert(inOrder.end(), group.begin(), group.end());
    if (group.size() == 1) {
      QStandardItem* item = add(*invisibleRootItem(), group.front());
      if (group.front().kind != ReportKind::NoValue) continue;
      for (const auto& name : report.undefined)
        if (QString::fromStdString(name.name) == group.front().place) addUses(*item, name.uses, diagram);
      continue;
    }
    ReportRow head = group.front();
    head.block = sim::no_id;
    head.place = tr("%1 blocks").arg(group.size());
    const QList<QStandardItem*> items = line(head);
    invisibleRootItem()->appendRow(items);
    for (const ReportRow& row : group) add(*items[Place], row);
  }
  m_rows = std::move(inOrder);
}

// All lines below `parent`; whether every one of them has been dealt with.
template <class Each>
static bool forEachLine(QStandardItem& parent, Each&& each) {
  bool all = true;
  for (int row = 0; row < parent.rowCount(); ++row) {
    QStandardItem& first = *parent.child(row);
    const bool below = forEachLine(first, each);
    all &= each(parent, row, first, below && first.rowCount() > 0);
  }
  return all;
}

void ReportModel::update(const sim::Diagram& diagram, const Theme& theme, const QColor& link, bool restyle) {
  const auto severity = [](ReportKind kind) {
    return kind <= ReportKind::Unresolved     ? sim::Severity::Error
           : kind == ReportKind::Approximated ? sim::Severity::Warning
                                              : sim::Severity::Note;
  };
  std::vector<QIcon> icons;
  for (int kind = 0; kind < reportKinds; ++kind)
    icons.push_back(severityIcon(severity(static_cast<ReportKind>(kind)), theme));
  forEachLine(*invisibleRootItem(), [&](QStandardItem& parent, int line, QStandardItem& first, bool below) {
    const int number = first.data(RowRole).toInt();
    const auto block = first.data(BlockRole).value<sim::Id>();
    const bool there = block != sim::no_id && diagram.blocks.contains(block);
    bool done = below;
    if (number >= 0) {
      const ReportRow& row = m_rows[static_cast<std::size_t>(number)];
      done = fluxion::isDone(row, diagram);
      if (const QString place = placeOf(row, diagram); place != first.text()) {
        first.setText(place);
        first.setToolTip(plainTip(place));
      }
    }
    const int look = 1 + done + 2 * there;
    if (!restyle && first.data(LookRole).toInt() == look) return done;
    first.setData(look, LookRole);
    first.setData(done, DoneRole);
    const auto kind = static_cast<ReportKind>(first.data(KindRole).toInt());
    for (int column = 0; column < ColumnCount; ++column) {
      QStandardItem& item = *parent.child(line, column);
      QFont font = item.font();
      font.setStrikeOut(done && column != Kind);
      font.setUnderline(there && column == Place);
      item.setFont(font);
      item.setData(done                       ? QVariant(theme.hint)
                   : there && column == Place ? QVariant(link)
                                              : QVariant(),
                   Qt::ForegroundRole);
    }
    QStandardItem& outcome = *parent.child(line, Kind);
    if (number < 0 && first.rowCount() == 0) return done;  // a use of a name
    outcome.setText(done ? tr("Done") : nameOf(kind));
    outcome.setIcon(done || kind == ReportKind::Exact ? QIcon() : icons[static_cast<std::size_t>(kind)]);
    outcome.setToolTip(done ? plainTip(tr("%1 when it was imported").arg(nameOf(kind))) : QString());
    return done;
  });
}

sim::Id ReportModel::blockOf(const QModelIndex& index) const {
  return index.siblingAtColumn(Place).data(BlockRole).value<sim::Id>();
}

ReportKind ReportModel::kindOf(const QModelIndex& index) const {
  return static_cast<ReportKind>(index.siblingAtColumn(Place).data(KindRole).toInt());
}

bool ReportModel::isDone(const QModelIndex& index) const {
  return index.siblingAtColumn(Place).data(DoneRole).toBool();
}

ReportFilter::ReportFilter(ReportModel& model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model) {
  setRecursiveFilteringEnabled(true);
  setAutoAcceptChildRows(true);
  setDynamicSortFilter(false);
  setSourceModel(&model);
}

void ReportFilter::set(const QString& text, bool all, std::optional<ReportKind> kind) {
  static const QRegularExpression space(QStringLiteral("\\s+"));
  m_words = text.split(space, Qt::SkipEmptyParts);
  m_all = all;
  m_kind = kind;
  invalidateFilter();
}

bool ReportFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex first = m_model.index(row, 0, parent);
  const ReportKind kind = m_model.kindOf(first);
  if (m_kind ? kind != *m_kind : !m_all && kind >= ReportKind::LeftOut) return false;
  return std::ranges::all_of(m_words, [&](const QString& word) {
    for (int column = 0; column < ReportModel::ColumnCount; ++column)
      if (m_model.index(row, column, parent).data().toString().contains(word, Qt::CaseInsensitive))
        return true;
    return false;
  });
}

}  // namespace fluxion
