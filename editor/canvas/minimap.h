#pragma once
// The whole level small, in a corner of the view, with a frame around what is seen; a press or drag goes
// there.
#include <QPixmap>
#include <QTimer>
#include <QWidget>

namespace fluxion {

class DiagramScene;
class DiagramView;

class Minimap : public QWidget {
  Q_OBJECT
 public:
  Minimap(DiagramScene& scene, DiagramView& view);

  // What of the map shows what is seen.
  QRectF frame() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void paintMap();
  void place();
  void go(QPointF at);
  QTransform toMap() const;

  DiagramScene& m_scene;
  DiagramView& m_view;
  QRectF m_content;
  QPixmap m_map;
  QTimer m_pause;
};

}  // namespace fluxion
