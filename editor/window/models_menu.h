#pragma once
// The menu Window: models and windows of the program, to make, move and go to.
#include <QMenu>

namespace fluxion {

class MainWindow;

class ModelsMenu : public QMenu {
  Q_OBJECT
 public:
  // A menu of this window, which must outlive it.
  explicit ModelsMenu(MainWindow& window);

 private:
  QAction* add(const char* name, const QString& text, const std::function<void()>& what,
               const QList<QKeySequence>& keys = {});
  void step(int by);
  void update();
  void listModels();

  MainWindow& m_window;
  QAction *m_detach, *m_gather, *m_next, *m_previous, *m_restore;
};

}  // namespace fluxion
