#pragma once
// Looks at a DiagramScene: zoom at the cursor with the wheel, fit with Space, pan with the middle button or
// Space and drag, a grid of dots. Mouse and keys go to the handler.
#include <QGraphicsView>
#include <QTimer>
#include <optional>

#include "editor/canvas/pointer_handler.h"

namespace fluxion {

class DiagramScene;

class DiagramView : public QGraphicsView {
  Q_OBJECT
 public:
  static constexpr double gridStep = 8, smallestZoom = 0.05, largestZoom = 10;

  explicit DiagramView(DiagramScene& scene, QWidget* parent = nullptr);

  void setHandler(PointerHandler* handler) { m_handler = handler; }

  double zoom() const { return transform().m11(); }
  // Keeps the scene point under `viewPoint` where it is.
  void setZoom(double factor, QPoint viewPoint);
  void zoomBy(double factor);
  // The whole level; never larger than 100 %. Until one looks elsewhere it stays fitted, whatever room there
  // is.
  void zoomToFit();
  // Docks beside the view are about to open or close by themselves: what is seen stays where it is on the
  // screen, and as large; but where the whole level was, and no longer has the room, it is fitted again.
  void holdStill();
  QPointF center() const;
  // In the scene: where the pointer is, or, while it is elsewhere, the center.
  QPointF pointerOrCenter() const;
  // Scrolls just as far as needed.
  void reveal(const QRectF& rect);

 signals:
  void zoomChanged(double factor);
  void fileDropped(const QString& path);
  void blockDropped(const QString& type, QPointF at);
  // Blocks of another model, as the text that the clipboard holds.
  void fragmentDropped(const QByteArray& fragment, QPointF at);
  void linkDropped(const QString& file, const QString& block, QPointF at);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  PointerEvent pointerEvent(const QMouseEvent& event) const;
  void makeRoom(const QRectF& content);
  struct Look {
    double zoom;
    QPointF center;
    bool operator==(const Look&) const = default;
  };
  Look lookIn(QSize size) const;  // that of a viewport of this size
  struct Pinned {
    QPointF scene;
    QPoint screen;
    bool fitted;
  };
  void putBack();
  bool sees(const QRectF& rect) const;

  DiagramScene& m_diagram;
  PointerHandler* m_handler = nullptr;
  bool m_spaceHeld = false, m_panned = false, m_panning = false;
  QPoint m_panFrom;
  std::optional<Look> m_fitted;  // as zoomToFit left it
  std::optional<Pinned> m_held;  // while docks open
  QTimer m_letGo;
};

// The type of a block that is dragged from the library.
inline constexpr auto blockMimeType = "application/x-fluxion-block";
// A block of a library that somebody added: its file, a line feed, its path.
inline constexpr auto linkMimeType = "application/x-fluxion-library-block";

}  // namespace fluxion
