#include "editor/problems/problems_dock.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTableWidget>
#include <algorithm>

#include "editor/focus_ring.h"
#include "editor/theme.h"

namespace fluxion {

enum Column { Place, Message, Remedy, ColumnCount };

static QString severityName(sim::Severity severity) {
  switch (severity) {
    case sim::Severity::Error:
      return ProblemsDock::tr("Error");
    case sim::Severity::Warning:
      return ProblemsDock::tr("Warning");
    case sim::Severity::Note:
      break;
  }
  return ProblemsDock::tr("Note");
}

// The words are those of sim_core/expr; a test compiles a model to hold both together.
QString undefinedName(const sim::Diagnostic& diagnostic) {
  static const QRegularExpression unknown(QStringLiteral("unknown name '([A-Za-z_]\\w*)'"));
  if (!diagnostic.remedy.starts_with("define it among the variables")) return {};
  return unknown.match(QString::fromStdString(diagnostic.message)).captured(1);
}

QIcon severityIcon(sim::Severity severity, const Theme& theme) {
  QPixmap pixmap(32, 32);
  pixmap.fill(Qt::transparent);
  QPainter p(&pixmap);
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(Qt::NoPen);
  const QPen mark(theme.plotBackground, 3.4, Qt::SolidLine, Qt::RoundCap);
  if (severity == sim::Severity::Error) {
    p.setBrush(theme.error);
    p.drawEllipse(QRectF(3, 3, 26, 26));
    p.setPen(mark);
    p.drawLine(QPointF(11.5, 11.5), QPointF(20.5, 20.5));
    p.drawLine(QPointF(20.5, 11.5), QPointF(11.5, 20.5));
  } else if (severity == sim::Severity::Warning) {
    p.setBrush(theme.warning);
    p.drawPolygon(QPolygonF({{16, 3}, {30, 28}, {2, 28}}));
    p.setPen(mark);
    p.drawLine(QPointF(16, 12.5), QPointF(16, 19));
    p.drawPoint(QPointF(16, 24));
  } else {
    p.setPen(QPen(theme.hint, 3));
    p.drawEllipse(QRectF(5, 5, 22, 22));
  }
  return QIcon(pixmap);
}

ProblemsDock::ProblemsDock(QWidget* parent)
    : QDockWidget(tr("Problems"), parent), m_table(new QTableWidget(this)) {
  setObjectName(QStringLiteral("problemsDock"));
  m_table->setObjectName(QStringLiteral("problemsTable"));
  m_table->setAccessibleName(tr("Problems"));
  m_table->setColumnCount(ColumnCount);
  m_table->setHorizontalHeaderLabels({tr("Place"), tr("Problem"), tr("What to do")});
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 6);
  QHeaderView* header = m_table->horizontalHeader();
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setSectionResizeMode(Place, QHeaderView::ResizeToContents);
  header->setSectionResizeMode(Message, QHeaderView::Stretch);
  header->setSectionResizeMode(Remedy, QHeaderView::Stretch);
  header->setHighlightSections(false);
  m_table->setShowGrid(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setTabKeyNavigation(false);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->installEventFilter(this);
  new FocusRing(*m_table);
  setWidget(m_table);
  auto* copy = new QAction(tr("&Copy"), m_table);
  copy->setObjectName(QStringLiteral("problemsCopy"));
  connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(text()); });
  m_table->addAction(copy);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(m_table, &QTableWidget::cellDoubleClicked, this, [this](int row, int column) {
    const sim::Diagnostic& d = m_diagnostics[static_cast<std::size_t>(row)];
    if (column == Message || (column == Remedy && undefinedName(d).isEmpty())) activate(row);
  });
  connect(m_table, &QTableWidget::cellClicked, this, [this](int row, int column) {
    if (column == Place) activate(row);
    if (column == Remedy) activateRemedy(row);
  });
}

void ProblemsDock::clear() {
  m_diagnostics.clear();
  m_table->setRowCount(0);
  emit countChanged(0, 0);
}

