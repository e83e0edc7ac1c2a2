#pragma once
// A Python beside the window: a process that runs what is typed into the console
// (app/python/fluxion/console.py says what is sent). The window never waits for it, whatever it does: it can
// be interrupted and ended, and an error in it takes no model with it. Where there is no Python, or none with
// the module, it says so and ends.
#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QTimer>
#include <memory>

namespace fluxion {

class PythonProcess : public QObject {
  Q_OBJECT
 public:
  explicit PythonProcess(QObject* parent = nullptr);
  ~PythonProcess() override;

  // The interpreter that is used: FLUXION_PYTHON, else that of the system; empty: there is none.
  static QString interpreter();

  bool isRunning() const { return m_process && m_process->state() != QProcess::NotRunning; }
  void start();
  void send(const QJsonObject& message);
  // As Ctrl-C does.
  void interrupt();
  void kill();

 signals:
  void received(const QJsonObject& message);
  void said(const QString& text);  // on its error channel
  void ended(const QString& why);

 private:
  void read();

  std::unique_ptr<QProcess> m_process;
  QTimer m_reading;
  QByteArray m_pending;
};

}  // namespace fluxion
