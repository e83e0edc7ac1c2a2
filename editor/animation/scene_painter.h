#pragma once
// Paints a scene: bodies in the colors of curves, joints, springs and the ground in those of text.
#include <QPainter>
#include <QTransform>
#include <vector>

#include "editor/animation/scene.h"
#include "editor/theme.h"

namespace fluxion {

class ScenePainter {
 public:
  // `toPixels` leads from m to pixels, y up; it turns nothing.
  ScenePainter(QPainter& painter, const Theme& theme, const QTransform& toPixels, const QRectF& area);

  void paint(const Scene& scene, const std::vector<Pose>& poses);
  // Where the bodies were before.
  void paintPaths(const Scene& scene, double time);
  // How long so many meters are, in a corner.
  void paintScale();

 private:
  QPointF pixels(QPointF meters) const { return m_toPixels.map(meters); }
  double pixels(double meters) const { return meters * m_toPixels.m11(); }
  void paintItem(const SceneItem& item, const Pose* frames);
  void paintRod(const SceneItem& item, const Pose* frames);
  void paintBox(const SceneItem& item, const Pose& frame);
  void paintDisk(const SceneItem& item, const Pose& frame);
  void paintGround(const Pose& frame);
  void paintLine(const Pose& frame);
  void paintSpring(QPointF from, QPointF to);
  void paintStrut(QPointF from, QPointF to);
  void paintSlider(const Pose& frame, const Pose& slides);
  QColor bodyColor(const SceneItem& item) const;

  QPainter& m_painter;
  const Theme& m_theme;
  QTransform m_toPixels;
  QRectF m_area;
};

}  // namespace fluxion
