// The buttons and menus of a scope.
#include <QAction>
#include <QActionGroup>
#include <QInputDialog>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <QWidgetAction>
#include <cmath>

#include "editor/line_icon.h"
#include "editor/scopes/layout_picker.h"
#include "editor/scopes/scope_curve.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/trigger_bar.h"

namespace fluxion {

void ScopePanel::buildToolBar() {
  m_toolBar->setIconSize({16, 16});
  m_toolBar->setAccessibleName(tr("Scope"));
  const auto add = [this](const char* icon, const QString& text, const QString& name) {
    QAction* action = m_toolBar->addAction(lineIcon(QString::fromLatin1(icon)), text);
    action->setObjectName(name);
    m_contextMenu->addAction(action);
    return action;
  };
  const auto toggle = [&](const char* icon, const QString& text, const QString& name) {
    QAction* action = add(icon, text, name);
    action->setCheckable(true);
    return action;
  };
  const auto popUp = [this](QAction* action, QMenu* menu) {
    action->setMenu(menu);
    if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(action)))
      button->setPopupMode(QToolButton::InstantPopup);
  };
  QAction* fit = add("zoom-fit", tr("Fit (Space or double-click)"), QStringLiteral("scopeFit"));
  connect(fit, &QAction::triggered, this, &ScopePanel::fit);
  buildFitMenu(fit);
  QAction* zoom = toggle("zoom-area", tr("Zoom into a rectangle (or drag with the right button)"),
                         QStringLiteral("scopeZoom"));
  connect(zoom, &QAction::toggled, m_canvas, &PlotCanvas::setZoomTool);
  m_backAction = add("back", tr("Previous view (Alt+Left)"), QStringLiteral("scopeBack"));
  connect(m_backAction, &QAction::triggered, this, &ScopePanel::goBack);
  m_forwardAction = add("forward", tr("Next view (Alt+Right)"), QStringLiteral("scopeForward"));
  connect(m_forwardAction, &QAction::triggered, this, &ScopePanel::goForward);
  m_toolBar->addSeparator();
  m_layoutAction = add("plot-layout", tr("Layout of plots"), QStringLiteral("scopeLayout"));
  auto* layouts = new QMenu(this);
  auto* picker = new LayoutPicker(layouts);
  auto* picking = new QWidgetAction(layouts);
  picking->setDefaultWidget(picker);
  layouts->addAction(picking);
  layouts->addAction(tr("Each Input &Below the One Before"), this, [this] { setLayout(0, 0); });
  connect(layouts, &QMenu::aboutToShow, this, [this, picker] {
    picker->setChosen(m_settings.rows > 0 ? m_settings.rows : m_canvas->axesCount(),
                      std::max(1, m_settings.columns));
    picker->setFocus();
  });
  connect(picker, &LayoutPicker::chosen, this, [this, layouts](int rows, int columns) {
    layouts->close();
    setLayout(rows, columns);
  });
  popUp(m_layoutAction, layouts);
  QAction* curves = add("curves", tr("Signals"), QStringLiteral("scopeSignals"));
  popUp(curves, m_signalMenu);
  m_logAction = toggle("log-axis", tr("Magnitude on a logarithmic axis"), QStringLiteral("scopeLog"));
  connect(m_logAction, &QAction::toggled, this, &ScopePanel::setMagnitude);
  m_timeAction = add("time-span", tr("Time span and scaling"), QStringLiteral("scopeTime"));
  popUp(m_timeAction, m_timeMenu);
  buildTimeMenu();
  m_triggerAction = toggle("trigger", tr("Trigger"), QStringLiteral("scopeTrigger"));
  connect(m_triggerAction, &QAction::triggered, this, [this](bool on) {
    m_triggerBar->setVisible(on);
    if (on) return;
    ScopeSettings settings = m_settings;
    settings.trigger.kind = TriggerSettings::Kind::Off;
    m_following = true;
    changeSettings(settings);
  });
  m_freezeAction = toggle("freeze", tr("Freeze the picture"), QStringLiteral("scopeFreeze"));
  connect(m_freezeAction, &QAction::toggled, this, &ScopePanel::setFrozen);
  m_toolBar->addSeparator();
  m_ghostAction = toggle("earlier-runs", tr("Earlier runs"), QStringLiteral("scopeGhosts"));
  m_ghostAction->setChecked(true);
  connect(m_ghostAction, &QAction::toggled, this, &ScopePanel::setGhostsShown);
  m_ghostAction->setToolTip(tr("Earlier runs below this one: those that the Runs dock has checked"));
  m_toolBar->addSeparator();
  connect(add("export", tr("Export…"), QStringLiteral("scopeExport")), &QAction::triggered, this,
          &ScopePanel::chooseExport);
  connect(add("copy", tr("Copy Picture"), QStringLiteral("scopeCopy")), &QAction::triggered, this,
          &ScopePanel::copyPicture);
  m_contextMenu->addSeparator();
  m_runToAction = m_contextMenu->addAction(lineIcon(QStringLiteral("run-to")), tr("Run to Time &Here"));
  m_runToAction->setObjectName(QStringLiteral("scopeRunTo"));
  connect(m_runToAction, &QAction::triggered, this,
          [this] { emit runToRequested(m_runToAction->data().toDouble()); });
  QAction* parameters =
      m_contextMenu->addAction(lineIcon(QStringLiteral("configuration")), tr("Block &Parameters…"));
  parameters->setObjectName(QStringLiteral("scopeParameters"));
  connect(parameters, &QAction::triggered, this, &ScopePanel::parametersRequested);
  QAction* measured =
      m_contextMenu->addAction(lineIcon(QStringLiteral("import")), tr("Compare with &Measured Data…"));
  measured->setObjectName(QStringLiteral("scopeMeasuredData"));
  connect(measured, &QAction::triggered, this, &ScopePanel::measuredDataRequested);
  m_contextMenu->addMenu(m_plotMenu);
  settleToolBar();
}

