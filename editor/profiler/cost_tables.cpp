#include "editor/profiler/cost_tables.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QStyledItemDelegate>

#include "editor/plain_text.h"
#include "editor/shown_number.h"

namespace fluxion {

static constexpr int idRole = Qt::UserRole;

namespace {

// Counts with groups of three digits, shares in percent.
class NumberDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QString displayText(const QVariant& value, const QLocale&) const override {
    if (value.typeId() == QMetaType::ULongLong) return QLocale().toString(value.toULongLong());
    if (value.typeId() == QMetaType::Double) return shownNumber(value.toDouble(), 3);
    return value.toString();
  }
};

QVariant count(std::uint64_t n) { return QVariant::fromValue<qulonglong>(n); }
QVariant percent(double part, double whole) { return whole > 0 ? QVariant(100 * part / whole) : QVariant(); }

}  // namespace

CostTable::CostTable(const QString& name, const QStringList& columns, QWidget* parent)
    : QTableWidget(parent) {
  setAccessibleName(name);
  setColumnCount(static_cast<int>(columns.size()));
  setHorizontalHeaderLabels(columns);
  setItemDelegate(new NumberDelegate(this));
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  QHeaderView* header = horizontalHeader();
  header->setHighlightSections(false);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(0, QHeaderView::Stretch);
  for (int column = 0; column < columnCount(); ++column)
    horizontalHeaderItem(column)->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) |
                                                   Qt::AlignVCenter);
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setTabKeyNavigation(false);
  connect(this, &QTableWidget::cellClicked, this, [this](int row, int column) {
    if (column == 0) activate(row);
  });
}

void CostTable::beginRows() {
  setSortingEnabled(false);
  setRowCount(0);
}

void CostTable::addRow(const QString& name, sim::Id block, const QList<QVariant>& values) {
  const int row = rowCount();
  insertRow(row);
  auto* first = new QTableWidgetItem(name);
  first->setToolTip(plainTip(name));
  first->setData(idRole, QVariant::fromValue<qulonglong>(sim::to_number(block)));
  if (block != sim::no_id) {
    QFont link = font();
    link.setUnderline(true);
    first->setFont(link);
  }
  setItem(row, 0, first);
  for (int k = 0; k < static_cast<int>(values.size()); ++k) {
    auto* item = new QTableWidgetItem;
    item->setData(Qt::DisplayRole, values[k]);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setItem(row, k + 1, item);
  }
}

void CostTable::endRows() { colorLinks(); }

void CostTable::colorLinks() {
  for (int row = 0; row < rowCount(); ++row)
    if (item(row, 0)->data(idRole).toULongLong() != sim::to_number(sim::no_id))
      item(row, 0)->setForeground(palette().link());
}

void CostTable::activate(int row) {
  if (row < 0 || row >= rowCount()) return;
  const sim::Id block{item(row, 0)->data(idRole).toULongLong()};
  if (block != sim::no_id) emit blockRequested(block);
}

void CostTable::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return activate(currentRow());
  QTableWidget::keyPressEvent(event);
}

void CostTable::changeEvent(QEvent* event) {
  QTableWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) colorLinks();
}

void fillStates(CostTable& table, const sim::RunStatistics& s) {
  table.beginRows();
  for (const sim::StateCost& state : s.profile.states)
    table.addRow(
        QString::fromStdString(state.name), state.id,
        {count(state.limited), percent(static_cast<double>(state.limited), static_cast<double>(s.steps)),
         count(state.rejected)});
  table.endRows();
}

void fillBlocks(CostTable& table, const sim::RunStatistics& s) {
  table.beginRows();
  const double span = s.end_time - s.start_time;
  for (const sim::BlockCost& block : s.profile.blocks)
    table.addRow(QString::fromStdString(block.path), block.id,
                 {percent(block.operations, s.profile.operations), count(block.crossings),
                  span > 0 && block.crossings > 0 ? QVariant(static_cast<double>(block.crossings) / span)
                                                  : QVariant()});
  table.endRows();
}

