#include "editor/scopes/scope_cursors.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QTableWidget>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/line_icon.h"
#include "editor/scopes/log_reader.h"
#include "editor/scopes/measured_plot.h"
#include "editor/scopes/table_text.h"
#include "editor/shown_number.h"

namespace fluxion {

ScopeCursors::ScopeCursors(MeasuredPlot& plot, CursorSet& cursors, QToolBar& bar, QObject* parent)
    : QObject(parent), m_plot(plot), m_cursors(cursors), m_table(new QTableWidget(0, 5, &plot)) {
  m_table->setObjectName(QStringLiteral("cursorTable"));
  m_table->setAccessibleName(tr("Values at the cursors"));
  m_table->setHorizontalHeaderLabels(
      {tr("Signal"), tr("Cursor 1"), tr("Cursor 2"), tr("Difference"), tr("Slope")});
  settleNumberTable(*m_table);
  m_table->hide();
  buildActions(bar);
  plot.canvas().setFocusPolicy(Qt::StrongFocus);
  plot.canvas().setAccessibleName(tr("Plots"));
  plot.canvas().installEventFilter(this);
  m_table->installEventFilter(this);
  connect(&m_cursors, &CursorSet::changed, this, &ScopeCursors::update);
  connect(&plot, &MeasuredPlot::curvesChanged, this, &ScopeCursors::update);
  connect(&plot, &MeasuredPlot::dataChanged, this, [this] {
    if (m_cursors.isOn()) fillTable();
    if (m_cursors.isOn() && m_plot.isPhase()) drawPoints();
  });
  connect(&plot.canvas().overlays(), &PlotOverlays::moved, this, &ScopeCursors::drag);
  connect(&plot.canvas().overlays(), &PlotOverlays::released, this, &ScopeCursors::drag);
  update();
}

void ScopeCursors::buildActions(QToolBar& bar) {
  m_action = new QAction(lineIcon(QStringLiteral("cursors")), tr("Cursors"), this);
  m_action->setObjectName(QStringLiteral("scopeCursors"));
  m_action->setCheckable(true);
  m_action->setToolTip(
      tr("Two cursors at the same times in all scopes (C, or Ctrl+Shift+M from anywhere).\nDrag them, or "
         "move the "
         "last one by Left and Right (with Shift by ten, with Ctrl the other one)."));
  connect(m_action, &QAction::toggled, this, &ScopeCursors::turnOn);
  auto* menu = new QMenu(tr("Cursors"), &m_plot);
  menu->setIcon(m_action->icon());
  m_show = menu->addAction(tr("Show Cursors"), this, &ScopeCursors::turnOn);
  m_show->setObjectName(QStringLiteral("cursorShow"));
  m_show->setCheckable(true);
  m_snap = menu->addAction(tr("Snap to Recorded Points"), &m_cursors, &CursorSet::setSnaps);
  m_snap->setCheckable(true);
  m_lock = menu->addAction(tr("Lock Spacing"), &m_cursors, &CursorSet::setSpacingLocked);
  m_lock->setCheckable(true);
  QAction* bring = menu->addAction(tr("Bring Cursors into View"), this, [this] {
    bringIntoView();
    m_cursors.setOn(true);
  });
  QAction* copy =
      menu->addAction(tr("Copy Values"), this, [this] { QApplication::clipboard()->setText(text()); });
  m_snap->setObjectName(QStringLiteral("cursorSnap"));
  m_lock->setObjectName(QStringLiteral("cursorLock"));
  bring->setObjectName(QStringLiteral("cursorBring"));
  copy->setObjectName(QStringLiteral("cursorCopy"));
  m_action->setMenu(menu);
  bar.addAction(m_action);
  if (auto* button = qobject_cast<QToolButton*>(bar.widgetForAction(m_action)))
    button->setPopupMode(QToolButton::MenuButtonPopup);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_table->addActions({copy, m_snap, m_lock, bring});
}

QMenu* ScopeCursors::menu() const { return m_action->menu(); }

// Where the cursors are out of sight they come into it.
void ScopeCursors::turnOn(bool on) {
  if (on == m_cursors.isOn()) return;
  const AxisRange view = m_plot.canvas().horizontal().range();
  // At an edge a cursor is hard to see, and to get hold of.
  const double edge = 0.005 * view.span();
  const auto seen = [&](double t) { return t >= view.low + edge && t <= view.high - edge; };
  const bool nowhere = m_cursors.time(0) == m_cursors.time(1);
  if (on && (nowhere || (!m_plot.isPhase() && !(seen(m_cursors.time(0)) && seen(m_cursors.time(1))))))
    bringIntoView();
  m_cursors.setOn(on);
}

void ScopeCursors::bringIntoView() {
  AxisRange view = m_plot.canvas().horizontal().range();
  if (m_plot.isPhase())
    if (const auto all = recordedTime(m_plot.measuredSignals())) view = {all->from, all->to};
  m_cursors.place(snapped(view.low + view.span() / 3), snapped(view.low + view.span() * 2 / 3));
}

// The recorded instant of any signal that is nearest.
double ScopeCursors::snapped(double time) const {
  if (!m_cursors.snaps()) return time;
  std::optional<double> nearest;
  const sim::SignalLog* before = nullptr;
  for (const MeasuredSignal& signal : m_plot.measuredSignals()) {
    if (signal.log.get() == std::exchange(before, signal.log.get())) continue;
    const auto row = nearestRow(signal.recorded, time);
    if (!row) continue;
    const double t = signal.recorded.time(*row);
    if (!nearest || std::abs(t - time) < std::abs(*nearest - time)) nearest = t;
  }
  return nearest.value_or(time);
}

// The next instant, or the one before, that any signal has recorded: a jump has two rows, which look alike to
// a cursor.
static std::optional<double> neighbor(const std::vector<MeasuredSignal>& all, double time, bool later) {
  std::optional<double> found;
  const sim::SignalLog* before = nullptr;
  for (const MeasuredSignal& signal : all) {
    if (signal.log.get() == std::exchange(before, signal.log.get())) continue;
    const sim::LogView& log = signal.recorded;
    std::size_t row = firstRowFrom(log, time);
    if (later) {
      while (row < log.size() && log.time(row) <= time) ++row;
      if (row < log.size() && (!found || log.time(row) < *found)) found = log.time(row);
    } else if (row > 0 && (!found || log.time(row - 1) > *found)) {
      found = log.time(row - 1);
    }
  }
  return found;
}

void ScopeCursors::drag(int overlay, double value) {
  for (int cursor = 0; cursor < 2; ++cursor)
    if (m_lines[static_cast<std::size_t>(cursor)] == overlay) {
      m_plot.canvas().setFocus(Qt::MouseFocusReason);
      m_cursors.move(cursor, snapped(value));
    }
}

void ScopeCursors::step(int cursor, int steps) {
  if (m_plot.isPhase()) return;
  const double now = m_cursors.time(cursor);
  const AxisRange view = m_plot.canvas().horizontal().range();
  double next = now + steps * view.span() / std::max(1, m_plot.canvas().plotSize().width());
  if (m_cursors.snaps()) {
    const auto all = m_plot.measuredSignals();
    next = snapped(now);
    for (int k = 0; k < std::abs(steps); ++k) next = neighbor(all, next, steps > 0).value_or(next);
  }
  m_cursors.move(cursor, next);
}

bool ScopeCursors::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  if (watched != m_table && key->key() == Qt::Key_C && key->modifiers() == Qt::NoModifier)
    return turnOn(!m_cursors.isOn()), true;
  if (!m_cursors.isOn()) return QObject::eventFilter(watched, event);
  if (watched == m_table) {
    if (!key->matches(QKeySequence::Copy)) return QObject::eventFilter(watched, event);
    QApplication::clipboard()->setText(text());
    return true;
  }
  const bool sideways = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right;
  if (!sideways || key->modifiers().testFlag(Qt::AltModifier)) return QObject::eventFilter(watched, event);
  const int size = key->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
  const bool other = key->modifiers().testFlag(Qt::ControlModifier);
  const int cursor = other ? 1 - m_cursors.active() : m_cursors.active(), active = m_cursors.active();
  step(cursor, key->key() == Qt::Key_Right ? size : -size);
  m_cursors.setActive(active);
  return true;
}

