#pragma once
// The Python console of a window: what was said, a line to type in, and the script that is being recorded.
// The names `model`, `run` and `window` mean the window's; what is done to the model is one step of undo a
// statement.
#include <QDockWidget>
#include <QStringList>
#include <QTimer>

#include "editor/script/python_process.h"
#include "sim_core/base/id.h"

class QCompleter;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStringListModel;
class QToolButton;

namespace fluxion {

class DiagramDocument;
class ScriptRecorder;

class PythonConsole : public QDockWidget {
  Q_OBJECT
 public:
  // `record` is the command that switches the recorder. All must outlive it.
  PythonConsole(DiagramDocument& document, ScriptRecorder& recorder, QAction* record,
                QWidget* parent = nullptr);
  ~PythonConsole() override;

  QLineEdit* input() const { return m_input; }
  // What was typed and said so far.
  QString text() const;
  bool isBusy() const { return m_busy; }
  // As if these lines were typed.
  void execute(const QString& code);
  // Interrupts what is going on; once that has not helped, ends Python.
  void stop();
  // The file of the newest run, which `run` means from the next line on.
  void setNewestRun(const QString& path);

 signals:
  void started();   // Python is there, and knows no run yet
  void finished();  // a statement
  void runRequested();
  void pauseRequested();
  void stopRequested();
  void openRequested(const QString& path);
  void revealRequested(sim::Id block);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildInput();
  void enter();
  void receive(const QJsonObject& message);
  void carryOut(const QJsonArray& call);
  void change(const QString& changes);
  void complete(const QStringList& names, const QString& stem);
  void say(const QString& text, bool faint = false);
  void setBusy(bool busy);
  void browse(int step);
  void showScript();
  bool keyPressed(const QKeyEvent& key);

  DiagramDocument& m_document;
  ScriptRecorder& m_recorder;
  PythonProcess m_python;
  QPlainTextEdit *m_said, *m_script;
  QLabel* m_prompt;
  QLineEdit* m_input;
  QToolButton* m_stop;
  QStringListModel* m_names;
  QCompleter* m_completer;
  QStringList m_history, m_lines;  // those of a statement that is not complete
  qsizetype m_at = 0;              // in the history
  QString m_run, m_label;
  bool m_busy = false, m_modelSent = false, m_runSent = true;
  QTimer m_patience;  // once it is over, Stop ends Python
};

}  // namespace fluxion
