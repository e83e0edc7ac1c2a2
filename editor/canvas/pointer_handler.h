#pragma once
// What the view hands mouse and keys to: a tool.
#include <QKeyEvent>
#include <QPainter>
#include <QPointF>

namespace fluxion {

struct PointerEvent {
  QPointF at;           // in the scene
  QPoint viewPosition;  // in the view's widget
  Qt::MouseButton button = Qt::NoButton;
  Qt::MouseButtons buttons;
  Qt::KeyboardModifiers modifiers;
};

class PointerHandler {
 public:
  virtual ~PointerHandler() = default;
  virtual void press(const PointerEvent& event) = 0;
  virtual void move(const PointerEvent& event) = 0;
  virtual void release(const PointerEvent& event) = 0;
  virtual void doubleClick(const PointerEvent& event) = 0;
  // False: not for this tool.
  virtual bool keyPress(const QKeyEvent& event) = 0;
  // Over the diagram, in scene coordinates; `pixel` is the size of one pixel there.
  virtual void paint(QPainter& painter, double pixel) = 0;
};

}  // namespace fluxion