void ScopeCursors::update() {
  m_action->setChecked(m_cursors.isOn());
  m_show->setChecked(m_cursors.isOn());
  m_snap->setChecked(m_cursors.snaps());
  m_lock->setChecked(m_cursors.spacingLocked());
  const bool shown = m_cursors.isOn() && !m_plot.measuredSignals().empty();
  if (m_table->isHidden() == shown) m_table->setVisible(shown);
  drawLines();
  drawPoints();
  if (shown) fillTable();
}

static OverlayStyle styleOf(int cursor) {
  OverlayStyle style;
  style.dash = cursor == 0 ? Qt::SolidLine : Qt::DashLine;
  style.width = 1.5;
  style.text = QString::number(cursor + 1);
  style.draggable = true;
  return style;
}

void ScopeCursors::drawLines() {
  PlotCanvas& canvas = m_plot.canvas();
  const bool wanted = m_cursors.isOn() && !m_plot.isPhase();
  for (int cursor = 0; cursor < 2; ++cursor) {
    int& line = m_lines[static_cast<std::size_t>(cursor)];
    if (!wanted && line >= 0) {
      canvas.overlays().remove(line);
      line = -1;
    } else if (wanted && line < 0) {
      line = canvas.overlays().addVerticalLine(m_cursors.time(cursor), styleOf(cursor));
    } else if (wanted) {
      canvas.overlays().moveLine(line, m_cursors.time(cursor));
    }
  }
  canvas.overlays().redraw();
}

