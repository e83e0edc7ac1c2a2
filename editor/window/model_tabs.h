#pragma once
// A window of the desktop with the models that are open in it: each has a MainWindow of its own as its page,
// with its menus, docks and runs, and a tab where there are several. Tabs are moved by dragging: along the
// bar, to another window, or out of it into a window of their own.
#include <QPointer>
#include <QWidget>
#include <map>
#include <vector>

class QDockWidget;
class QStackedWidget;

namespace fluxion {

class MainWindow;
class ModelTabBar;

class ModelTabs : public QWidget {
  Q_OBJECT
 public:
  explicit ModelTabs(QWidget* parent = nullptr);
  ~ModelTabs() override;

  // All of the program.
  static const std::vector<ModelTabs*>& all();

  // Takes the window over as the last page, and shows it.
  void add(MainWindow& page);
  std::vector<MainWindow*> pages() const;
  MainWindow* current() const;
  void setCurrent(const MainWindow& page);
  // To the next page (1) or the one before (-1), around.
  void step(int by);
  // Moves a page into a window of its own.
  ModelTabs* detach(MainWindow& page);
  // Moves all pages of other windows here.
  void gather();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  MainWindow* page(int tab) const;
  int tabOf(const MainWindow& page) const;
  void release(MainWindow& page);
  void onClosed(MainWindow& page);
  void onCurrentChanged();
  void onTornOff(int tab, QPoint screen);
  void update(const MainWindow& page);
  void stow(MainWindow& page);
  void unstow(const MainWindow& page);

  ModelTabBar* m_bar;
  QStackedWidget* m_stack;
  QPointer<MainWindow> m_shown;
  bool m_closing = false;
  std::map<const MainWindow*, std::vector<QPointer<QDockWidget>>> m_stowed;  // docks that float
};

}  // namespace fluxion
