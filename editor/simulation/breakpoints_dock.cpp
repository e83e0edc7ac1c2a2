#include "editor/simulation/breakpoints_dock.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "editor/document/diagram_document.h"
#include "editor/plain_text.h"
#include "editor/theme.h"

namespace fluxion {

enum Column { Place, Condition, Value, Hits, ColumnCount };

BreakpointsDock::BreakpointsDock(DiagramDocument& document, Breakpoints& breakpoints, QWidget* parent)
    : QDockWidget(tr("Breakpoints"), parent),
      m_document(document),
      m_breakpoints(breakpoints),
      m_table(new QTableWidget(this)),
      m_remove(new QToolButton(this)) {
  setObjectName(QStringLiteral("breakpointsDock"));
  m_table->setObjectName(QStringLiteral("breakpointsTable"));
  m_table->setAccessibleName(tr("Breakpoints"));
  m_table->setColumnCount(ColumnCount);
  m_table->setHorizontalHeaderLabels({tr("Pause at"), tr("Condition"), tr("Value"), tr("Hits")});
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 12);
  QHeaderView* header = m_table->horizontalHeader();
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(Place, QHeaderView::Stretch);
  header->setHighlightSections(false);
  m_table->setShowGrid(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->installEventFilter(this);

  auto* add = new QToolButton(this);
  add->setObjectName(QStringLiteral("addBreakpoint"));
  add->setText(tr("&Add"));
  add->setToolTip(tr("Pause at an event; for a signal, use the menu of its line on the diagram"));
  add->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(add);
  const auto entry = [&](const QString& text, const char* name, Breakpoint::Kind kind) {
    QAction* action = menu->addAction(text, this, [this, kind] {
      Breakpoint b;
      b.kind = kind;
      edit(m_breakpoints.add(b));
    });
    action->setObjectName(QString::fromLatin1(name));
  };
  entry(tr("At a &Time"), "breakAtTime", Breakpoint::Kind::Time);
  entry(tr("At Any &Zero Crossing"), "breakAtCrossing", Breakpoint::Kind::ZeroCrossing);
  entry(tr("At a &Rejected Step"), "breakAtRejection", Breakpoint::Kind::Rejection);
  entry(tr("At a Number That Is &Not Finite"), "breakAtNonFinite", Breakpoint::Kind::NonFinite);
  add->setMenu(menu);
  m_remove->setObjectName(QStringLiteral("removeBreakpoint"));
  m_remove->setText(tr("Remo&ve"));
  m_remove->setToolTip(tr("Remove the selected breakpoints (Delete)"));
  for (QToolButton* button : {add, m_remove}) {
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
  }
  connect(m_remove, &QToolButton::clicked, this, &BreakpointsDock::removeSelected);

  auto* body = new QWidget(this);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(4, 2, 4, 2);
  bar->addWidget(add);
  bar->addWidget(m_remove);
  bar->addStretch();
  layout->addLayout(bar);
  layout->addWidget(m_table);
  setWidget(body);

  connect(m_table, &QTableWidget::cellChanged, this, &BreakpointsDock::onItemChanged);
  connect(m_table, &QTableWidget::itemSelectionChanged, this,
          [this] { m_remove->setEnabled(!m_table->selectedItems().isEmpty()); });
  connect(m_table, &QTableWidget::cellDoubleClicked, this, [this](int row, int column) {
    const Breakpoint* b = at(row);
    if (!b || column == Value) return;
    emit blockRequested(b->kind == Breakpoint::Kind::Signal ? b->signal.block : b->block);
  });
  connect(&m_breakpoints, &Breakpoints::changed, this, &BreakpointsDock::fill);
  connect(&m_document, &DiagramDocument::changed, this, &BreakpointsDock::fill);
  fill();
}

const Breakpoint* BreakpointsDock::at(int row) const {
  const auto& all = m_breakpoints.all();
  return row >= 0 && row < static_cast<int>(all.size()) ? &all[static_cast<std::size_t>(row)] : nullptr;
}

static QTableWidgetItem* cell(const QString& text, bool editable = false) {
  auto* item = new QTableWidgetItem(text);
  item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled |
                 (editable ? Qt::ItemIsEditable : Qt::NoItemFlags));
  return item;
}

void BreakpointsDock::fill() {
  const auto& all = m_breakpoints.all();
  if (all.empty() && m_table->rowCount() == 0 && !m_remove->isEnabled()) return;
  m_filling = true;
  const int current = m_table->currentRow();
  m_table->setRowCount(static_cast<int>(all.size()));
  for (int row = 0; row < m_table->rowCount(); ++row) fillRow(row, all[static_cast<std::size_t>(row)]);
  if (current >= 0 && current < m_table->rowCount()) m_table->setCurrentCell(current, Place);
  m_filling = false;
  m_remove->setEnabled(!m_table->selectedItems().isEmpty());
}

