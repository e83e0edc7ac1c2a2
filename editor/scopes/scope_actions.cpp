#include "editor/scopes/scope_actions.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolBar>
#include <QToolButton>
#include <QWidgetAction>
#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/line_icon.h"
#include "editor/scopes/axis_fit.h"
#include "editor/scopes/curve_menus.h"
#include "editor/scopes/layout_picker.h"
#include "editor/scopes/scope_export.h"
#include "editor/scopes/scope_panel.h"

namespace fluxion {

ScopeActions::ScopeActions(ScopePanel& panel)
    : QObject(&panel),
      m_panel(panel),
      m_toolBar(new QToolBar(&panel)),
      m_contextMenu(new QMenu(&panel)),
      m_signalMenu(new QMenu(&panel)),
      m_timeMenu(new QMenu(&panel)),
      m_plotMenu(new QMenu(tr("This Plot"), &panel)) {
  m_toolBar->setIconSize({16, 16});
  m_toolBar->setAccessibleName(tr("Scope"));
  addViewActions();
  m_toolBar->addSeparator();
  addCurveActions();
  addRunActions();
  addContextActions();
  settleToolBar();
}

QAction* ScopeActions::add(const char* icon, const QString& text, const char* name) {
  QAction* action = m_toolBar->addAction(lineIcon(QString::fromLatin1(icon)), text);
  action->setObjectName(QString::fromLatin1(name));
  m_contextMenu->addAction(action);
  return action;
}

QAction* ScopeActions::addToggle(const char* icon, const QString& text, const char* name) {
  QAction* action = add(icon, text, name);
  action->setCheckable(true);
  return action;
}

void ScopeActions::popUp(QAction* action, QMenu* menu) {
  action->setMenu(menu);
  if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(action)))
    button->setPopupMode(QToolButton::InstantPopup);
}

void ScopeActions::addViewActions() {
  QAction* fit = add("zoom-fit", tr("Fit (Space or double-click)"), "scopeFit");
  connect(fit, &QAction::triggered, &m_panel.views(), &ScopeViews::fit);
  addFitMenu(fit);
  QAction* zoom =
      addToggle("zoom-area", tr("Zoom into a rectangle (or drag with the right button)"), "scopeZoom");
  connect(zoom, &QAction::toggled, &m_panel.canvas(), &PlotCanvas::setZoomTool);
  m_back = add("back", tr("Previous view (Alt+Left)"), "scopeBack");
  connect(m_back, &QAction::triggered, &m_panel.views(), &ScopeViews::goBack);
  m_forward = add("forward", tr("Next view (Alt+Right)"), "scopeForward");
  connect(m_forward, &QAction::triggered, &m_panel.views(), &ScopeViews::goForward);
}

void ScopeActions::addFitMenu(QAction* fit) {
  auto* menu = new QMenu(&m_panel);
  menu->addAction(tr("Fit &Time"), &m_panel.views(), &ScopeViews::fitTime)
      ->setObjectName(QStringLiteral("scopeFitTime"));
  menu->addAction(tr("Fit &Values"), &m_panel.views(), &ScopeViews::fitValues)
      ->setObjectName(QStringLiteral("scopeFitValues"));
  if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(fit))) {
    button->setMenu(menu);
    button->setPopupMode(QToolButton::MenuButtonPopup);
  }
  m_contextMenu->addActions(menu->actions());
}

void ScopeActions::addLayoutMenu() {
  m_layout = add("plot-layout", tr("Layout of plots"), "scopeLayout");
  auto* layouts = new QMenu(&m_panel);
  auto* picker = new LayoutPicker(layouts);
  auto* picking = new QWidgetAction(layouts);
  picking->setDefaultWidget(picker);
  layouts->addAction(picking);
  layouts->addAction(tr("Each Input &Below the One Before"), &m_panel,
                     [this] { m_panel.edits().setLayout(0, 0); });
  connect(layouts, &QMenu::aboutToShow, this, [this, picker] {
    const ScopeSettings& settings = m_panel.settings();
    picker->setChosen(settings.rows > 0 ? settings.rows : m_panel.canvas().axesCount(),
                      std::max(1, settings.columns));
    picker->setFocus();
  });
  connect(picker, &LayoutPicker::chosen, this, [this, layouts](int rows, int columns) {
    layouts->close();
    m_panel.edits().setLayout(rows, columns);
  });
  popUp(m_layout, layouts);
}

