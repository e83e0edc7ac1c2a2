// The Python console: the newest run is written to a file for it once Python is there.
#include <QLineEdit>
#include <QTemporaryDir>

#include "editor/background.h"
#include "editor/document/diagram_document.h"
#include "editor/run_archive/run_library.h"
#include "editor/script/python_console.h"
#include "editor/script/script_recorder.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

namespace {

// Hands the runs of a window on to its console.
class NewestRun : public QObject {
 public:
  NewestRun(RunLibrary& library, PythonConsole& console)
      : QObject(&console),
        m_library(library),
        m_writing(
            this,
            [](const Question& question, const auto&) {
              const auto problems = sim::write_run(question.path.toStdString(), *question.run);
              return problems.empty() ? question.path : QString();
            },
            [&console](const QString& path) {
              if (!path.isEmpty()) console.setNewestRun(path);
            }) {
    connect(&console, &PythonConsole::started, this, [this] {
      m_wanted = true;
      if (!m_library.runs().empty()) write(m_library.runs().back());
    });
    connect(&library, &RunLibrary::added, this, [this](const QString& id) {
      if (m_wanted) write(m_library.find(id));
    });
  }

 private:
  struct Question {
    Run run;
    QString path;
  };
  void write(const Run& run) {
    if (run && m_folder.isValid())
      m_writing.ask(
          {m_library.withRows(run), m_folder.filePath(QStringLiteral("run%1.flxrun").arg(++m_count % 2))});
  }

  RunLibrary& m_library;
  QTemporaryDir m_folder;
  Background<Question, QString> m_writing;
  int m_count = 0;
  bool m_wanted = false;  // Python is there
};

}  // namespace

MadeDock createPythonConsole(Workbench& bench) {
  auto* console = new PythonConsole(bench.document(), bench.recorder(),
                                    bench.command(CommandId::RecordScript), &bench.window());
  new NewestRun(bench.runLibrary(), *console);
  const auto runs = &bench.runs();
  QObject::connect(console, &PythonConsole::runRequested, runs, &RunController::start);
  QObject::connect(console, &PythonConsole::pauseRequested, runs, &RunController::pause);
  QObject::connect(console, &PythonConsole::stopRequested, runs, &RunController::stop);
  QObject::connect(console, &PythonConsole::openRequested, &bench,
                   [&bench](const QString& path) { emit bench.openRequested(path, {}); });
  QObject::connect(console, &PythonConsole::revealRequested, &bench.editor(), &DiagramEditor::revealBlock);
  return {console, console->input(), {}};
}

}  // namespace fluxion
