#pragma once
// One annotation on the canvas: its text below blocks and lines, a frame with handles while it is selected.
#include <QGraphicsItem>
#include <memory>

#include "sim_core/diagram/diagram.h"

namespace fluxion {

class DiagramScene;
class NoteText;

class NoteItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 3 };
  NoteItem(DiagramScene& scene, sim::Id id);
  ~NoteItem() override;

  // `folder`: where relative paths of pictures begin.
  void setNote(const sim::Annotation& note, const QString& folder);
  void setTextHidden(bool hidden);  // while it is edited in place

  sim::Id id() const { return m_id; }
  const sim::Annotation& note() const { return m_note; }
  // As high as the text needs, if that is more than the annotation says.
  QRectF rect() const { return m_rect; }
  // The corners that resize it, clockwise from the top left.
  static constexpr int handleCount = 4;
  QPointF handle(int index) const;

  int type() const override { return Type; }
  QRectF boundingRect() const override { return m_rect.adjusted(-6, -6, 6, 6); }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  DiagramScene& m_scene;
  sim::Id m_id;
  sim::Annotation m_note;
  std::unique_ptr<NoteText> m_text;
  QRectF m_rect;
  bool m_textHidden = false;
};

}  // namespace fluxion