void ScopeActions::addCurveActions() {
  addLayoutMenu();
  popUp(add("curves", tr("Signals"), "scopeSignals"), m_signalMenu);
  m_log = addToggle("log-axis", tr("Magnitude on a logarithmic axis"), "scopeLog");
  connect(m_log, &QAction::toggled, &m_panel, [this](bool on) { m_panel.edits().setMagnitude(on); });
  popUp(add("time-span", tr("Time span and scaling"), "scopeTime"), m_timeMenu);
  m_timeMenu->setObjectName(QStringLiteral("scopeTimeMenu"));
  connect(m_timeMenu, &QMenu::aboutToShow, this, &ScopeActions::fillTimeMenu);
  fillTimeMenu();
  m_trigger = addToggle("trigger", tr("Trigger"), "scopeTrigger");
  connect(m_trigger, &QAction::triggered, &m_panel, &ScopePanel::setTriggerShown);
}

void ScopeActions::addRunActions() {
  m_freeze = addToggle("freeze", tr("Freeze the picture"), "scopeFreeze");
  connect(m_freeze, &QAction::toggled, &m_panel, &ScopePanel::setFrozen);
  m_toolBar->addSeparator();
  m_ghosts = addToggle("earlier-runs", tr("Earlier runs"), "scopeGhosts");
  m_ghosts->setChecked(true);
  m_ghosts->setToolTip(tr("Earlier runs below this one: those that the Runs dock has checked"));
  connect(m_ghosts, &QAction::toggled, &m_panel, &ScopePanel::setGhostsShown);
  m_toolBar->addSeparator();
  connect(add("export", tr("Export…"), "scopeExport"), &QAction::triggered, &m_panel,
          [this] { chooseExport(m_panel); });
  connect(add("copy", tr("Copy Picture"), "scopeCopy"), &QAction::triggered, &m_panel,
          [this] { copyPicture(m_panel); });
}

void ScopeActions::addContextActions() {
  m_contextMenu->addSeparator();
  const auto entry = [this](const char* icon, const QString& text, const char* name) {
    QAction* action = m_contextMenu->addAction(lineIcon(QString::fromLatin1(icon)), text);
    action->setObjectName(QString::fromLatin1(name));
    return action;
  };
  m_runTo = entry("run-to", tr("Run to Time &Here"), "scopeRunTo");
  connect(m_runTo, &QAction::triggered, this,
          [this] { emit m_panel.runToRequested(m_runTo->data().toDouble()); });
  connect(entry("configuration", tr("Block &Parameters…"), "scopeParameters"), &QAction::triggered, &m_panel,
          &ScopePanel::parametersRequested);
  connect(entry("import", tr("Compare with &Measured Data…"), "scopeMeasuredData"), &QAction::triggered,
          &m_panel, &ScopePanel::measuredDataRequested);
  m_contextMenu->addMenu(m_plotMenu);
}

void ScopeActions::settleToolBar() {
  for (QAction* action : m_toolBar->actions())
    if (QWidget* button = action->isSeparator() ? nullptr : m_toolBar->widgetForAction(action)) {
      button->setAccessibleName(action->text());
      button->setFocusPolicy(Qt::TabFocus);
    }
}

void ScopeActions::sync(bool canGoBack, bool canGoForward) {
  for (QAction* action : {m_log, m_layout, m_trigger}) action->setEnabled(!m_panel.isPhase());
  m_back->setEnabled(canGoBack);
  m_forward->setEnabled(canGoForward);
  const QSignalBlocker quiet(m_log);
  m_log->setChecked(m_panel.settings().magnitude);
  m_trigger->setChecked(m_panel.settings().trigger.kind != TriggerSettings::Kind::Off);
  m_freeze->setChecked(m_panel.isFrozen());
  m_ghosts->setChecked(m_panel.ghostsShown());
}

void ScopeActions::addChoice(QMenu& menu, const QString& text, bool now,
                             const std::function<void(ScopeSettings&)>& change) {
  QAction* action = menu.addAction(text, &m_panel, [this, change] {
    ScopeSettings settings = m_panel.settings();
    change(settings);
    m_panel.changeAndFollow(settings);
  });
  action->setCheckable(true);
  action->setChecked(now);
}

