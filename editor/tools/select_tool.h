#pragma once
// The tool at rest: selects by clicks, finds out what a press that is dragged means, and begins that gesture.
#include <QElapsedTimer>
#include <QObject>
#include <memory>
#include <optional>
#include <set>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/pointer_handler.h"
#include "editor/document/id_metatype.h"
#include "editor/tools/gesture.h"
#include "editor/tools/keyboard_navigation.h"

namespace fluxion {

class DrawLineGesture;
class KeyboardWiring;

class SelectTool : public QObject, public PointerHandler {
  Q_OBJECT
 public:
  explicit SelectTool(Canvas canvas, QObject* parent = nullptr);
  ~SelectTool() override;

  void press(const PointerEvent& event) override;
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void doubleClick(const PointerEvent& event) override;
  bool keyPress(const QKeyEvent& event) override;
  void paint(QPainter& painter, double pixel) override;

  bool busy() const { return m_gesture || m_wiring; }
  void cancel();
  // From the selected block or line, with the keyboard.
  void drawLine();

 signals:
  void blockActivated(sim::Id block);
  void subsystemEntered(sim::Id block);
  void renameRequested(sim::Id block);
  void noteActivated(sim::Id note);
  void quickInsertRequested(QPointF at);
  void lineLeftLoose(const LooseEnd& end);
  void lineNameRequested(sim::Id line, QPointF at);
  void menuRequested(QPoint globalPosition);
  void typed(const QString& letters);

 private:
  static constexpr double portReach = 9, lineReach = 6, handleReach = 5;  // pixels
  // To what is selected already.
  static bool adds(const PointerEvent& e) { return e.modifiers & (Qt::ShiftModifier | Qt::ControlModifier); }
  std::unique_ptr<Gesture> begin(const PointerEvent& pressed) const;
  std::unique_ptr<Gesture> beginOnPort(const PointerEvent& pressed) const;
  std::unique_ptr<Gesture> beginOnLine(const PointerEvent& pressed) const;
  template <class... From>
  std::unique_ptr<DrawLineGesture> dragLine(const From&... from) const;
  std::optional<LineEnd> endOfSelectedLine(const PortHit& hit) const;
  std::unique_ptr<Gesture> dragEnd(sim::Id line, bool source, QPointF pressed) const;
  bool pressSwitch(const PointerEvent& event);
  void selectAtPress(const PointerEvent& event);
  void click(const PointerEvent& event);
  bool connectSelectionTo(sim::Id target);
  void hover(const PointerEvent& event);
  void nudge(QPointF by);
  void wire(const QKeyEvent& event);
  bool open();
  void paintFocus(QPainter& painter, double pixel) const;
  double tolerance(double pixels) const;

  Canvas m_canvas;
  std::unique_ptr<Gesture> m_gesture;
  std::unique_ptr<KeyboardWiring> m_wiring;
  KeyboardNavigation m_navigation;
  std::optional<PointerEvent> m_pressed;  // not dragged yet
  std::optional<QPointF> m_hoveredPort;
  QElapsedTimer m_lastNudge;
  std::set<sim::Id> m_nudged;
  int m_nudgeGesture = 0;
};

}  // namespace fluxion