void fillTotals(CostTable& table, const sim::RunStatistics& s) {
  table.beginRows();
  const auto row = [&](const QString& name, std::uint64_t n) {
    table.addRow(name, sim::no_id, {count(n), QVariant()});
  };
  const auto of = [&](const QString& name, std::uint64_t n, std::uint64_t all) {
    if (n > 0)
      table.addRow(QStringLiteral("    ") + name, sim::no_id,
                   {count(n), percent(static_cast<double>(n), static_cast<double>(all))});
  };
  using sim::StepLimit;
  row(CostTable::tr("Steps"), s.steps);
  const std::pair<StepLimit, QString> limits[] = {
      {StepLimit::Error, CostTable::tr("limited by the error")},
      {StepLimit::Growing, CostTable::tr("still growing")},
      {StepLimit::MaxStep, CostTable::tr("limited by Max step size")},
      {StepLimit::FixedStep, CostTable::tr("of fixed size")},
      {StepLimit::Crossing, CostTable::tr("ended by a zero crossing")},
      {StepLimit::SampleHit, CostTable::tr("up to a sample hit")},
      {StepLimit::Event, CostTable::tr("up to a time event")},
      {StepLimit::Delay, CostTable::tr("held short by a delay")},
      {StepLimit::StopTime, CostTable::tr("up to the stop time")},
      {StepLimit::Projection, CostTable::tr("held short by the projection")},
      {StepLimit::Evaluation, CostTable::tr("held short by f or Newton's iteration")}};
  for (const auto& [limit, name] : limits) of(name, s.profile[limit], s.steps);
  row(CostTable::tr("Rejected trials"), s.rejected);
  of(CostTable::tr("for their error"), s.profile.rejected_by_error, s.rejected);
  of(CostTable::tr("for the projection"), s.profile.rejected_by_projection, s.rejected);
  of(CostTable::tr("for f or Newton's iteration"), s.profile.rejected_by_evaluation, s.rejected);
  row(CostTable::tr("Evaluations of f"), s.rhs_evaluations);
  of(CostTable::tr("for Jacobians"), s.jacobian_rhs_evaluations, s.rhs_evaluations);
  row(CostTable::tr("Jacobians"), s.jacobians);
  row(CostTable::tr("Factorizations"), s.factorizations);
  row(CostTable::tr("Newton iterations"), s.newton_iterations);
  row(CostTable::tr("Zero crossings"), s.zero_crossings);
  row(CostTable::tr("Projections"), s.projections);
  row(CostTable::tr("Iterations of algebraic loops"), s.loop_iterations);
  table.endRows();
}

void fillPhases(CostTable& table, const sim::RunStatistics& s) {
  table.beginRows();
  double all = 0;
  for (double seconds : s.profile.seconds) all += seconds;
  using sim::Phase;
  const std::pair<Phase, QString> phases[] = {{Phase::Derivatives, CostTable::tr("Derivatives")},
                                              {Phase::Jacobian, CostTable::tr("Jacobians")},
                                              {Phase::LinearAlgebra, CostTable::tr("Linear algebra")},
                                              {Phase::Solver, CostTable::tr("The solver's own arithmetic")},
                                              {Phase::Crossings, CostTable::tr("Zero crossings")},
                                              {Phase::Projection, CostTable::tr("Projection")},
                                              {Phase::Instants, CostTable::tr("Modes, samples and updates")},
                                              {Phase::Recording, CostTable::tr("Recording")},
                                              {Phase::Window, CostTable::tr("Values for the window")},
                                              {Phase::Waiting, CostTable::tr("Waiting, and measuring")},
                                              {Phase::Loop, CostTable::tr("The rest")}};
  for (const auto& [phase, name] : phases)
    if (s.profile.timed)
      table.addRow(name, sim::no_id, {1000 * s.profile[phase], percent(s.profile[phase], all)});
  table.endRows();
}

}  // namespace fluxion
