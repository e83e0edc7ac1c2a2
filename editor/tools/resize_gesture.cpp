#include "editor/tools/resize_gesture.h"

#include <algorithm>

#include "editor/canvas/block_geometry.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "sim_core/interfaces/block_interface.h"

namespace fluxion {

ResizeGesture::ResizeGesture(Canvas canvas, sim::Id block, int handle)
    : m_canvas(canvas),
      m_block(block),
      m_handle(handle),
      m_gesture(canvas.document.beginGesture()),
      m_rect(blockRect(*canvas.document.block(block))),
      m_guides(canvas.scene, {block}) {}

// Several ports of a side stay apart by whole steps of the grid.
void ResizeGesture::keepPortsOnGrid(QRectF& r, bool top, bool left) const {
  const sim::Block& block = *m_canvas.document.block(m_block);
  const sim::BlockInterface ports = m_canvas.document.interfaceOf(m_block);
  const auto count = static_cast<double>(std::max(ports.inputs.size(), ports.outputs.size()));
  if (count < 2) return;
  const double step = 8 * count;
  const bool turned = block.rotation % 2;
  const double size = std::max(step, std::round((turned ? r.width() : r.height()) / step) * step);
  if (turned)
    left ? r.setLeft(r.right() - size) : r.setRight(r.left() + size);
  else
    top ? r.setTop(r.bottom() - size) : r.setBottom(r.top() + size);
}

void ResizeGesture::move(const PointerEvent& event) {
  const sim::Block* now = m_canvas.document.block(m_block);
  if (!now) return;
  const sim::BlockType* type = m_canvas.document.typeOf(m_block);
  const bool thin = type && type->icon.shape == sim::IconShape::Bar;
  const double least = thin ? 8 : 16;
  const bool free = event.modifiers & Qt::AltModifier;
  const bool left = m_handle == 0 || m_handle == 3, top = m_handle < 2;
  QPointF at = free ? event.at : snapped(event.at);
  if (!free) at += m_guides.snapCorner(QRectF(at, QSizeF(0, 0)), left, top);
  QRectF r = m_rect;
  if (left)
    r.setLeft(std::min(at.x(), r.right() - least));
  else
    r.setRight(std::max(at.x(), r.left() + least));
  if (top)
    r.setTop(std::min(at.y(), r.bottom() - least));
  else
    r.setBottom(std::max(at.y(), r.top() + least));
  if (!free) keepPortsOnGrid(r, top, left);
  // What is shown holds for where the edges are in the end.
  if (free)
    m_guides.clear();
  else
    m_guides.snapCorner(r, left, top, 0);
  sim::Block block = *now;
  block.position = toPoint(r.topLeft());
  block.size = block.rotation % 2 ? sim::Size{r.height(), r.width()} : sim::Size{r.width(), r.height()};
  if (block == *now) return;
  sim::Edit edit{"Resize " + block.name, {}};
  edit.set(m_block, std::move(block));
  m_canvas.document.apply(std::move(edit), m_gesture);
}

void ResizeGesture::paint(QPainter& painter, double pixel) {
  m_guides.paint(painter, pixel, m_canvas.scene.theme());
}

void ResizeGesture::cancel() { m_canvas.document.cancelGesture(m_gesture); }

}  // namespace fluxion
