#pragma once
// What docks that follow a model in the background have in common: the line that says what was found or what
// is wrong, and the pause behind an edit before they look again.
#include <QLabel>
#include <QTimer>

class QDockWidget;

namespace fluxion {

class DockStatus : public QObject {
  Q_OBJECT
 public:
  // `name`: of the line, for layouts and tests; `delay`: of the pause, in ms.
  DockStatus(QDockWidget& dock, const QString& name, int delay);

  QLabel* line() { return m_line; }
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

}  // namespace fluxion