void ScopePanel::settleToolBar() {
  for (QAction* action : m_toolBar->actions())
    if (QWidget* button = action->isSeparator() ? nullptr : m_toolBar->widgetForAction(action)) {
      button->setAccessibleName(action->text());
      button->setFocusPolicy(Qt::TabFocus);
    }
}

void ScopePanel::buildFitMenu(QAction* fit) {
  auto* menu = new QMenu(this);
  menu->addAction(tr("Fit &Time"), this, &ScopePanel::fitTime)->setObjectName(QStringLiteral("scopeFitTime"));
  menu->addAction(tr("Fit &Values"), this, &ScopePanel::fitValues)
      ->setObjectName(QStringLiteral("scopeFitValues"));
  if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(fit))) {
    button->setMenu(menu);
    button->setPopupMode(QToolButton::MenuButtonPopup);
  }
  m_contextMenu->addActions(menu->actions());
}

void ScopePanel::buildTimeMenu() {
  m_timeMenu->setObjectName(QStringLiteral("scopeTimeMenu"));
  connect(m_timeMenu, &QMenu::aboutToShow, this, &ScopePanel::fillTimeMenu);
  fillTimeMenu();
}

// The nearest of 1, 2, 5, 10, ...
static double roundSpan(double seconds) {
  const double decade = std::pow(10, std::floor(std::log10(seconds)));
  const double mantissa = seconds / decade;
  return decade * (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10);
}

