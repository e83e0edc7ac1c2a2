#include "editor/scopes/scope_panel.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "editor/line_icon.h"
#include "editor/scopes/axis_fit.h"
#include "editor/scopes/phase_curve_data.h"

namespace fluxion {

struct ScopePanel::Curve {
  QString signal;  // without the run
  int axes = 0, age = 0, canvas = 0;
  std::unique_ptr<CurveData> time;  // one of the two
  std::unique_ptr<PhaseCurveData> phase;
  std::vector<CurvePoint> drawn;

  bool update() { return time ? time->update() : phase->update(); }
};

ScopePanel::ScopePanel(QWidget* parent)
    : QWidget(parent),
      m_toolBar(new QToolBar(this)),
      m_canvas(new PlotCanvas(this)),
      m_readout(new QLabel(this)),
      m_signalMenu(new QMenu(this)),
      m_contextMenu(new QMenu(this)) {
  m_canvas->setObjectName(QStringLiteral("scopeCanvas"));
  m_canvas->setMinimumSize(160, 120);
  m_readout->setObjectName(QStringLiteral("scopeReadout"));
  m_readout->setAccessibleName(tr("Values at the pointer"));
  m_readout->setContentsMargins(8, 2, 8, 4);
  m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_toolBar);
  layout->addWidget(m_canvas, 1);
  layout->addWidget(m_readout);
  buildToolBar();
  connect(m_canvas, &PlotCanvas::fitRequested, this, &ScopePanel::fit);
  connect(m_canvas, &PlotCanvas::rangeChangedByUser, this, [this] {
    m_following = false;
    feed();
  });
  connect(m_canvas, &PlotCanvas::resized, this, [this] { feed(); });
  connect(m_canvas, &PlotCanvas::curveClicked, this,
          [this](int curve) { setCurveVisible(curve, !isCurveVisible(curve)); });
  connect(m_canvas, &PlotCanvas::pointerMoved, this, &ScopePanel::showReadout);
  connect(m_canvas, &PlotCanvas::pointerLeft, this, [this] { m_readout->clear(); });
  connect(m_canvas, &PlotCanvas::menuRequested, this, [this](QPoint at) { m_contextMenu->popup(at); });
}

ScopePanel::~ScopePanel() = default;

void ScopePanel::buildToolBar() {
  m_toolBar->setIconSize({16, 16});
  m_toolBar->setAccessibleName(tr("Scope"));
  const auto add = [this](const char* icon, const QString& text, const QString& name) {
    QAction* action = m_toolBar->addAction(lineIcon(QString::fromLatin1(icon)), text);
    action->setObjectName(name);
    m_contextMenu->addAction(action);
    return action;
  };
  connect(add("zoom-fit", tr("Fit (double-click)"), QStringLiteral("scopeFit")), &QAction::triggered, this,
          &ScopePanel::fit);
  QAction* zoom = add("zoom-area", tr("Zoom into a rectangle (or drag with the right button)"),
                      QStringLiteral("scopeZoom"));
  zoom->setCheckable(true);
  connect(zoom, &QAction::toggled, m_canvas, &PlotCanvas::setZoomTool);
  m_logAction = add("log-axis", tr("Magnitude on a logarithmic axis"), QStringLiteral("scopeLog"));
  m_logAction->setCheckable(true);
  connect(m_logAction, &QAction::toggled, this, &ScopePanel::setMagnitude);
  m_toolBar->addSeparator();
  m_ghostAction = add("earlier-runs", tr("Earlier runs"), QStringLiteral("scopeGhosts"));
  m_ghostAction->setCheckable(true);
  m_ghostAction->setChecked(true);
  connect(m_ghostAction, &QAction::toggled, this, &ScopePanel::setGhostsShown);
  QAction* forget = m_contextMenu->addAction(tr("Forget Earlier Runs"), this, &ScopePanel::clearEarlierRuns);
  forget->setObjectName(QStringLiteral("scopeForget"));
  QAction* curves = add("curves", tr("Signals"), QStringLiteral("scopeSignals"));
  curves->setMenu(m_signalMenu);
  if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(curves)))
    button->setPopupMode(QToolButton::InstantPopup);
  m_toolBar->addSeparator();
  connect(add("export", tr("Export…"), QStringLiteral("scopeExport")), &QAction::triggered, this,
          &ScopePanel::chooseExport);
  connect(add("copy", tr("Copy Picture"), QStringLiteral("scopeCopy")), &QAction::triggered, this,
          &ScopePanel::copyPicture);
  for (QAction* action : m_toolBar->actions())
    if (QWidget* button = action->isSeparator() ? nullptr : m_toolBar->widgetForAction(action)) {
      button->setAccessibleName(action->text());
      button->setFocusPolicy(Qt::TabFocus);
    }
}

