#include "editor/window/workbench.h"

#include <QStatusBar>
#include <algorithm>

#include "editor/background.h"
#include "editor/canvas/diagram_view.h"
#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/problems/problems_dock.h"
#include "editor/run_archive/run_library.h"
#include "editor/script/script_recorder.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/block_dialogs.h"
#include "editor/window/docks.h"
#include "editor/window/floating_dock.h"
#include "editor/window/goal_overlay.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"

namespace fluxion {

Workbench::Workbench(QMainWindow& window, const sim::BlockLibrary& library)
    : m_window(window),
      m_library(library),
      m_commands(std::make_unique<CommandSet>(&window)),
      m_document(std::make_unique<DiagramDocument>(library)),
      m_models(std::make_shared<CompiledModels>(sharedCopy(library))),
      m_recorder(std::make_unique<ScriptRecorder>(*m_document)),
      m_editor(std::make_unique<DiagramEditor>(*m_document, *m_commands)),
      m_blockDialogs(std::make_unique<BlockDialogs>(*m_document, *m_editor, window)),
      m_problems(new ProblemsDock(&window)),
      m_scopes(std::make_unique<ScopeDocks>(window, *m_document)),
      m_runs(std::make_unique<RunController>(*m_document, *m_scopes, *m_problems, m_models)),
      m_runLibrary(std::make_unique<RunLibrary>(RunLibrary::defaultFolder())),
      m_docks(std::make_unique<Docks>(*this)) {
  // A child of the window, where it is found; it goes with what it draws into.
  auto* goals = new GoalOverlay(*m_document, *m_scopes, &window);
  connect(this, &QObject::destroyed, goals, [goals] { delete goals; });
}

// What its parts would tell each other while they go nobody is to hear any more.
Workbench::~Workbench() {
  for (QObject* part : {static_cast<QObject*>(m_document.get()), static_cast<QObject*>(m_editor.get()),
                        static_cast<QObject*>(m_scopes.get()), static_cast<QObject*>(m_runs.get()),
                        static_cast<QObject*>(m_runLibrary.get()), static_cast<QObject*>(m_problems),
                        static_cast<QObject*>(this)})
    part->disconnect();
}

void Workbench::setModelShown(bool shown) {
  m_modelShown = shown;
  emit modelShown(shown);
}

void Workbench::setTimeUnit(const sim::TimeUnit& unit) {
  m_timeUnit = unit;
  emit timeUnitChanged(unit);
}

void Workbench::say(const QString& text, int milliseconds) {
  m_window.statusBar()->showMessage(text, milliseconds);
}

void Workbench::showProblems() {
  const auto matters = [](const sim::Diagnostic& d) { return d.severity != sim::Severity::Note; };
  if (std::ranges::none_of(m_problems->diagnostics(), matters)) return;
  m_editor->view().holdStill();
  showAtBottom(*m_problems, m_window);
}

}  // namespace fluxion
