#pragma once
// The buttons of a scope's tool bar and the entries of its context menu.
#include <QObject>
#include <functional>
#include <optional>

class QAction;
class QMenu;
class QToolBar;

namespace fluxion {

class ScopePanel;
struct ScopeSettings;

class ScopeActions : public QObject {
  Q_OBJECT
 public:
  explicit ScopeActions(ScopePanel& panel);

  QToolBar& toolBar() { return *m_toolBar; }
  QMenu& contextMenu() { return *m_contextMenu; }
  QMenu& signalMenu() { return *m_signalMenu; }
  // Makes the tool bar's buttons that were added later like the others: named and reachable by Tab.
  void settleToolBar();
  // Enabled and checked as the panel is now.
  void sync(bool canGoBack, bool canGoForward);
  // `pointerTime`: where the pointer is, before it wanders over the menu.
  void popUpContextMenu(QPoint at, int axes, std::optional<double> pointerTime);

 private:
  QAction* add(const char* icon, const QString& text, const char* name);
  QAction* addToggle(const char* icon, const QString& text, const char* name);
  void popUp(QAction* action, QMenu* menu);
  void addViewActions();
  void addLayoutMenu();
  void addCurveActions();
  void addRunActions();
  void addContextActions();
  void addFitMenu(QAction* fit);
  void fillTimeMenu();
  void addTimeSpans();
  void fillPlotMenu(int axes);
  // An entry that changes the settings, checked where they are so now.
  void addChoice(QMenu& menu, const QString& text, bool now,
                 const std::function<void(ScopeSettings&)>& change);

  ScopePanel& m_panel;
  QToolBar* m_toolBar;
  QMenu *m_contextMenu, *m_signalMenu, *m_timeMenu, *m_plotMenu;
  QAction *m_runTo, *m_log, *m_ghosts, *m_back, *m_forward, *m_freeze, *m_trigger, *m_layout;
};

}  // namespace fluxion