// A number, or an expression of the model's variables; where that gives no number, why.
QTableWidgetItem* BreakpointsDock::valueCell(const Breakpoint& b, bool has) const {
  if (!has) return cell({});
  auto* item = cell(b.expression.isEmpty() ? QString::number(b.value, 'g', 10) : b.expression, true);
  QString why;
  const auto value = breakpointValue(m_document.diagram(), b, &why);
  item->setToolTip(
      value ? tr("A number, or an expression of the model's variables: %1").arg(*value, 0, 'g', 10)
            : plainTip(tr("It gives no number, so this breakpoint is not looked at: %1").arg(why)));
  if (!value) item->setForeground(Theme::current(palette()).error);
  return item;
}

void BreakpointsDock::fillRow(int row, const Breakpoint& b) {
  const bool signal = b.kind == Breakpoint::Kind::Signal, time = b.kind == Breakpoint::Kind::Time;
  QString place = breakpointText(m_document.diagram(), b);
  if (signal) place = signalText(m_document.diagram(), b.signal);
  if (time) place = b.once ? tr("Time, once") : tr("Time");
  if (!place.isEmpty()) place[0] = signal ? place[0] : place[0].toUpper();
  auto* first = cell(place);
  first->setFlags(first->flags() | Qt::ItemIsUserCheckable);
  first->setCheckState(b.enabled ? Qt::Checked : Qt::Unchecked);
  first->setToolTip(plainTip(breakpointText(m_document.diagram(), b)));
  QFont font = m_table->font();
  font.setBold(b.id == m_marked);
  first->setFont(font);
  m_table->setItem(row, Place, first);
  m_table->removeCellWidget(row, Condition);
  m_table->setItem(row, Condition, cell(time ? QStringLiteral("≥") : QString()));
  if (signal) {
    auto* choice = new QComboBox;
    choice->setFrame(false);
    choice->setAccessibleName(tr("Condition on %1").arg(place));
    choice->setToolTip(tr("When it pauses: as soon as this becomes true"));
    for (int k = 0; k < relationCount; ++k) choice->addItem(relationText(static_cast<sim::Relation>(k)));
    choice->setCurrentIndex(static_cast<int>(b.relation));
    connect(
        choice, &QComboBox::activated, this,
        [this, id = b.id](int index) {
          if (const Breakpoint* known = m_breakpoints.find(id)) {
            Breakpoint next = *known;
            next.relation = static_cast<sim::Relation>(index);
            m_breakpoints.set(next);
          }
        },
        Qt::QueuedConnection);
    m_table->setCellWidget(row, Condition, choice);
  }
  m_table->setItem(row, Value, valueCell(b, signal || time));
  auto* hits = cell(QString::number(b.hits));
  hits->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_table->setItem(row, Hits, hits);
}

void BreakpointsDock::onItemChanged(int row, int column) {
  const Breakpoint* known = at(row);
  if (m_filling || !known) return;
  Breakpoint next = *known;
  if (column == Place) next.enabled = m_table->item(row, Place)->checkState() == Qt::Checked;
  if (column == Value) {
    bool number = false;
    const QString text = m_table->item(row, Value)->text().trimmed();
    const double value = text.toDouble(&number);
    if (number) next.value = value;
    if (number || !text.isEmpty()) next.expression = number ? QString() : text;
  }
  // Not inside the table's own change.
  QMetaObject::invokeMethod(
      this, [this, next] { m_breakpoints.set(next); }, Qt::QueuedConnection);
}

void BreakpointsDock::removeSelected() {
  std::vector<int> ids;
  for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
    if (const Breakpoint* b = at(index.row())) ids.push_back(b->id);
  for (int id : ids) m_breakpoints.remove(id);
}

void BreakpointsDock::edit(int id) {
  for (int row = 0; row < m_table->rowCount(); ++row) {
    if (!at(row) || at(row)->id != id) continue;
    m_table->setCurrentCell(row, Value);
    m_table->scrollToItem(m_table->item(row, Value));
    if (m_table->item(row, Value)->flags() & Qt::ItemIsEditable) {
      m_table->setFocus();
      m_table->editItem(m_table->item(row, Value));
    }
  }
}

void BreakpointsDock::mark(int id) {
  m_marked = id;
  fill();
}

bool BreakpointsDock::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_table && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Delete)) return removeSelected(), true;
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      if (const Breakpoint* b = at(m_table->currentRow())) edit(b->id);
      return true;
    }
    if (key->key() == Qt::Key_Space && m_table->currentRow() >= 0) {
      QTableWidgetItem* item = m_table->item(m_table->currentRow(), Place);
      item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
      return true;
    }
  }
  return QDockWidget::eventFilter(watched, event);
}

}  // namespace fluxion