static bool sameInputs(const ScopeSource& a, const ScopeSource& b) {
  const auto sizes = [](const ScopeSource& s) {
    std::vector<std::size_t> out;
    for (const ScopeAxes& axes : s.axes) out.push_back(axes.curves.size());
    return out;
  };
  return a.phase == b.phase && sizes(a) == sizes(b);
}

void ScopePanel::setSource(ScopeSource source) {
  if (!m_runs.empty() && !sameInputs(m_runs.back(), source)) m_runs.clear();
  m_runs.push_back(std::move(source));
  if (m_runs.size() > keptRuns) m_runs.erase(m_runs.begin());
  m_running = m_following = true;
  m_logAction->setEnabled(!m_runs.back().phase);
  rebuild();
}

void ScopePanel::clearEarlierRuns() {
  if (m_runs.size() <= 1) return;
  m_runs.erase(m_runs.begin(), m_runs.end() - 1);
  rebuild();
}

void ScopePanel::rebuild() {
  m_canvas->clear();
  m_curves.clear();
  m_readout->clear();
  if (m_runs.empty()) return;
  const ScopeSource& newest = m_runs.back();
  if (newest.phase) {
    m_canvas->addAxes(newest.axes.size() > 1 ? newest.axes[1].label : QString());
    m_canvas->setHorizontalLabel(newest.axes.empty() ? QString() : newest.axes[0].label);
  } else {
    for (const ScopeAxes& axes : newest.axes) m_canvas->addAxes(axes.label);
    m_canvas->setHorizontalLabel(tr("t [s]"));
  }
  m_canvas->setLogarithmic(m_measure == Measure::Magnitude && !newest.phase);
  for (std::size_t k = m_runs.size(); k-- > 0;) addRun(m_runs[k], static_cast<int>(m_runs.size() - 1 - k));
  for (const auto& curve : m_curves) m_canvas->setCurveVisible(curve->canvas, shown(*curve));
  const bool ghosts = m_runs.size() > 1 && m_ghosts;
  for (int a = 0; a < (newest.phase ? 1 : static_cast<int>(newest.axes.size())); ++a) {
    const auto count =
        std::ranges::count_if(m_curves, [a](const auto& c) { return c->axes == a && c->age == 0; });
    if (count <= 1 && !ghosts) m_canvas->removeLegend(a);
  }
  rebuildSignalMenu();
  takeRows();
  follow();
  feed();
}