void ProblemsDock::add(const sim::Diagnostics& diagnostics) {
  for (const sim::Diagnostic& d : diagnostics) {
    m_diagnostics.push_back(d);
    addRow(d);
  }
  applyTheme();
  const auto count = [this](sim::Severity s) {
    return static_cast<int>(std::ranges::count(m_diagnostics, s, &sim::Diagnostic::severity));
  };
  emit countChanged(count(sim::Severity::Error), count(sim::Severity::Warning));
}

void ProblemsDock::addRow(const sim::Diagnostic& d) {
  const int row = m_table->rowCount();
  m_table->insertRow(row);
  const QString severity = severityName(d.severity);
  auto* place = new QTableWidgetItem(d.path.empty() ? tr("Model") : QString::fromStdString(d.path));
  place->setToolTip(severity);
  auto* message = new QTableWidgetItem(QString::fromStdString(d.message));
  message->setData(Qt::AccessibleTextRole, QString(severity + QStringLiteral(": ") + message->text()));
  const auto linkFont = [this] {
    QFont link = m_table->font();
    link.setUnderline(true);
    return link;
  };
  if (d.element != sim::no_id) {
    place->setFont(linkFont());
  }
  m_table->setItem(row, Place, place);
  m_table->setItem(row, Message, message);
  auto* remedy = new QTableWidgetItem(QString::fromStdString(d.remedy));
  if (!undefinedName(d).isEmpty()) {
    remedy->setFont(linkFont());
    remedy->setToolTip(tr("Asks for the value and adds the variable to the model (Alt+N)"));
  }
  m_table->setItem(row, Remedy, remedy);
}

void ProblemsDock::applyTheme() {
  const Theme theme = Theme::current(palette());
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const sim::Diagnostic& d = m_diagnostics[static_cast<std::size_t>(row)];
    m_table->item(row, Place)->setIcon(severityIcon(d.severity, theme));
    if (d.element != sim::no_id) m_table->item(row, Place)->setForeground(palette().link());
    if (!undefinedName(d).isEmpty()) m_table->item(row, Remedy)->setForeground(palette().link());
  }
}

void ProblemsDock::activate(int row) {
  if (row < 0 || row >= static_cast<int>(m_diagnostics.size())) return;
  const sim::Id element = m_diagnostics[static_cast<std::size_t>(row)].element;
  if (element != sim::no_id) emit blockRequested(element);
}

void ProblemsDock::activateRemedy(int row) {
  if (row < 0 || row >= static_cast<int>(m_diagnostics.size())) return;
  QStringList names{undefinedName(m_diagnostics[static_cast<std::size_t>(row)])};
  if (names.front().isEmpty()) return;
  for (const sim::Diagnostic& d : m_diagnostics)
    if (const QString name = undefinedName(d); !name.isEmpty() && !names.contains(name)) names << name;
  emit definitionRequested(names);
}

QString ProblemsDock::text() const {
  QStringList lines;
  const bool all = m_table->selectionModel()->selectedRows().isEmpty();
  for (int row = 0; row < m_table->rowCount(); ++row) {
    if (!all && !m_table->selectionModel()->isRowSelected(row, {})) continue;
    const sim::Diagnostic& d = m_diagnostics[static_cast<std::size_t>(row)];
    lines << severityName(d.severity) + QStringLiteral(": ") + QString::fromStdString(sim::to_text(d));
  }
  return lines.join(u'\n');
}

bool ProblemsDock::eventFilter(QObject* watched, QEvent* event) {
  // Who comes by keyboard sees which problem keys are about.
  if (watched == m_table && event->type() == QEvent::FocusIn && m_table->rowCount() > 0 &&
      m_table->selectionModel()->selectedRows().isEmpty())
    m_table->setCurrentCell(std::max(0, m_table->currentRow()), Message);
  if (watched == m_table && event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
      return activate(m_table->currentRow()), true;
    if (key->key() == Qt::Key_N && key->modifiers() == Qt::AltModifier)
      return activateRemedy(m_table->currentRow()), true;
    if (key->matches(QKeySequence::Copy)) return QApplication::clipboard()->setText(text()), true;
  }
  return QDockWidget::eventFilter(watched, event);
}

void ProblemsDock::changeEvent(QEvent* event) {
  QDockWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyTheme();
}

}  // namespace fluxion
