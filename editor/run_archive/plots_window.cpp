#include "editor/run_archive/plots_window.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QSplitter>
#include <QTableWidget>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/run_archive/run_color.h"
#include "editor/run_archive/run_plot.h"
#include "editor/run_archive/signal_tree.h"
#include "editor/run_palette.h"
#include "editor/scopes/cursor_set.h"
#include "editor/scopes/measurements_panel.h"
#include "editor/scopes/plot_labels.h"
#include "editor/scopes/scope_cursors.h"
#include "editor/secondary_window.h"

namespace fluxion {

PlotsWindow::PlotsWindow(RunLibrary& library, QWidget* parent, CursorSet* cursors)
    : QWidget(parent, Qt::Window),
      m_library(library),
      m_bar(new QToolBar(this)),
      m_viewMenu(new QMenu(this)),
      m_plotChoice(new QComboBox(this)),
      m_tree(new SignalTree(this)),
      m_plot(new RunPlot(this)),
      m_cursorSet(cursors ? cursors : new CursorSet(this)),
      m_hint(new QLabel(this)) {
  setObjectName(QStringLiteral("plotsWindow"));
  setWindowTitle(tr("Signals of Runs"));
  closeByKeys(*this);
  buildToolBar();
  buildMeasuring();
  settleToolBar();
  m_hint->setAlignment(Qt::AlignCenter);
  m_hint->setContentsMargins(8, 4, 8, 4);
  auto* splitter = new QSplitter(this);
  splitter->addWidget(m_tree);
  auto* right = new QWidget(this);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_hint);
  column->addWidget(m_plot, 1);
  column->addWidget(m_cursors->table());
  column->addWidget(m_measurements);
  splitter->addWidget(right);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({fontMetrics().averageCharWidth() * 34, 700});
  splitter->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_bar);
  layout->addWidget(splitter, 1);
  resize(1000, 640);
  m_plot->canvas().setAcceptDrops(true);
  m_plot->canvas().installEventFilter(this);
  connect(m_tree, &SignalTree::toggled, this,
          [this](const PlottedSignal& signal, bool on) { setShown(signal, m_chosen, on); });
  connect(m_plot, &RunPlot::axesClicked, this, &PlotsWindow::choosePlot);
  connect(m_plotChoice, &QComboBox::activated, this, &PlotsWindow::choosePlot);
  connect(&library, &RunLibrary::changed, this, &PlotsWindow::onRunsChanged);
  onRunsChanged();
  setGrid(1, 1);
}

void PlotsWindow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_byRun->isChecked()) draw();
}

void PlotsWindow::onRunsChanged() {
  QStringList known;
  for (const Run& run : m_library.runs()) known += QString::fromStdString(run->summary.id);
  for (auto& plot : m_arrangement.plots)
    std::erase_if(plot, [&](const PlottedSignal& s) { return !known.contains(s.run); });
  std::erase_if(m_loaded, [&](const auto& entry) { return !known.contains(entry.first.run); });
  m_tree->setRuns(m_library.runs(), m_runs);
  draw();
}

void PlotsWindow::inspect(const QStringList& runs) {
  m_runs = runs;
  m_tree->setRuns(m_library.runs(), runs);
  const bool empty = std::all_of(m_arrangement.plots.begin(), m_arrangement.plots.end(),
                                 [](const auto& plot) { return plot.empty(); });
  for (const QString& id : runs) {
    const Run run = m_library.find(id);
    if (!empty || !run || run->summary.recorded.empty()) continue;
    const sim::RunSignal& first = run->summary.recorded.front();
    m_arrangement.set(
        m_chosen, {id, {QString::fromStdString(first.block), QString::fromStdString(first.name), 0}}, true);
  }
  draw();
}

void PlotsWindow::addToPlot(const std::vector<PlottedSignal>& chosen) {
  for (const PlottedSignal& signal : chosen) {
    if (!m_runs.contains(signal.run)) m_runs << signal.run;
    m_arrangement.set(m_chosen, signal, true);
  }
  m_tree->setRuns(m_library.runs(), m_runs);
  draw();
}

void PlotsWindow::setGrid(int rows, int columns) {
  m_arrangement.resize(rows, columns);
  m_plotChoice->clear();
  for (int k = 1; k <= m_arrangement.count(); ++k) m_plotChoice->addItem(QString::number(k));
  choosePlot(std::clamp(m_chosen, 0, m_arrangement.count() - 1));
}

