#include "editor/tools/selection.h"

#include <QToolTip>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"

namespace fluxion {

std::set<sim::Id> selectedElements(const DiagramScene& scene) {
  const auto blocks = scene.selectedBlocks(), notes = scene.selectedNotes();
  std::set<sim::Id> all(blocks.begin(), blocks.end());
  all.insert(notes.begin(), notes.end());
  return all;
}

void tellOnCanvas(DiagramView& view, const QString& text) {
  const QPoint middle = view.viewport()->rect().center();
  QToolTip::showText(view.viewport()->mapToGlobal(middle), text.toHtmlEscaped(), view.viewport());
}

}  // namespace fluxion
