#include "editor/scopes/scope_panel.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/scopes/curve_menus.h"
#include "editor/scopes/scope_actions.h"
#include "editor/scopes/scope_trigger.h"
#include "editor/scopes/trigger_bar.h"

namespace fluxion {

// Rows that all curves together take in at one refresh, a few ms of work.
static constexpr std::size_t rowsAtOnce = 1 << 19;
static constexpr std::size_t allRows = std::numeric_limits<std::size_t>::max();

ScopePanel::ScopePanel(QWidget* parent)
    : MeasuredPlot(parent),
      m_canvas(new PlotCanvas(this)),
      m_curves(m_state, *m_canvas),
      m_scaling(m_state, *m_canvas, m_curves),
      m_trigger(new ScopeTrigger(m_state, *m_canvas, m_curves, this)),
      m_actions(new ScopeActions(*this)),
      m_readout(new QLabel(this)),
      m_hint(new QLabel(this)) {
  m_canvas->setObjectName(QStringLiteral("scopeCanvas"));
  m_canvas->setAccessibleName(tr("Plots"));
  m_canvas->setFocusPolicy(Qt::StrongFocus);
  m_canvas->setMinimumSize(160, 190);
  m_readout->setObjectName(QStringLiteral("scopeReadout"));
  m_readout->setAccessibleName(tr("Values at the pointer"));
  m_readout->setContentsMargins(8, 2, 8, 4);
  m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_hint->setObjectName(QStringLiteral("scopeHint"));
  m_hint->setTextFormat(Qt::PlainText);
  m_hint->setAlignment(Qt::AlignCenter);
  m_hint->setWordWrap(true);
  m_hint->setMargin(16);
  m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
  m_hint->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(&m_actions->toolBar());
  layout->addWidget(&m_trigger->bar());
  layout->addWidget(m_canvas, 1);
  layout->addWidget(m_hint, 1);
  layout->addWidget(m_readout);
  m_catchUp.setSingleShot(true);
  m_catchUp.setInterval(0);
  connect(&m_catchUp, &QTimer::timeout, this, &ScopePanel::refresh);
  connect(m_trigger, &ScopeTrigger::changed, this, [this](const TriggerSettings& trigger) {
    ScopeSettings settings = m_state.settings;
    settings.trigger = trigger;
    m_state.following = true;
    changeSettings(settings);
    m_trigger->bar().show();  // also where it is off now: the user is about to choose
  });
  connect(m_trigger, &ScopeTrigger::armed, this, &ScopePanel::rearm);
  connectCanvas();
  syncActions();
}

ScopePanel::~ScopePanel() = default;

void ScopePanel::connectCanvas() {
  connect(m_canvas, &PlotCanvas::fitRequested, this, &ScopePanel::fit);
  connect(m_canvas, &PlotCanvas::axisFitRequested, this,
          [this](int, Qt::Orientation along) { along == Qt::Horizontal ? fitTime() : fitValues(); });
  connect(m_canvas, &PlotCanvas::rangeChangedByUser, this, &ScopePanel::viewChanged);
  connect(m_canvas, &PlotCanvas::backRequested, this, &ScopePanel::goBack);
  connect(m_canvas, &PlotCanvas::forwardRequested, this, &ScopePanel::goForward);
  connect(m_canvas, &PlotCanvas::resized, this, [this] {
    keepHeight();
    feed();
  });
  // The canvas and this panel count curves alike.
  connect(m_canvas, &PlotCanvas::curveClicked, this,
          [this](int curve) { setCurveVisible(curve, !isCurveVisible(curve)); });
  connect(m_canvas, &PlotCanvas::curveDropped, this, [this](int curve, int axes) {
    if (!isPhase()) moveCurve(curve, axes, PlotCanvas::Side::Left);
  });
  connect(m_canvas, &PlotCanvas::legendMenuRequested, this,
          [this](int curve, QPoint at) { showLegendMenu(*this, curve, at); });
  connect(m_canvas, &PlotCanvas::pointerMoved, this, &ScopePanel::showReadout);
  connect(m_canvas, &PlotCanvas::pointerLeft, this, [this] {
    m_pointerTime.reset();
    m_readout->setText(notice());
  });
  connect(m_canvas, &PlotCanvas::menuRequested, this,
          [this](QPoint at, int axes) { m_actions->popUpContextMenu(at, axes, m_pointerTime); });
}

QToolBar& ScopePanel::toolBar() { return m_actions->toolBar(); }
QMenu& ScopePanel::contextMenu() { return m_actions->contextMenu(); }
void ScopePanel::settleToolBar() { m_actions->settleToolBar(); }
void ScopePanel::syncActions() { m_actions->sync(m_history.canGoBack(), m_history.canGoForward()); }

// Curves have 120 pixels wherever there is a legend of reasonable size; plots in a grid share them.
void ScopePanel::keepHeight() {
  constexpr int curves = 120, most = 320;
  m_canvas->setMinimumHeight(std::min(most, curves + m_canvas->heightAround()));
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
  if (!m_state.runs.empty()) m_state.runs.pop_back();
  std::erase_if(m_state.runs, [&](const ScopeSource& ghost) { return !sameInputs(ghost, source); });
  m_state.runs.push_back(std::move(source));
  m_state.running = m_state.following = true;
  m_canvas->setQuick(true);
  setFrozen(false);
  rebuild();
  m_history.clear(view());
  syncActions();
}

static bool looksAlike(const ScopeSource& a, const ScopeSource& b) {
  const auto columns = [](const ScopeSource& s) {
    std::vector<int> out;
    for (const ScopeAxes& axes : s.axes)
      for (const ScopeSignal& curve : axes.curves) out.push_back(curve.column);
    return out;
  };
  return a.log == b.log && a.run == b.run && a.color == b.color && columns(a) == columns(b);
}

void ScopePanel::setGhosts(std::vector<ScopeSource> ghosts) {
  if (m_state.runs.empty()) return;
  std::erase_if(ghosts, [this](const ScopeSource& ghost) { return !sameInputs(ghost, m_state.newest()); });
  if (std::ranges::equal(ghosts.begin(), ghosts.end(), m_state.runs.begin(), m_state.runs.end() - 1,
                         looksAlike))
    return;
  ghosts.push_back(std::move(m_state.newest()));
  m_state.runs = std::move(ghosts);
  rebuild();
}

void ScopePanel::forget() {
  m_state.runs.clear();
  m_state.running = false;
  setFrozen(false);
  rebuild();
  m_history.clear(view());
  syncActions();
}

void ScopePanel::setHint(const QString& text) {
  m_hint->setText(text);
  showHint();
}

// In place of plots where there is no run, and somebody has something to say.
void ScopePanel::showHint() {
  const bool empty = m_state.runs.empty() && !m_hint->text().isEmpty();
  m_hint->setVisible(empty);
  m_canvas->setVisible(!empty);
}

void ScopePanel::setSettings(const ScopeSettings& settings) {
  if (settings == m_state.settings) return;
  m_state.settings = settings;
  m_trigger->bar().setSettings(m_state.settings.trigger);
  m_trigger->bar().setVisible(m_state.settings.trigger.kind != TriggerSettings::Kind::Off);
  rebuild();
  syncActions();
}

void ScopePanel::changeSettings(const ScopeSettings& settings) {
  if (settings == m_state.settings) return;
  setSettings(settings);
  emit settingsChanged();
}

void ScopePanel::changeAndFollow(const ScopeSettings& settings) {
  m_state.following = true;
  if (settings == m_state.settings) return fit();
  changeSettings(settings);
}

void ScopePanel::setTriggerShown(bool shown) {
  m_trigger->bar().setVisible(shown);
  if (shown) return;
  ScopeSettings settings = m_state.settings;
  settings.trigger.kind = TriggerSettings::Kind::Off;
  m_state.following = true;
  changeSettings(settings);
}

void ScopePanel::rearm() {
  m_trigger->rearm();
  if (!m_trigger->isOn()) return;
  m_state.following = true;
  m_readout->setText(notice());
}

void ScopePanel::rebuild() {
  const View before = view();
  m_readout->clear();
  m_curves.rebuild();
  showHint();
  fillSignalMenu(m_actions->signalMenu(), *this);
  if (m_state.isEmpty()) {
    m_trigger->restart();
    return emit curvesChanged();
  }
  keepHeight();
  emit curvesChanged();
  takeRows(std::size_t{1} << 20);
  m_trigger->restart();
  takeView(before);
  if (m_state.following) follow();
  feed();
  m_readout->setText(notice());
}

bool ScopePanel::takeRows(std::size_t most) {
  const ScopeCurves::Growth growth = m_curves.update(most);
  // While it runs, the next refresh comes anyway.
  if (growth.more && !m_state.running) m_catchUp.start();
  return growth.grown;
}

void ScopePanel::refresh() {
  if (!isVisible() && m_state.running) return;
  QElapsedTimer clock;
  clock.start();
  if (!takeRows(rowsAtOnce) || m_state.frozen) return;
  if (m_state.following) follow();
  feed();
  m_feedCost = 1e-6 * static_cast<double>(clock.nsecsElapsed());
}

double ScopePanel::frameCost() const { return m_feedCost + m_canvas->drawingTime(); }

void ScopePanel::finish() {
  m_state.running = false;
  m_canvas->setQuick(false);
  // In a window nobody waits, behind a tab neither; without one, as for pictures in files, all of it is
  // wanted now.
  takeRows(window()->isVisible() ? rowsAtOnce : allRows);
  if (m_state.frozen) return;
  if (m_state.following) follow();
  feed();
}

void ScopePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  takeRows(rowsAtOnce);
  if (m_state.following && !m_state.frozen) follow();
  feed();
}

void ScopePanel::setFrozen(bool frozen) {
  if (m_state.frozen == frozen) return;
  m_state.frozen = frozen;
  syncActions();
  m_readout->setText(notice());
  if (frozen) return;
  if (m_state.following) follow();
  feed();
}

// The window has Alt+Left and Alt+Right for its diagrams; inside a scope they are its own.
static bool isOwnKey(const QKeyEvent* event) {
  const bool alt = event->modifiers() == Qt::AltModifier;
  return (alt && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) ||
         (event->modifiers() == Qt::NoModifier && event->key() == Qt::Key_Space);
}

bool ScopePanel::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && m_canvas->hasFocus() &&
      isOwnKey(static_cast<QKeyEvent*>(event))) {
    event->accept();
    return true;
  }
  return QWidget::event(event);
}

void ScopePanel::keyPressEvent(QKeyEvent* event) {
  if (!isOwnKey(event)) return QWidget::keyPressEvent(event);
  if (event->key() == Qt::Key_Space) return fit();
  event->key() == Qt::Key_Left ? goBack() : goForward();
}

}  // namespace fluxion