void ScopeCursors::drawPoints() {
  PlotCanvas& canvas = m_plot.canvas();
  for (const int point : m_points) canvas.overlays().remove(point);
  if (!m_points.empty()) canvas.overlays().redraw();
  m_points.clear();
  if (!m_cursors.isOn() || !m_plot.isPhase()) return;
  for (int cursor = 0; cursor < 2; ++cursor)
    for (const CurvePoint& at : m_plot.phasePoints(m_cursors.time(cursor)))
      m_points.push_back(canvas.overlays().addPoint(0, at, styleOf(cursor)));
  canvas.overlays().redraw();
}

std::vector<ScopeCursors::Row> ScopeCursors::rows() const {
  std::vector<Row> out;
  for (const MeasuredSignal& signal : m_plot.measuredSignals()) {
    // Between rows a portrait is straight.
    const bool held = signal.held && !m_plot.isPhase();
    const auto at = [&](int cursor) {
      return valueAt(signal.recorded, signal.column, m_cursors.time(cursor), held);
    };
    out.push_back({signal.name, signal.color, {at(0), at(1)}});
  }
  return out;
}

QString ScopeCursors::timeTitle() const {
  return tr("Time (%1)").arg(QString::fromStdString(m_plot.timeUnit().name));
}

void ScopeCursors::fillTable() {
  const double dt = m_cursors.time(1) - m_cursors.time(0);
  const std::vector<Row> signalRows = rows();
  m_table->setRowCount(static_cast<int>(signalRows.size()) + 1);
  const auto number = [](double v) { return shownNumber(v); };
  setCell(*m_table, 0, 0, timeTitle());
  setCell(*m_table, 0, 1, number(m_plot.timeUnit().shown(m_cursors.time(0))));
  setCell(*m_table, 0, 2, number(m_plot.timeUnit().shown(m_cursors.time(1))));
  setCell(*m_table, 0, 3, number(m_plot.timeUnit().shown(dt)));
  setCell(*m_table, 0, 4, dt != 0 ? tr("1/Δt = %1 Hz").arg(number(1 / std::abs(dt))) : QString());
  for (std::size_t k = 0; k < signalRows.size(); ++k) {
    const Row& row = signalRows[k];
    const int at = static_cast<int>(k) + 1;
    const auto say = [&](std::optional<double> v) { return v ? number(*v) : QString(); };
    std::optional<double> dy, slope;
    if (row.values[0] && row.values[1]) dy = *row.values[1] - *row.values[0];
    if (dy && dt != 0) slope = *dy / m_plot.timeUnit().shown(dt);
    setCell(*m_table, at, 0, row.name, row.color);
    setCell(*m_table, at, 1, say(row.values[0]));
    setCell(*m_table, at, 2, say(row.values[1]));
    setCell(*m_table, at, 3, say(dy));
    setCell(*m_table, at, 4, say(slope));
  }
  fitHeight(*m_table, 6);
}

QString ScopeCursors::text() const {
  const auto exact = [](double v) { return QString::number(v, 'g', QLocale::FloatingPointShortest); };
  const double dt = m_cursors.time(1) - m_cursors.time(0);
  QStringList lines{
      QStringList{tr("Signal"), tr("Cursor 1"), tr("Cursor 2"), tr("Difference"), tr("Slope")}.join(u'\t'),
      QStringList{timeTitle(), exact(m_plot.timeUnit().shown(m_cursors.time(0))),
                  exact(m_plot.timeUnit().shown(m_cursors.time(1))), exact(m_plot.timeUnit().shown(dt))}
          .join(u'\t')};
  for (const Row& row : rows()) {
    QStringList cells{row.name};
    for (const auto& value : row.values) cells << (value ? exact(*value) : QString());
    if (row.values[0] && row.values[1]) {
      const double dy = *row.values[1] - *row.values[0];
      cells << exact(dy);
      if (dt != 0) cells << exact(dy / m_plot.timeUnit().shown(dt));
    }
    lines << cells.join(u'\t');
  }
  return lines.join(u'\n') + u'\n';
}

}  // namespace fluxion