void PlotsWindow::choosePlot(int plot) {
  if (plot < 0 || plot >= m_arrangement.count()) return;
  m_chosen = plot;
  m_plotChoice->setCurrentIndex(plot);
  draw();
}

void PlotsWindow::setShown(const PlottedSignal& signal, int plot, bool on) {
  m_arrangement.set(plot, signal, on);
  draw();
}

// The columns of one signal of one run; drawn when they are there.
void PlotsWindow::load(const PlottedSignal& signal) {
  const Run run = m_library.find(signal.run);
  const int index = run ? findSignal(run->summary, signal.signal) : -1;
  if (index < 0 || m_loading[signal]) return;
  m_loading[signal] = true;
  const QPointer<PlotsWindow> window(this);
  m_library.columns(run, index, [window, signal](const RunLibrary::Columns& columns) {
    if (!window) return;
    window->m_loading.erase(signal);
    if (!columns) return emit window->said(QString::fromStdString(to_text(columns.error())));
    window->m_loaded[signal] = *columns;
    QMetaObject::invokeMethod(window, &PlotsWindow::draw, Qt::QueuedConnection);
  });
}

// Colors go by signal and dashes by run, or the other way round, in the order in which they are first drawn.
void PlotsWindow::draw() {
  static constexpr Qt::PenStyle dashes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                            Qt::DashDotDotLine};
  std::vector<SignalName> colors;
  QStringList runs;
  m_plot->clear();
  bool empty = true;
  for (int plot = 0; plot < m_arrangement.count(); ++plot) {
    const bool chosen = plot == m_chosen && m_arrangement.count() > 1;
    const int axes = m_plot->addAxes({}, {plot / m_arrangement.columns, plot % m_arrangement.columns});
    m_plot->canvas().setTitle(axes,
                              chosen ? tr("Plot %1: checked signals go here").arg(plot + 1) : QString());
    for (const PlottedSignal& s : m_arrangement.plots[static_cast<std::size_t>(plot)]) {
      empty = false;
      const Run run = m_library.find(s.run);
      const int index = run ? findSignal(run->summary, s.signal) : -1;
      if (index < 0) continue;
      const auto loaded = m_loaded.find(s);
      if (loaded == m_loaded.end()) {
        load(s);
        continue;
      }
      auto color = std::find(colors.begin(), colors.end(), s.signal);
      if (color == colors.end()) color = colors.insert(color, s.signal);
      if (!runs.contains(s.run)) runs += s.run;
      const sim::RunSignal& signal = run->summary.recorded[static_cast<std::size_t>(index)];
      CurveStyle style;
      const auto kind = m_byRun->isChecked() ? color - colors.begin() : runs.indexOf(s.run);
      style.dash = dashes[kind % static_cast<int>(std::size(dashes))];
      if (m_byRun->isChecked()) style.color = runPaletteColor(runColor(run->summary), palette());
      const QString element =
          QString::fromStdString(signal.elements[static_cast<std::size_t>(s.signal.element)]);
      m_plot->addCurve(axes, curveOfRun(element, QString::fromStdString(run->summary.name)),
                       static_cast<int>(color - colors.begin()), style, loaded->second.log,
                       loaded->second.first + s.signal.element, signal.held);
    }
  }
  m_hint->setVisible(empty);
  m_hint->setText(m_library.runs().empty() ? tr("There are no runs yet.")
                                           : tr("Check signals on the left, or drag them into a plot."));
  m_tree->setChecked(m_arrangement.plots[static_cast<std::size_t>(m_chosen)]);
  m_plot->refresh();
}

bool PlotsWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove) {
    auto* drag = static_cast<QDragMoveEvent*>(event);
    if (drag->mimeData()->hasFormat(QLatin1String(SignalTree::mimeType))) drag->acceptProposedAction();
    return true;
  }
  if (event->type() != QEvent::Drop) return QWidget::eventFilter(watched, event);
  auto* drop = static_cast<QDropEvent*>(event);
  const int plot = m_plot->canvas().axesAt(drop->position().toPoint());
  if (plot < 0) return true;
  for (const PlottedSignal& signal : SignalTree::dropped(drop->mimeData()))
    m_arrangement.set(plot, signal, true);
  drop->acceptProposedAction();
  choosePlot(plot);
  return true;
}

}  // namespace fluxion
