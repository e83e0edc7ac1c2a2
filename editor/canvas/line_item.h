#pragma once
// One line on the canvas: an orthogonal wire with an arrow head where it ends in a block, a dot where it
// leaves another line of its source, and the name of its signal. Lines of physical networks have no direction
// and the colour of their domain. An end that hangs is red and dashed.
#include <QGraphicsItem>

#include "editor/canvas/routing.h"
#include "sim_core/base/id.h"
#include "sim_core/block/block_type.h"

namespace fluxion {

class DiagramScene;

class LineItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 2 };
  LineItem(DiagramScene& scene, sim::Id id);

  struct Look {
    routing::Polyline route;
    std::vector<QPointF> junctions;
    bool dangling = false;
    bool arrow = true;
    QString label;
    sim::Domain domain = sim::Domain::Any;  // of a line of a physical network
  };
  void setLook(Look look);
  void setTraced(bool on);  // on the path of a signal that is followed

  sim::Id id() const { return m_id; }
  const routing::Polyline& route() const { return m_look.route; }
  QRectF labelRect() const { return m_labelRect; }

  int type() const override { return Type; }
  QRectF boundingRect() const override { return m_bounds; }
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void layOut();

  DiagramScene& m_scene;
  sim::Id m_id;
  Look m_look;
  QRectF m_labelRect, m_bounds;
  bool m_traced = false;
};

// The wire, its arrow head and its dots; for a wire that is being drawn, too.
void paintWire(QPainter& painter, const routing::Polyline& route, const QPen& pen, bool arrow);

}  // namespace fluxion
