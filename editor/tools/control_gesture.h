#pragma once
// Setting a control on the canvas: dragging its handle, one undo step; its arrows, the keys + and -; and
// typing a number.
#include "editor/canvas/control_face.h"
#include "editor/tools/gesture.h"
#include "editor/tools/in_place_editor.h"

namespace fluxion {

class BlockItem;

class ControlGesture : public Gesture {
 public:
  ControlGesture(Canvas canvas, sim::Id control);
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override { move(event); }
  void cancel() override;

 private:
  Canvas m_canvas;
  sim::Id m_control;
  int m_gesture;
};

// A button is pressed as long as the mouse's is; one step of undo where that changes anything.
class PushGesture : public Gesture {
 public:
  PushGesture(Canvas canvas, sim::Id button);
  void move(const PointerEvent&) override {}
  void release(const PointerEvent& event) override;
  void cancel() override { release({}); }

 private:
  Canvas m_canvas;
  sim::Id m_button;
  int m_gesture;
  bool m_wasOff = false;
};

// The part of a control that is here; null: no control, or not one of its parts.
struct ControlHit {
  const BlockItem* item = nullptr;
  ControlPart part = ControlPart::None;
};
ControlHit controlAt(const DiagramScene& scene, QPointF at);

// To where the pointer is, or by a step with an arrow. False: this part does nothing when it is clicked.
bool clickControl(Canvas canvas, const ControlHit& hit, QPointF at);

// By so many steps, where exactly one control is selected. False: none is.
bool stepSelectedControl(Canvas canvas, int steps);

class ControlNumberEditor : public InPlaceEditor {
  Q_OBJECT
 public:
  ControlNumberEditor(Canvas canvas, sim::Id control);

 protected:
  QString commit(const QString& text) override;

 private:
  sim::Id m_control;
};

}  // namespace fluxion
