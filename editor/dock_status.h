#pragma once
// What docks that follow a model in the background have in common: the line that says what was found or what
// is wrong, and the pause behind an edit before they look again.
#include <QLabel>
#include <QTimer>
#include <initializer_list>

class QDockWidget;
class QLayout;
class QVBoxLayout;

namespace fluxion {

class DockStatus : public QObject {
  Q_OBJECT
 public:
  // `name`: of the line, for layouts and tests; `delay`: of the pause, in ms.
  DockStatus(QDockWidget& dock, const QString& name, int delay);

  QLabel* line() const { return m_line; }
  QString text() const { return m_line->text(); }
  // No text hides the line; what is wrong has the color of errors.
  void say(const QString& text, bool wrong = false);

  // The pause begins, again where it has begun already.
  void wait() { m_delay.start(); }
  void stopWaiting() { m_delay.stop(); }
  bool isWaiting() const { return m_delay.isActive(); }

 signals:
  void waited();

 private:
  QDockWidget& m_dock;
  QLabel* m_line;
  QTimer m_delay;
};

// The content of such a dock: rows of tools, then the line; what follows is added to the layout.
QVBoxLayout* makeDockContent(QDockWidget& dock, std::initializer_list<QLayout*> tools,
                             const DockStatus& status);

}  // namespace fluxion
