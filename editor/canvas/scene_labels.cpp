// Where the names of signals stand on a level.
#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/label_surroundings.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"

namespace fluxion {

LabelSurroundings surroundingsOf(const DiagramScene& scene, const LineItem& item) {
  constexpr double reach = 80;
  LabelSurroundings around;
  const QRectF near = item.boundingRect().adjusted(-reach, -reach, reach, reach);
  for (const BlockItem* block : scene.level().blocksNear(near)) {
    around.blocks.push_back(block->geometry().rect);
    if (const QRectF name = block->nameRect(); !name.isEmpty()) around.blocks.push_back(name);
  }
  for (const NoteItem* note : scene.level().notes())
    if (note->rect().intersects(near)) around.labels.push_back(note->rect());
  for (const LineItem* line : scene.level().linesNear(near)) {
    if (line != &item && !line->labelRect().isEmpty()) around.labels.push_back(line->labelRect());
    for (std::size_t k = 0; k + 1 < line->route().size(); ++k)
      around.wires.emplace_back(line->route()[k], line->route()[k + 1]);
  }
  return around;
}

// Of lines that have to do with what has changed there.
void DiagramScene::placeLabels(QRectF where) {
  for (LineItem* item : m_level.lines()) {
    const bool labeled = item->hasLabel() || !item->labelRect().isEmpty();
    if (!labeled || !item->boundingRect().adjusted(-24, -24, 24, 24).intersects(where)) continue;
    if (!item->placeLabel(surroundingsOf(*this, *item))) continue;
    m_level.place(*item);
    m_placed |= item->boundingRect();
  }
}

}  // namespace fluxion
