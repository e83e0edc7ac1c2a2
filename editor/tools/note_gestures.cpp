#include "editor/tools/note_gestures.h"

#include <QRectF>
#include <algorithm>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/note_item.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/move_gesture.h"
#include "editor/tools/selection.h"

namespace fluxion {

namespace {

class ResizeNoteGesture : public Gesture {
 public:
  ResizeNoteGesture(Canvas canvas, const NoteItem& item, int handle)
      : m_canvas(canvas),
        m_id(item.id()),
        m_handle(handle),
        m_gesture(canvas.document.beginGesture()),
        m_rect(item.rect()) {}

  void move(const PointerEvent& event) override {
    constexpr double narrowest = 24, lowest = 16;
    const auto& notes = m_canvas.document.diagram().annotations;
    const auto now = notes.find(m_id);
    if (now == notes.end()) return;
    const QPointF at = event.modifiers & Qt::AltModifier ? event.at : snapped(event.at);
    QRectF r = m_rect;
    if (m_handle == 0 || m_handle == 3)
      r.setLeft(std::min(at.x(), r.right() - narrowest));
    else
      r.setRight(std::max(at.x(), r.left() + narrowest));
    if (m_handle < 2)
      r.setTop(std::min(at.y(), r.bottom() - lowest));
    else
      r.setBottom(std::max(at.y(), r.top() + lowest));
    sim::Annotation note = now->second;
    note.position = toPoint(r.topLeft());
    note.size = {r.width(), r.height()};
    if (note == now->second) return;
    sim::Edit edit{"Resize Annotation", {}};
    edit.set(m_id, std::move(note));
    m_canvas.document.apply(std::move(edit), m_gesture);
  }
  void release(const PointerEvent&) override {}
  void cancel() override { m_canvas.document.cancelGesture(m_gesture); }

 private:
  Canvas m_canvas;
  sim::Id m_id;
  int m_handle, m_gesture;
  QRectF m_rect;
};

}  // namespace

std::unique_ptr<Gesture> beginOnNote(Canvas canvas, const PointerEvent& pressed, double handleReach) {
  for (const NoteItem* item : canvas.scene.level().notes())
    for (int k = 0; item->isSelected() && pressed.button == Qt::LeftButton && k < NoteItem::handleCount; ++k)
      if ((item->handle(k) - pressed.at).manhattanLength() <= handleReach)
        return std::make_unique<ResizeNoteGesture>(canvas, *item, k);
  const NoteItem* item = canvas.scene.level().noteAt(pressed.at);
  if (!item) return nullptr;
  if (!item->isSelected()) canvas.scene.select({item->id()});
  const bool copy = pressed.button == Qt::RightButton || (pressed.modifiers & Qt::ControlModifier);
  return std::make_unique<MoveGesture>(canvas, selectedElements(canvas.scene), item->id(), pressed.at,
                                       copy ? MoveGesture::Kind::Copy : MoveGesture::Kind::Move);
}

}  // namespace fluxion