void ScopePanel::fillTimeMenu() {
  m_timeMenu->clear();
  const auto choice = [this](const QString& text, bool now, auto change) {
    QAction* action = m_timeMenu->addAction(text, this, [this, change] {
      ScopeSettings settings = m_settings;
      change(settings);
      m_following = true;
      if (settings == m_settings) return fit();
      changeSettings(settings);
    });
    action->setCheckable(true);
    action->setChecked(now);
  };
  using Scaling = ScopeSettings::Scaling;
  using Overrun = ScopeSettings::Overrun;
  if (!isPhase()) {
    m_timeMenu->addSection(tr("Time span"));
    choice(tr("&Whole Run"), m_settings.timeSpan <= 0, [](ScopeSettings& s) { s.timeSpan = 0; });
    const double whole = m_runs.empty() || !std::isfinite(m_runs.back().stopTime)
                             ? 10
                             : m_runs.back().stopTime - m_runs.back().startTime;
    bool listed = m_settings.timeSpan <= 0;
    for (const double part : {2.0, 5.0, 10.0, 50.0}) {
      const double span = roundSpan(std::max(1e-12, whole / part));
      listed = listed || span == m_settings.timeSpan;
      choice(tr("Last %1 s").arg(span), span == m_settings.timeSpan,
             [span](ScopeSettings& s) { s.timeSpan = span; });
    }
    if (!listed) choice(tr("Last %1 s").arg(m_settings.timeSpan), true, [](ScopeSettings&) {});
    m_timeMenu->addAction(tr("&Other…"), this, [this] {
      bool accepted = false;
      const double span =
          QInputDialog::getDouble(this, tr("Time span"), tr("Newest seconds in view; 0: the whole run"),
                                  m_settings.timeSpan, 0, 1e12, 6, &accepted);
      if (!accepted) return;
      ScopeSettings settings = m_settings;
      settings.timeSpan = span;
      m_following = true;
      changeSettings(settings);
    });
    m_timeMenu->addSection(tr("At its end"));
    choice(tr("&Scroll"), m_settings.overrun == Overrun::Scroll,
           [](ScopeSettings& s) { s.overrun = Overrun::Scroll; });
    choice(tr("W&rap"), m_settings.overrun == Overrun::Wrap,
           [](ScopeSettings& s) { s.overrun = Overrun::Wrap; });
  }
  m_timeMenu->addSection(tr("Values fit"));
  for (const auto& [text, scaling] : {std::pair{tr("&Always"), Scaling::Always},
                                      {tr("&Growing Only"), Scaling::GrowOnly},
                                      {tr("At the &End of the Run"), Scaling::AtEnd},
                                      {tr("&By Hand"), Scaling::Manual}})
    choice(text, m_settings.scaling == scaling,
           [scaling = scaling](ScopeSettings& s) { s.scaling = scaling; });
}

// What concerns the plot under the pointer.
void ScopePanel::fillContextMenu(int axes) {
  m_plotMenu->clear();
  // The pointer wanders over the menu meanwhile.
  m_runToAction->setEnabled(m_pointerTime.has_value() && axes >= 0);
  m_runToAction->setData(m_pointerTime.value_or(0));
  const auto choice = [this](const QString& text, bool now, auto change) {
    QAction* action = m_plotMenu->addAction(text, this, [this, change] {
      ScopeSettings settings = m_settings;
      change(settings);
      m_following = true;
      changeSettings(settings);
    });
    action->setCheckable(true);
    action->setChecked(now);
  };
  if (isPhase()) {
    choice(tr("&Arrows in the Direction of Time"), m_settings.direction,
           [](ScopeSettings& s) { s.direction = !s.direction; });
    choice(tr("&Start and End"), m_settings.ends, [](ScopeSettings& s) { s.ends = !s.ends; });
    choice(tr("&Equal Scales"), m_settings.equalScales,
           [](ScopeSettings& s) { s.equalScales = !s.equalScales; });
  } else {
    if (axes >= 0)
      choice(tr("Logarithmic &Values"), m_settings.logarithmic.contains(axes), [axes](ScopeSettings& s) {
        if (s.logarithmic.erase(axes) == 0) s.logarithmic.insert(axes);
      });
    choice(tr("Logarithmic &Time"), m_settings.logarithmicTime,
           [](ScopeSettings& s) { s.logarithmicTime = !s.logarithmicTime; });
  }
}

void ScopePanel::syncActions() {
  const bool phase = isPhase();
  for (QAction* action : {m_logAction, m_layoutAction, m_triggerAction}) action->setEnabled(!phase);
  m_backAction->setEnabled(m_history.canGoBack());
  m_forwardAction->setEnabled(m_history.canGoForward());
  const QSignalBlocker quiet(m_logAction);
  m_logAction->setChecked(m_settings.magnitude);
  m_triggerAction->setChecked(m_settings.trigger.kind != TriggerSettings::Kind::Off);
}

}  // namespace fluxion
