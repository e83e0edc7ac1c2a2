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

static void tell(DiagramView& view, const QString& text, QPoint at) {
  QToolTip::showText(view.viewport()->mapToGlobal(at), text.toHtmlEscaped(), view.viewport());
}

void tellOnCanvas(DiagramView& view, const QString& text) {
  tell(view, text, view.viewport()->rect().center());
}

void tellOnCanvas(DiagramView& view, const QString& text, QPointF at) {
  tell(view, text, view.mapFromScene(at));
}

}  // namespace fluxion
