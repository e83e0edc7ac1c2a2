#pragma once
// One block on the canvas: its icon, its free ports, its name, and how it is highlighted.
#include <QGraphicsItem>

#include <optional>

#include "editor/canvas/block_geometry.h"
#include "editor/canvas/mask_picture.h"
#include "sim_core/dashboard/control.h"
#include "sim_core/diagram/name_place.h"

namespace fluxion {

class DiagramScene;

class BlockItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 1 };
  BlockItem(DiagramScene& scene, sim::Id id);

  void setBlock(const sim::Block& block, const sim::BlockType* type, BlockGeometry geometry,
                std::optional<MaskPicture> mask = {}, std::optional<sim::ControlReading> control = {});
  // By port: whether a line is there.
  struct Connected {
    std::vector<bool> inputs, outputs, conserving;
    bool operator==(const Connected&) const = default;
  };
  void setConnected(Connected connected);
  void setError(bool on);
  void setTraced(bool on);  // on the path of a signal that is followed, or the partner of what is selected
  // 0: none, 1: full; the passing glow of a block that is shown.
  void setGlow(double amount);
  void setNameHidden(bool hidden);  // while it is edited in place

  sim::Id id() const { return m_id; }
  const sim::Block& block() const { return m_block; }
  const sim::BlockType* blockType() const { return m_type; }
  const BlockGeometry& geometry() const { return m_geometry; }
  // What its mask draws; null: it has none.
  const MaskPicture* mask() const { return m_mask ? &*m_mask : nullptr; }
  // What it shows as a control; null: it is none.
  const sim::ControlReading* control() const { return m_control ? &*m_control : nullptr; }
  // Where the name stands; empty if it is not shown.
  QRectF nameRect() const { return m_nameRect; }

  // The corners that resize the block, clockwise from the top left.
  static constexpr int handleCount = 4;
  QPointF handle(int index) const;

  int type() const override { return Type; }
  QRectF boundingRect() const override { return m_bounds; }
  QPainterPath shape() const override;
  // On screen the sheet paints, and asks for as much of this as can be seen.
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
  // Without its name.
  void paintBody(QPainter& painter, double scale);
  void paintName(QPainter& painter) const;
  // Two blocks with the same look are painted alike, but for their place and their name.
  QByteArray look() const;
  // What is left of it where it is a few pixels large.
  struct Spot {
    QColor fill, border;
  };
  Spot spot() const;

 protected:
  QVariant itemChange(GraphicsItemChange change, const QVariant& value) override;

 private:
  void layOut();
  bool showsName() const;
  bool portsTowards(QPointF direction) const;
  sim::NamePlace namePlace() const;
  void paintPorts(QPainter& painter) const;
  void renew();

  DiagramScene& m_scene;
  sim::Id m_id;
  sim::Block m_block;
  const sim::BlockType* m_type = nullptr;
  BlockGeometry m_geometry;
  std::optional<MaskPicture> m_mask;
  std::optional<sim::ControlReading> m_control;
  Connected m_connected;
  QStringList m_name;  // its lines
  int m_revision = 0;
  mutable QByteArray m_kind;  // what its look depends on besides its state
  QRectF m_nameRect, m_bounds;
  bool m_error = false, m_traced = false, m_nameHidden = false;
  double m_glow = 0;
};

}  // namespace fluxion
