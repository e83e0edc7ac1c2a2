#pragma once
// What the parts of one window work with and how they reach each other: its document, editor, runs and
// scopes, and requests that somebody carries out. A part gets the workbench when it is made and takes from it
// what it needs; no part knows the window's class or looks another part up by its name.
#include <QMainWindow>
#include <QStringList>
#include <memory>

#include "editor/command_set.h"
#include "sim_core/base/id.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/block/block_library.h"

namespace sim {
struct Diagram;
}

namespace fluxion {

class BlockDialogs;
class CompiledModels;
class DiagramDocument;
class DiagramEditor;
class Docks;
class ProblemsDock;
class RunController;
class RunLibrary;
class ScopeDocks;
class ScriptRecorder;

class Workbench : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it. The window has the docks and the editor as children, but they go with the
  // workbench.
  Workbench(QMainWindow& window, const sim::BlockLibrary& library);
  ~Workbench() override;

  QMainWindow& window() const { return m_window; }
  const sim::BlockLibrary& library() const { return m_library; }
  DiagramDocument& document() const { return *m_document; }
  // What the document's diagrams are compiled to, for whoever asks about them.
  const std::shared_ptr<CompiledModels>& compiledModels() const { return m_models; }
  ScriptRecorder& recorder() const { return *m_recorder; }
  DiagramEditor& editor() const { return *m_editor; }
  ScopeDocks& scopes() const { return *m_scopes; }
  RunController& runs() const { return *m_runs; }
  RunLibrary& runLibrary() const { return *m_runLibrary; }
  ProblemsDock& problems() const { return *m_problems; }
  BlockDialogs& blockDialogs() const { return *m_blockDialogs; }
  Docks& docks() const { return *m_docks; }
  CommandSet& commands() const { return *m_commands; }
  QAction* command(CommandId id) const { return m_commands->action(id); }

  // Whether a model is shown, and not the start page.
  bool isModelShown() const { return m_modelShown; }
  void setModelShown(bool shown);
  // In which times are shown, in whichever the runs were made.
  const sim::TimeUnit& timeUnit() const { return m_timeUnit; }
  void setTimeUnit(const sim::TimeUnit& unit);

  // In the status bar; 0: until something else is said.
  void say(const QString& text, int milliseconds = 0);
  // Brings the problems to the front where there are more than notes: these can wait until somebody looks.
  void showProblems();

 signals:
  void modelShown(bool shown);
  void timeUnitChanged(const sim::TimeUnit& unit);

  // Requests of parts.
  void failed(const QString& title, const QString& text);         // to be told in a box
  void openRequested(const QString& path, const QString& block);  // another model; no block: all of it
  void snapshotRequested(const sim::Diagram& model, const QString& name);
  void helpRequested(const QString& blockType);
  void profileRequested(const QString& run);        // of a run that is kept, by its id
  void importRequested(const QStringList& tables);  // of measured data; none: somebody chooses them

 private:
  QMainWindow& m_window;
  const sim::BlockLibrary& m_library;
  bool m_modelShown = false;
  sim::TimeUnit m_timeUnit;
  // They go in the reverse order, so that each may know those above it.
  std::unique_ptr<CommandSet> m_commands;
  std::unique_ptr<DiagramDocument> m_document;
  std::shared_ptr<CompiledModels> m_models;  // of threads too
  std::unique_ptr<ScriptRecorder> m_recorder;
  std::unique_ptr<DiagramEditor> m_editor;
  std::unique_ptr<BlockDialogs> m_blockDialogs;
  ProblemsDock* m_problems;  // one of the docks
  std::unique_ptr<ScopeDocks> m_scopes;
  std::unique_ptr<RunController> m_runs;
  std::unique_ptr<RunLibrary> m_runLibrary;
  std::unique_ptr<Docks> m_docks;
};

}  // namespace fluxion
