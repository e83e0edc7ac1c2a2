#pragma once
// Mechanisms of a run at one instant, in the plane. The wheel zooms, dragging moves the view; it fits all
// that the run has shown until somebody does either, and again after a double click.
#include <QImage>
#include <QWidget>
#include <memory>

#include "editor/animation/scene.h"
#include "sim_core/base/time_unit.h"

namespace fluxion {

class AnimationView : public QWidget {
  Q_OBJECT
 public:
  explicit AnimationView(QWidget* parent = nullptr);

  // Null: nothing to see.
  void setScene(std::shared_ptr<Scene> scene);
  const std::shared_ptr<Scene>& scene() const { return m_scene; }
  void setTime(double time);
  double time() const { return m_time; }
  void setTimeUnit(const sim::TimeUnit& unit);
  void setPathsShown(bool shown);
  void fit();
  bool isFitted() const { return m_fitted; }

  // Paints the instant into an area as it is seen in the view.
  void paintInto(QPainter& painter, const QRectF& area, double time) const;
  QImage picture(QSize size, double time, double scale = 1) const;
  // The body or joint at a place in the view; none: null.
  const SceneItem* itemAt(QPointF place) const;

  QSize sizeHint() const override { return {520, 420}; }

 signals:
  void blockRequested(sim::Id block);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  // From m to the pixels of an area, y up.
  QTransform toPixels(const QRectF& area) const;
  void keepShown();

  std::shared_ptr<Scene> m_scene;
  double m_time = 0;
  sim::TimeUnit m_timeUnit;
  bool m_fitted = true, m_paths = false;
  QPointF m_center;       // of what is shown, m; where it is not fitted
  double m_perMeter = 1;  // pixels
  QPointF m_pressed;
  bool m_dragging = false;
};

}  // namespace fluxion
