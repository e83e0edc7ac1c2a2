#include "editor/canvas/note_item.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>

#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/note_text.h"

namespace fluxion {

NoteItem::NoteItem(DiagramScene& scene, sim::Id id) : m_scene(scene), m_id(id) {
  setFlag(ItemIsSelectable);
  setZValue(0);
}

NoteItem::~NoteItem() = default;

void NoteItem::setNote(const sim::Annotation& note, const QString& folder) {
  prepareGeometryChange();
  const bool same = m_text && note.text == m_note.text && note.size == m_note.size;
  m_note = note;
  if (!same)
    m_text = std::make_unique<NoteText>(QString::fromStdString(note.text), folder, note.size.width,
                                        canvasFont(13));
  m_rect = QRectF(note.position.x, note.position.y, note.size.width,
                  std::max(note.size.height, m_text->size().height()));
  update();
}

void NoteItem::setTextHidden(bool hidden) {
  m_textHidden = hidden;
  update();
}

QPointF NoteItem::handle(int index) const {
  return index == 0   ? m_rect.topLeft()
         : index == 1 ? m_rect.topRight()
         : index == 2 ? m_rect.bottomRight()
                      : m_rect.bottomLeft();
}

void NoteItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const Theme& theme = m_scene.theme();
  const double scale = option->levelOfDetailFromTransform(painter->worldTransform());
  painter->save();
  if (!m_textHidden && scale > 0.1) {
    painter->save();
    painter->translate(m_rect.topLeft());
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, theme.blockText);
    context.palette.setColor(QPalette::Link, theme.icon);
    painter->setClipRect(QRectF(QPointF(0, 0), m_rect.size()), Qt::IntersectClip);
    m_text->documentLayout()->draw(painter, context);
    painter->restore();
  }
  if (isSelected()) {
    painter->translate(0.5 / scale, 0.5 / scale);
    painter->setPen(QPen(theme.selection, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(m_rect);
    painter->setBrush(theme.canvas);
    for (int k = 0; k < handleCount; ++k)
      painter->drawRect(QRectF(handle(k) - QPointF(2.5, 2.5), QSizeF(5, 5)));
  }
  painter->restore();
}

}  // namespace fluxion
