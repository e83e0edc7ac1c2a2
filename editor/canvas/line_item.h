#pragma once
// One line on the canvas: an orthogonal wire with an arrow head where it ends in a block, a dot where it
// leaves another line of its net, and the name of its signal. Where a wire of another net runs across, its
// upright segment has a gap. Lines of physical networks have no direction and the color of their domain. A
// line of which an end hangs is red and dashed; a selected one shows its ends as handles.
#include <QGraphicsItem>

#include "editor/canvas/label_place.h"
#include "editor/canvas/routing.h"
#include "sim_core/base/id.h"
#include "sim_core/block/block_type.h"

namespace fluxion {

class DiagramScene;
class PixelBatch;
struct PixelGrid;

class LineItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 2 };
  LineItem(DiagramScene& scene, sim::Id id);

  struct Look {
    routing::Polyline route;
    std::vector<QPointF> junctions, crossings;
    QPointF ownStart;  // the piece before is painted by other lines of the net
    bool dangling = false;
    bool arrow = true;
    QString label;
    sim::Domain domain = sim::Domain::Any;  // of a line of a physical network
  };
  void setLook(Look look);
  bool hasLabel() const { return !m_look.label.isEmpty() && m_look.route.size() >= 2; }
  // Whether the label is elsewhere now. It is not shown before it was placed.
  bool placeLabel(const LabelSurroundings& around);
  void setTraced(bool on);  // on the path of a signal that is followed
  // As part of a net that is pointed at, or of which a line is selected.
  void setHighlighted(bool on);

  sim::Id id() const { return m_id; }
  const routing::Polyline& route() const { return m_look.route; }
  QRectF labelRect() const { return m_labelRect; }
  // What it covers: around each segment, and the label.
  std::vector<QRectF> places() const;

  int type() const override { return Type; }
  QRectF boundingRect() const override { return m_bounds; }
  QPainterPath shape() const override;
  // On screen the sheet paints, and asks for as much of this as can be seen.
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
  void paintLabel(QPainter& painter) const;
  // As a line of single pixels.
  void addTo(PixelBatch& halos, PixelBatch& hairs, const PixelGrid& grid, double scale) const;

 protected:
  QVariant itemChange(GraphicsItemChange change, const QVariant& value) override;

 private:
  void layOut();
  void renew();
  QColor color() const;
  void paintHandles(QPainter& painter) const;

  DiagramScene& m_scene;
  sim::Id m_id;
  Look m_look;
  bool m_highlighted = false;
  QString m_label;  // as much as is shown
  QRectF m_labelRect, m_bounds;
  bool m_traced = false;
};

// The wire and its arrow head; for a wire that is being drawn, too. With gaps in upright segments.
void paintWire(QPainter& painter, const routing::Polyline& route, const QPen& pen, bool arrow,
               const std::vector<QPointF>& gaps = {});

}  // namespace fluxion
