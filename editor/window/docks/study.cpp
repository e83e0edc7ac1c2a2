// Studies.
#include "editor/document/diagram_document.h"
#include "editor/study/study_dock.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createStudyDock(Workbench& bench) {
  auto* dock = new StudyDock(bench.document(), bench.compiledModels(), &bench.window());
  return {dock, nullptr, {}};
}

}  // namespace fluxion
