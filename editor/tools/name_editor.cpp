#include "editor/tools/name_editor.h"

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "sim_core/dashboard/control.h"
#include "sim_core/diagram/edits.h"

namespace fluxion {

static QString nameOf(Canvas canvas, sim::Id id) {
  const sim::Block* block = canvas.document.block(id);
  return block ? QString::fromStdString(block->name) : QString();
}

static QPointF placeOf(Canvas canvas, sim::Id id) {
  const BlockItem* item = canvas.scene.level().block(id);
  if (!item) return {};
  const QRectF r = item->geometry().rect;
  return {r.center().x(), r.bottom() + 1};
}

NameEditor::NameEditor(Canvas canvas, sim::Id block)
    : InPlaceEditor(canvas, nameOf(canvas, block), placeOf(canvas, block), 11), m_block(block) {
  setObjectName(QStringLiteral("nameEditor"));
  setAccessibleName(tr("Block name"));
  BlockItem* item = canvas.scene.level().block(block);
  if (item)
    item->setNameHidden(true);
  else
    finish();
}

QString NameEditor::commit(const QString& text) {
  const sim::Block* block = m_canvas.document.block(m_block);
  if (!block || block->name == text.toStdString()) return {};
  auto edit = sim::rename_block(m_canvas.document.diagram(), m_block, text.toStdString());
  if (!edit) return QString::fromStdString(edit.error().message);
  sim::retarget_controls(m_canvas.document.diagram(), m_block, *edit);
  m_canvas.document.apply(std::move(*edit));
  return {};
}

void NameEditor::closed() {
  if (BlockItem* item = m_canvas.scene.level().block(m_block)) item->setNameHidden(false);
}

}  // namespace fluxion
