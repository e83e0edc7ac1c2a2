#pragma once
// Drawing a line without a mouse (Ctrl+K): from a port of the selected block, as a branch of the selected
// line, or on from its loose end. Tab goes through the ports that fit: free ones, the nearest first, then
// inputs that blocks can get, then inputs whose line would be replaced, which is said. Arrows go to the
// nearest one that way; Enter takes it, Escape leaves.
#include <memory>
#include <vector>

#include "editor/canvas/diagram_scene.h"
#include "editor/tools/gesture.h"

class QKeyEvent;

namespace fluxion {

class BlockItem;
class DrawLineGesture;

class KeyboardWiring {
 public:
  explicit KeyboardWiring(Canvas canvas);
  ~KeyboardWiring();

  // False: there is nothing selected to draw from, or nothing that fits.
  bool begin();
  enum class State { Choosing, Connected, Left };
  State key(const QKeyEvent& event);
  void cancel();
  void paint(QPainter& painter, double pixel);
  // The port that is chosen now, in words.
  QString spoken() const;

 private:
  // What is offered, in the order of Tab.
  enum class Kind { Free, New, Taken };
  struct Offer {
    PortHit port;
    QPointF at;  // where a line is dropped to end there
    Kind kind = Kind::Free;
  };
  const Offer& current() const { return m_offers[m_at]; }
  bool beginAtLine(sim::Id line);
  bool beginAtBlock(sim::Id block);
  bool chooseEnd(std::unique_ptr<DrawLineGesture> gesture, const PortHit& from);
  std::vector<Offer> endsFor(const PortHit& from) const;
  void addNewInput(std::vector<Offer>& ends, const BlockItem& block) const;
  void step(bool backwards);
  void toward(QPointF direction);
  void show();

  Canvas m_canvas;
  std::vector<Offer> m_offers;
  std::size_t m_at = 0;
  std::unique_ptr<DrawLineGesture> m_gesture;  // null while the first port is chosen
};

}  // namespace fluxion
