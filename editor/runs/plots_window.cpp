#include "editor/runs/plots_window.h"

#include <QActionGroup>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/line_icon.h"
#include "editor/runs/run_plot.h"
#include "editor/runs/signal_tree.h"
#include "editor/window_settings.h"

namespace fluxion {

static const QString viewGroup = QStringLiteral("runs/views/");

PlotsWindow::PlotsWindow(RunLibrary& library, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_library(library),
      m_bar(new QToolBar(this)),
      m_viewMenu(new QMenu(this)),
      m_plotChoice(new QComboBox(this)),
      m_tree(new SignalTree(this)),
      m_plot(new RunPlot(this)),
      m_hint(new QLabel(this)) {
  setObjectName(QStringLiteral("plotsWindow"));
  setWindowTitle(tr("Signals of Runs"));
  buildToolBar();
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

void PlotsWindow::buildToolBar() {
  m_bar->setIconSize({16, 16});
  m_bar->setAccessibleName(tr("Signals of runs"));
  const auto add = [this](const char* icon, const QString& text, const char* name) {
    QAction* action = m_bar->addAction(lineIcon(QString::fromLatin1(icon)), text);
    action->setObjectName(QLatin1String(name));
    return action;
  };
  auto* gridMenu = new QMenu(this);
  fillGridMenu(*gridMenu);
  add("plots", tr("Grid of plots"), "plotsGrid")->setMenu(gridMenu);
  auto* label = new QLabel(tr("&Plot"), this);
  label->setContentsMargins(8, 0, 4, 0);
  label->setBuddy(m_plotChoice);
  m_plotChoice->setObjectName(QStringLiteral("plotsChoice"));
  m_plotChoice->setAccessibleName(tr("The plot that checked signals go to"));
  m_plotChoice->setToolTip(m_plotChoice->accessibleName());
  m_bar->addWidget(label);
  m_bar->addWidget(m_plotChoice);
  m_bar->addSeparator();
  connect(add("zoom-fit", tr("Fit (double-click)"), "plotsFit"), &QAction::triggered, m_plot, &RunPlot::fit);
  QAction* zoom = add("zoom-area", tr("Zoom into a rectangle (or drag with the right button)"), "plotsZoom");
  zoom->setCheckable(true);
  connect(zoom, &QAction::toggled, &m_plot->canvas(), &PlotCanvas::setZoomTool);
  m_bar->addSeparator();
  add("star", tr("Views: arrangements to use again"), "plotsViews")->setMenu(m_viewMenu);
  connect(m_viewMenu, &QMenu::aboutToShow, this, &PlotsWindow::fillViewMenu);
  connect(add("export", tr("Export picture…"), "plotsExport"), &QAction::triggered, this,
          &PlotsWindow::exportPicture);
  for (QAction* action : m_bar->actions())
    if (auto* button = qobject_cast<QToolButton*>(m_bar->widgetForAction(action))) {
      if (action->isSeparator()) continue;
      button->setAccessibleName(action->text());
      button->setFocusPolicy(Qt::TabFocus);
      if (action->menu()) button->setPopupMode(QToolButton::InstantPopup);
    }
}

void PlotsWindow::fillGridMenu(QMenu& menu) {
  for (int columns = 1; columns <= 2; ++columns) {
    for (int rows = 1; rows <= PlotArrangement::largest; ++rows)
      menu.addAction(tr("%1 × %2").arg(rows).arg(columns), this,
                     [this, rows, columns] { setGrid(rows, columns); });
    menu.addSeparator();
  }
  for (int size = 3; size <= PlotArrangement::largest; ++size)
    menu.addAction(tr("%1 × %2").arg(size).arg(size), this, [this, size] { setGrid(size, size); });
}

void PlotsWindow::fillViewMenu() {
  m_viewMenu->clear();
  for (const QString& name : views())
    m_viewMenu->addAction(QString(name).replace(u'&', QStringLiteral("&&")), this,
                          [this, name] { applyView(name); });
  m_viewMenu->addSeparator();
  m_viewMenu->addAction(tr("&Keep This View…"), this, [this] {
    const QString name = QInputDialog::getText(this, tr("Keep This View"), tr("Name:")).trimmed();
    if (!name.isEmpty()) saveView(name);
  });
  if (views().isEmpty()) return;
  QMenu* remove = m_viewMenu->addMenu(tr("&Delete View"));
  for (const QString& name : views())
    remove->addAction(QString(name).replace(u'&', QStringLiteral("&&")), this, [name] {
      WindowSettings().remove(viewGroup + QString::fromLatin1(name.toUtf8().toHex()));
    });
}

// Names are free text, and so no keys.
QStringList PlotsWindow::views() const {
  WindowSettings settings;
  settings.beginGroup(viewGroup.chopped(1));
  QStringList names;
  for (const QString& key : settings.childKeys())
    names += QString::fromUtf8(QByteArray::fromHex(key.toLatin1()));
  names.sort();
  return names;
}

void PlotsWindow::saveView(const QString& name) {
  WindowSettings().setValue(viewGroup + QString::fromLatin1(name.toUtf8().toHex()), m_arrangement.toView());
}

bool PlotsWindow::applyView(const QString& name) {
  const QString text =
      WindowSettings().value(viewGroup + QString::fromLatin1(name.toUtf8().toHex())).toString();
  auto view = PlotArrangement::fromView(text, m_runs);
  if (!view) return false;
  m_arrangement = *std::move(view);
  setGrid(m_arrangement.rows, m_arrangement.columns);
  return true;
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

// Colours go by signal and dashes by run, in the order in which they are first drawn.
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
      style.dash = dashes[runs.indexOf(s.run) % static_cast<int>(std::size(dashes))];
      const QString element =
          QString::fromStdString(signal.elements[static_cast<std::size_t>(s.signal.element)]);
      m_plot->addCurve(axes, tr("%1 – %2").arg(element, QString::fromStdString(run->summary.name)),
                       static_cast<int>(color - colors.begin()), style, loaded->second.log,
                       loaded->second.first + s.signal.element, signal.held);
    }
  }
  m_plot->canvas().setHorizontalLabel(tr("time (s)"));
  m_hint->setVisible(empty);
  m_hint->setText(m_library.runs().empty() ? tr("There are no runs yet.")
                                           : tr("Check signals on the left, or drag them into a plot."));
  m_tree->setChecked(m_arrangement.plots[static_cast<std::size_t>(m_chosen)]);
  m_plot->refresh();
}

void PlotsWindow::exportPicture() {
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Export Picture"), QStringLiteral("signals.png"),
                                   tr("PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)"));
  if (path.isEmpty()) return;
  const QString ending = QFileInfo(path).suffix().toLower();
  PlotCanvas& canvas = m_plot->canvas();
  const bool written = ending == QLatin1String("svg")   ? canvas.saveSvg(path, canvas.size())
                       : ending == QLatin1String("pdf") ? canvas.savePdf(path, canvas.size())
                                                        : canvas.savePng(path, canvas.size(), 2);
  emit said(written ? tr("Saved %1").arg(path) : tr("%1 could not be written").arg(path));
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
