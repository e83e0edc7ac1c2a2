#include "editor/scopes/scope_panel.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QLabel>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/scopes/curve_menus.h"
#include "editor/scopes/scope_actions.h"
#include "editor/scopes/scope_readout.h"
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
      m_trigger(new ScopeTrigger(m_state, *m_canvas, m_curves, this)),
      m_views(m_state, *m_canvas, m_curves, *m_trigger),
      m_edits(m_state, m_curves, [this](const ScopeSettings& settings) { changeSettings(settings); }),
      m_readout(new ScopeReadout(m_state, m_curves, *m_trigger, this)),
      m_actions(new ScopeActions(*this)),
      m_hint(new QLabel(this)) {
  m_canvas->setObjectName(QStringLiteral("scopeCanvas"));
  m_canvas->setAccessibleName(tr("Plots"));
  m_canvas->setFocusPolicy(Qt::StrongFocus);
  m_canvas->setMinimumSize(160, 190);
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
  connect(&m_views, &ScopeViews::changed, this, &ScopePanel::syncActions);
  connect(&m_views, &ScopeViews::fed, this, &ScopePanel::dataChanged);
  connect(&m_views, &ScopeViews::waitingChanged, m_readout, &ScopeReadout::showNotice);
  connectCanvas();
  syncActions();
}

ScopePanel::~ScopePanel() = default;

void ScopePanel::connectCanvas() {
  connect(m_canvas, &PlotCanvas::fitRequested, &m_views, &ScopeViews::fit);
  connect(m_canvas, &PlotCanvas::axisFitRequested, &m_views, [this](int, Qt::Orientation along) {
    along == Qt::Horizontal ? m_views.fitTime() : m_views.fitValues();
  });
  connect(m_canvas, &PlotCanvas::rangeChangedByUser, &m_views, &ScopeViews::keep);
  connect(m_canvas, &PlotCanvas::backRequested, &m_views, &ScopeViews::goBack);
  connect(m_canvas, &PlotCanvas::forwardRequested, &m_views, &ScopeViews::goForward);
  connect(m_canvas, &PlotCanvas::resized, this, [this] {
    keepHeight();
    m_views.feed();
  });
  // The canvas and this panel count curves alike.
  connect(m_canvas, &PlotCanvas::curveClicked, this,
          [this](int curve) { m_edits.setVisible(curve, !m_curves.isShown(curve)); });
  connect(m_canvas, &PlotCanvas::curveDropped, this, [this](int curve, int axes) {
    if (!isPhase()) m_edits.move(curve, axes, PlotCanvas::Side::Left);
  });
  connect(m_canvas, &PlotCanvas::legendMenuRequested, this,
          [this](int curve, QPoint at) { showLegendMenu(*this, curve, at); });
  connect(m_canvas, &PlotCanvas::pointerMoved, m_readout, &ScopeReadout::showValues);
  connect(m_canvas, &PlotCanvas::pointerLeft, m_readout, &ScopeReadout::leave);
  connect(m_canvas, &PlotCanvas::menuRequested, this,
          [this](QPoint at, int axes) { m_actions->popUpContextMenu(at, axes, m_readout->pointerTime()); });
}

void ScopePanel::syncActions() { m_actions->sync(m_views.canGoBack(), m_views.canGoForward()); }

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
  m_views.restart();
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
  ghosts.push_back(m_state.newest());
  m_state.runs = std::move(ghosts);
  rebuild();
}

void ScopePanel::forget() {
  m_state.runs.clear();
  m_state.running = false;
  setFrozen(false);
  rebuild();
  m_views.restart();
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
  if (settings == m_state.settings) return m_views.fit();
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
  m_readout->showNotice();
}

void ScopePanel::setGhostsShown(bool shown) {
  if (m_state.ghosts == shown) return;
  m_state.ghosts = shown;
  syncActions();
  rebuild();
}

void ScopePanel::rebuild() {
  const ScopeViews::View before = m_views.current();
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
  m_views.take(before);
  m_views.draw();
  m_readout->showNotice();
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
  m_views.draw();
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
  m_views.draw();
}

void ScopePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  takeRows(rowsAtOnce);
  m_state.frozen ? m_views.feed() : m_views.draw();
}

void ScopePanel::setFrozen(bool frozen) {
  if (m_state.frozen == frozen) return;
  m_state.frozen = frozen;
  syncActions();
  m_readout->showNotice();
  if (frozen) return;
  m_views.draw();
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
  if (event->key() == Qt::Key_Space) return m_views.fit();
  event->key() == Qt::Key_Left ? m_views.goBack() : m_views.goForward();
}

}  // namespace fluxion