void ScopePanel::addRun(const ScopeSource& run, int age) {
  const auto add = [&](const QString& name, int axes, int color, PlotCanvas::CurveKind kind) {
    const bool sayRun = m_runs.size() > 1 && !run.run.isEmpty();
    auto curve = std::make_unique<Curve>();
    curve->signal = name;
    curve->axes = axes;
    curve->age = age;
    const QString entry = sayRun ? QStringLiteral("%1 · %2").arg(name, run.run) : name;
    curve->canvas = m_canvas->addCurve(axes, entry, color, age, kind);
    m_curves.push_back(std::move(curve));
    return m_curves.back().get();
  };
  if (run.phase) {
    if (run.axes.size() < 2) return;
    const auto &xs = run.axes[0].curves, &ys = run.axes[1].curves;
    const std::size_t count = xs.empty() || ys.empty() ? 0 : std::max(xs.size(), ys.size());
    for (std::size_t k = 0; k < count; ++k) {
      const ScopeSignal &x = xs[std::min(k, xs.size() - 1)], &y = ys[std::min(k, ys.size() - 1)];
      Curve* curve =
          add(tr("%1 over %2").arg(y.name, x.name), 0, static_cast<int>(k), PlotCanvas::CurveKind::Phase);
      curve->phase = std::make_unique<PhaseCurveData>(run.log, x.column, y.column);
    }
    return;
  }
  for (std::size_t a = 0; a < run.axes.size(); ++a)
    for (std::size_t k = 0; k < run.axes[a].curves.size(); ++k) {
      const ScopeSignal& signal = run.axes[a].curves[k];
      Curve* curve =
          add(signal.name, static_cast<int>(a), static_cast<int>(k), PlotCanvas::CurveKind::OverTime);
      curve->time = std::make_unique<CurveData>(run.log, signal.column, m_measure);
    }
}

void ScopePanel::rebuildSignalMenu() {
  m_signalMenu->clear();
  for (const auto& curve : m_curves) {
    if (curve->age > 0) continue;
    QAction* action = m_signalMenu->addAction(curve->signal);
    action->setCheckable(true);
    action->setChecked(!m_hidden.contains(visibilityKey(*curve)));
    connect(action, &QAction::toggled, this,
            [this, index = static_cast<int>(&curve - m_curves.data())](bool on) {
              if (isCurveVisible(index) != on) setCurveVisible(index, on);
            });
  }
}

// A signal and its ghosts are hidden one by one, and stay so in the next run.
QString ScopePanel::visibilityKey(const Curve& curve) const {
  return QStringLiteral("%1/%2/%3").arg(curve.axes).arg(curve.age > 0).arg(curve.signal);
}

bool ScopePanel::shown(const Curve& curve) const {
  return !m_hidden.contains(visibilityKey(curve)) && (curve.age == 0 || m_ghosts);
}

QString ScopePanel::curveName(int curve) const { return m_curves[static_cast<std::size_t>(curve)]->signal; }
bool ScopePanel::isGhost(int curve) const { return m_curves[static_cast<std::size_t>(curve)]->age > 0; }
bool ScopePanel::isCurveVisible(int curve) const { return shown(*m_curves[static_cast<std::size_t>(curve)]); }

void ScopePanel::setCurveVisible(int curve, bool visible) {
  const QString key = visibilityKey(*m_curves[static_cast<std::size_t>(curve)]);
  if (visible)
    m_hidden.remove(key);
  else
    m_hidden.insert(key);
  for (const auto& c : m_curves) m_canvas->setCurveVisible(c->canvas, shown(*c));
  rebuildSignalMenu();
  if (m_following) follow();
  feed();
}

std::vector<CurvePoint> ScopePanel::curvePoints(int curve) const {
  return m_curves[static_cast<std::size_t>(curve)]->drawn;
}

void ScopePanel::setMagnitude(bool logarithmic) {
  const Measure wanted = logarithmic ? Measure::Magnitude : Measure::Value;
  if (m_measure == wanted) return;
  m_measure = wanted;
  m_logAction->setChecked(logarithmic);
  m_following = true;
  rebuild();
}

void ScopePanel::setGhostsShown(bool shown) {
  if (m_ghosts == shown) return;
  m_ghosts = shown;
  m_ghostAction->setChecked(shown);
  rebuild();
}

bool ScopePanel::takeRows() {
  bool grown = false;
  for (const auto& curve : m_curves) grown = curve->update() || grown;
  return grown;
}