void ScopeActions::addTimeSpans() {
  const ScopeSettings& settings = m_panel.settings();
  addChoice(*m_timeMenu, tr("&Whole Run"), settings.timeSpan <= 0, [](ScopeSettings& s) { s.timeSpan = 0; });
  const ScopeSource* run = m_panel.source();
  const double whole = run && std::isfinite(run->stopTime) ? run->stopTime - run->startTime : 10;
  bool listed = settings.timeSpan <= 0;
  for (const double part : {2.0, 5.0, 10.0, 50.0}) {
    const double span = roundStep(std::max(1e-12, whole / part));
    listed = listed || span == settings.timeSpan;
    addChoice(*m_timeMenu, tr("Last %1 s").arg(span), span == settings.timeSpan,
              [span](ScopeSettings& s) { s.timeSpan = span; });
  }
  if (!listed) addChoice(*m_timeMenu, tr("Last %1 s").arg(settings.timeSpan), true, [](ScopeSettings&) {});
  m_timeMenu->addAction(tr("&Other…"), &m_panel, [this] {
    ScopeSettings changed = m_panel.settings();
    bool accepted = false;
    changed.timeSpan =
        QInputDialog::getDouble(&m_panel, tr("Time span"), tr("Newest seconds in view; 0: the whole run"),
                                changed.timeSpan, 0, 1e12, 6, &accepted);
    if (accepted) m_panel.changeAndFollow(changed);
  });
}

void ScopeActions::fillTimeMenu() {
  m_timeMenu->clear();
  const ScopeSettings& settings = m_panel.settings();
  using Scaling = ScopeSettings::Scaling;
  using Overrun = ScopeSettings::Overrun;
  if (!m_panel.isPhase()) {
    m_timeMenu->addSection(tr("Time span"));
    addTimeSpans();
    m_timeMenu->addSection(tr("At its end"));
    addChoice(*m_timeMenu, tr("&Scroll"), settings.overrun == Overrun::Scroll,
              [](ScopeSettings& s) { s.overrun = Overrun::Scroll; });
    addChoice(*m_timeMenu, tr("W&rap"), settings.overrun == Overrun::Wrap,
              [](ScopeSettings& s) { s.overrun = Overrun::Wrap; });
  }
  m_timeMenu->addSection(tr("Values fit"));
  for (const auto& [text, scaling] : {std::pair{tr("&Always"), Scaling::Always},
                                      {tr("&Growing Only"), Scaling::GrowOnly},
                                      {tr("At the &End of the Run"), Scaling::AtEnd},
                                      {tr("&By Hand"), Scaling::Manual}})
    addChoice(*m_timeMenu, text, settings.scaling == scaling,
              [scaling = scaling](ScopeSettings& s) { s.scaling = scaling; });
}

// What concerns the plot under the pointer.
void ScopeActions::fillPlotMenu(int axes) {
  m_plotMenu->clear();
  const ScopeSettings& settings = m_panel.settings();
  const auto choice = [this](const QString& text, bool now,
                             const std::function<void(ScopeSettings&)>& change) {
    addChoice(*m_plotMenu, text, now, change);
  };
  if (m_panel.isPhase()) {
    choice(tr("&Arrows in the Direction of Time"), settings.direction,
           [](ScopeSettings& s) { s.direction = !s.direction; });
    choice(tr("&Start and End"), settings.ends, [](ScopeSettings& s) { s.ends = !s.ends; });
    choice(tr("&Equal Scales"), settings.equalScales,
           [](ScopeSettings& s) { s.equalScales = !s.equalScales; });
    return;
  }
  if (axes >= 0)
    choice(tr("Logarithmic &Values"), settings.logarithmic.contains(axes), [axes](ScopeSettings& s) {
      if (s.logarithmic.erase(axes) == 0) s.logarithmic.insert(axes);
    });
  choice(tr("Logarithmic &Time"), settings.logarithmicTime,
         [](ScopeSettings& s) { s.logarithmicTime = !s.logarithmicTime; });
}

void ScopeActions::popUpContextMenu(QPoint at, int axes, std::optional<double> pointerTime) {
  fillPlotMenu(axes);
  m_runTo->setEnabled(pointerTime.has_value() && axes >= 0);
  m_runTo->setData(pointerTime.value_or(0));
  emit m_panel.contextMenuAboutToShow(axes);
  m_contextMenu->popup(at);
}

}  // namespace fluxion