void ScopePanel::refresh() {
  if (!isVisible() && m_running) return;
  if (!takeRows()) return;
  if (m_following) follow();
  feed();
}

void ScopePanel::finish() {
  m_running = false;
  takeRows();
  if (m_following) follow();
  feed();
}

void ScopePanel::fit() {
  m_following = true;
  follow();
  feed();
}

void ScopePanel::follow() {
  if (m_runs.empty()) return;
  if (m_runs.back().phase) return followPhase();
  followHorizontal();
  for (int a = 0; a < static_cast<int>(m_runs.back().axes.size()); ++a) followVertical(a);
}

// While it runs, the whole of what will be; afterwards, what there is.
void ScopePanel::followHorizontal() {
  const ScopeSource& run = m_runs.back();
  double low = run.startTime, high = run.startTime;
  for (const auto& curve : m_curves)
    if (shown(*curve)) high = std::max(high, curve->time->lastTime());
  if (m_running && std::isfinite(run.stopTime))
    high = std::max(high, run.stopTime);
  else if (m_running)
    high = growingEnd(low, high, m_canvas->horizontalRange().high);
  if (!(high > low)) high = low + 1;
  m_canvas->setHorizontalRange({low, high});
}

void ScopePanel::followVertical(int axes) {
  Extremes range;
  const AxisRange time = m_canvas->horizontalRange();
  for (const auto& curve : m_curves) {
    if (curve->axes != axes || !shown(*curve)) continue;
    if (const auto part = curve->time->extremes(time.low, time.high)) {
      range.low = std::min(range.low, part->low);
      range.high = std::max(range.high, part->high);
    }
  }
  m_canvas->setVerticalRange(axes,
                             m_measure == Measure::Magnitude ? logarithmicFit(range) : linearFit(range));
}

void ScopePanel::followPhase() {
  Extremes x, y;
  for (const auto& curve : m_curves) {
    if (!shown(*curve)) continue;
    x = {std::min(x.low, curve->phase->xExtremes().low), std::max(x.high, curve->phase->xExtremes().high)};
    y = {std::min(y.low, curve->phase->yExtremes().low), std::max(y.high, curve->phase->yExtremes().high)};
  }
  m_canvas->setHorizontalRange(linearFit(x));
  m_canvas->setVerticalRange(0, linearFit(y));
}

// Gives the canvas the points of what is in view.
void ScopePanel::feed() {
  if (m_runs.empty()) return;
  const QSize pixels = m_canvas->plotSize();
  const AxisRange x = m_canvas->horizontalRange();
  for (const auto& curve : m_curves) {
    if (!shown(*curve)) continue;
    if (curve->time) {
      curve->drawn = curve->time->points(x.low, x.high, 2 * static_cast<std::size_t>(pixels.width()));
    } else {
      curve->phase->setResolution(x.span() / pixels.width(),
                                  m_canvas->verticalRange(0).span() / pixels.height());
      curve->drawn = curve->phase->points();
    }
    m_canvas->setData(curve->canvas, curve->drawn);
  }
  m_canvas->redraw();
}

void ScopePanel::showReadout(int axes, double x, double y) {
  const auto number = [](double v) { return QString::number(v, 'g', 6); };
  if (m_runs.empty()) return;
  if (m_runs.back().phase) return m_readout->setText(QStringLiteral("(%1, %2)").arg(number(x), number(y)));
  QStringList parts{QStringLiteral("t = %1").arg(number(x))};
  for (const auto& curve : m_curves)
    if (curve->axes == axes && curve->age == 0 && shown(*curve))
      if (const auto value = curve->time->valueAt(x))
        parts << QStringLiteral("%1 = %2").arg(curve->signal, number(*value));
  m_readout->setText(parts.join(QStringLiteral("    ")));
}

void ScopePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  takeRows();
  if (m_following) follow();
  feed();
}

}  // namespace fluxion
