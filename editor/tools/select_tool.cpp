#include "editor/tools/select_tool.h"

#include <QToolTip>
#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/canvas/scene_marks.h"
#include "editor/document/diagram_document.h"
#include "editor/plain_text.h"
#include "editor/tools/canvas_accessible.h"
#include "editor/tools/connect_blocks.h"
#include "editor/tools/control_gesture.h"
#include "editor/tools/draw_line_gesture.h"
#include "editor/tools/keyboard_wiring.h"
#include "editor/tools/move_gesture.h"
#include "editor/tools/resize_gesture.h"
#include "editor/tools/rubber_band_gesture.h"
#include "editor/tools/segment_gesture.h"
#include "editor/tools/selection.h"
#include "sim_core/diagram/edits.h"

namespace fluxion {

static constexpr int dragDistance = 4;

SelectTool::SelectTool(Canvas canvas, QObject* parent)
    : QObject(parent), m_canvas(canvas), m_navigation(canvas) {
  connect(&canvas.document, &DiagramDocument::changed, this, [this] {
    if (m_wiring) cancel();  // its ports may be gone
  });
}

SelectTool::~SelectTool() = default;

// In the scene, but no less than in a small diagram that is looked at from close by.
double SelectTool::tolerance(double pixels) const {
  return pixels / std::clamp(m_canvas.view.zoom(), 0.5, 1.5);
}

void SelectTool::press(const PointerEvent& event) {
  if (busy()) return cancel();
  if (event.button != Qt::LeftButton && event.button != Qt::RightButton) return;
  m_canvas.view.setFocus(Qt::MouseFocusReason);
  QToolTip::hideText();
  if (pressSwitch(event)) return;
  m_pressed = event;
  selectAtPress(event);
}

// A button is on while it is pressed; it is not dragged, nor opened by clicking it fast.
bool SelectTool::pressSwitch(const PointerEvent& event) {
  const ControlHit hit = controlAt(m_canvas.scene, event.at);
  if (hit.part != ControlPart::Dial || event.button != Qt::LeftButton || adds(event)) return false;
  if (hit.item->control()->kind != sim::ControlKind::PushButton) return false;
  m_gesture = std::make_unique<PushGesture>(m_canvas, hit.item->id());
  return true;
}

// A press on something that is not selected selects it at once, so that it can be dragged away.
void SelectTool::selectAtPress(const PointerEvent& event) {
  DiagramScene& scene = m_canvas.scene;
  if (const auto hit = scene.level().portAt(event.at, tolerance(portReach)); hit && endOfSelectedLine(*hit))
    return;
  const BlockItem* block = scene.level().blockAt(event.at);
  if (!block) block = scene.level().nameAt(event.at);
  if (block) {
    if (!block->isSelected() && !adds(event)) scene.select({block->id()});
    return;
  }
  if (scene.level().portAt(event.at, tolerance(portReach))) return;
  if (LineItem* line = scene.level().lineAt(event.at, tolerance(lineReach))) {
    if (!line->isSelected() && !adds(event)) scene.select({line->id()});
    return;
  }
  if (NoteItem* note = scene.level().noteAt(event.at)) {
    if (!note->isSelected() && !adds(event)) scene.select({note->id()});
    return;
  }
  if (!adds(event) && event.button == Qt::LeftButton) scene.clearSelection();
}

void SelectTool::move(const PointerEvent& event) {
  if (m_pressed && (event.viewPosition - m_pressed->viewPosition).manhattanLength() >= dragDistance) {
    m_gesture = begin(*m_pressed);
    m_pressed.reset();
    m_hoveredPort.reset();
  }
  if (m_gesture)
    m_gesture->move(event);
  else if (!m_pressed)
    hover(event);
}

void SelectTool::release(const PointerEvent& event) {
  if (m_gesture) {
    // The gesture may still be asked to paint while the edit it makes is shown.
    const std::unique_ptr<Gesture> done = std::move(m_gesture);
    done->release(event);
    m_canvas.view.viewport()->update();
    return;
  }
  if (!m_pressed) return;
  const PointerEvent pressed = *m_pressed;
  m_pressed.reset();
  if (pressed.button == Qt::RightButton)
    emit menuRequested(m_canvas.view.viewport()->mapToGlobal(event.viewPosition));
  else
    click(pressed);
}

void SelectTool::click(const PointerEvent& event) {
  DiagramScene& scene = m_canvas.scene;
  BlockItem* block = scene.level().blockAt(event.at);
  if (!block) block = scene.level().nameAt(event.at);
  const bool control = event.modifiers & Qt::ControlModifier;
  if (!adds(event) && clickControl(m_canvas, controlAt(scene, event.at), event.at)) return;
  if (block) {
    if (control && !block->isSelected() && connectSelectionTo(block->id())) return;
    if (adds(event))
      block->setSelected(!block->isSelected());
    else
      scene.select({block->id()});
    return;
  }
  if (scene.level().portAt(event.at, tolerance(portReach)) && !adds(event)) {
    scene.select({scene.level().portAt(event.at, tolerance(portReach))->port.block});
    return;
  }
  if (LineItem* line = scene.level().lineAt(event.at, tolerance(lineReach))) {
    if (adds(event))
      line->setSelected(!line->isSelected());
    else
      scene.select({line->id()});
    return;
  }
  if (NoteItem* note = scene.level().noteAt(event.at)) {
    if (adds(event))
      note->setSelected(!note->isSelected());
    else
      scene.select({note->id()});
  }
}

// The next one is connected to the target, unless nothing can leave it: A, B, C is a chain, with a Scope on
// the way too.
bool SelectTool::connectSelectionTo(sim::Id target) {
  if (!connectBlocks(m_canvas, m_canvas.scene.selectedBlocks(), target)) return false;
  const BlockGeometry& g = m_canvas.scene.level().block(target)->geometry();
  if (!g.outputs.empty() || !g.conserving.empty()) m_canvas.scene.select({target});
  return true;
}

static bool turnsByClick(const BlockItem& block, ControlPart part) {
  return part == ControlPart::Dial && block.control()->kind == sim::ControlKind::RockerSwitch;
}

void SelectTool::doubleClick(const PointerEvent& event) {
  m_pressed.reset();
  if (pressSwitch(event)) return;
  DiagramScene& scene = m_canvas.scene;
  if (const BlockItem* block = scene.level().blockAt(event.at)) {
    const sim::BlockType* type = block->blockType();
    const ControlPart part = controlAt(scene, event.at).part;
    if (part == ControlPart::Number)
      new ControlNumberEditor(m_canvas, block->id());  // deletes itself
    else if (part == ControlPart::Up || part == ControlPart::Down || turnsByClick(*block, part))
      clickControl(m_canvas, {block, part}, event.at);
    else if (type && type->role == sim::BlockRole::Subsystem)
      emit subsystemEntered(block->id());
    else
      emit blockActivated(block->id());
    return;
  }
  if (const BlockItem* name = scene.level().nameAt(event.at)) {
    emit renameRequested(name->id());
    return;
  }
  if (const LineItem* line = scene.level().lineAt(event.at, tolerance(lineReach)))
    emit lineNameRequested(line->id(), event.at);
  else if (const NoteItem* note = scene.level().noteAt(event.at))
    emit noteActivated(note->id());
  else
    emit quickInsertRequested(event.at);
}

void SelectTool::hover(const PointerEvent& event) {
  DiagramScene& scene = m_canvas.scene;
  const auto hit = scene.level().portAt(event.at, tolerance(portReach));
  const std::optional<QPointF> port = hit ? std::optional(hit->place.position) : std::nullopt;
  Qt::CursorShape cursor = Qt::ArrowCursor;
  if (hit) {
    cursor = Qt::CrossCursor;
  } else {
    const ControlPart part = controlAt(scene, event.at).part;
    if (part == ControlPart::Number) cursor = Qt::IBeamCursor;
    if (part != ControlPart::None && part != ControlPart::Number) cursor = Qt::PointingHandCursor;
    for (const BlockItem* item : scene.level().blocks())
      for (int k = 0; item->isSelected() && k < BlockItem::handleCount; ++k)
        if ((item->handle(k) - event.at).manhattanLength() <= tolerance(handleReach))
          cursor = k % 2 == 0 ? Qt::SizeFDiagCursor : Qt::SizeBDiagCursor;
  }
  m_canvas.view.viewport()->setCursor(cursor);
  const bool overLine = !hit && !scene.level().blockAt(event.at);
  const LineItem* line = overLine ? scene.level().lineAt(event.at, tolerance(lineReach)) : nullptr;
  scene.marks().setHoveredLine(line ? line->id() : sim::no_id);
  if (port == m_hoveredPort) return;
  m_hoveredPort = port;
  m_canvas.view.viewport()->update();
  if (!hit) return QToolTip::hideText();
  QString tip = hit->place.name;
  if (!hit->place.doc.isEmpty()) tip += QStringLiteral(": ") + hit->place.doc;
  QToolTip::showText(m_canvas.view.viewport()->mapToGlobal(event.viewPosition), plainTip(tip),
                     m_canvas.view.viewport());
}

void SelectTool::nudge(QPointF by) {
  const std::set<sim::Id> elements = selectedElements(m_canvas.scene);
  if (elements.empty()) return;
  // Presses that follow one another are one undo step.
  constexpr int pause = 1000;
  if (!m_lastNudge.isValid() || m_lastNudge.elapsed() > pause || elements != m_nudged)
    m_nudgeGesture = m_canvas.document.beginGesture();
  m_lastNudge.start();
  m_nudged = elements;
  m_canvas.document.apply(sim::move_blocks(m_canvas.document.diagram(), elements, toPoint(by)),
                          m_nudgeGesture);
}

void SelectTool::drawLine() {
  cancel();
  auto wiring = std::make_unique<KeyboardWiring>(m_canvas);
  if (!wiring->begin())
    return tellOnCanvas(m_canvas.view, tr("Select a block or a line that can be drawn from"));
  m_wiring = std::move(wiring);
  announce(m_canvas.view, m_wiring->spoken());
  m_canvas.view.setFocus();
  m_canvas.view.viewport()->update();
}

void SelectTool::wire(const QKeyEvent& event) {
  // Not the member while the line is made: the document tells of it.
  std::unique_ptr<KeyboardWiring> wiring = std::move(m_wiring);
  if (wiring->key(event) == KeyboardWiring::State::Choosing) {
    m_wiring = std::move(wiring);
    announce(m_canvas.view, m_wiring->spoken());
  }
  m_canvas.view.viewport()->update();
}

// What Enter does with what is selected.
bool SelectTool::open() {
  const auto blocks = m_canvas.scene.selectedBlocks(), lines = m_canvas.scene.selectedLines(),
             notes = m_canvas.scene.selectedNotes();
  if (blocks.empty() && notes.size() == 1) return emit noteActivated(notes.front()), true;
  if (blocks.empty() && notes.empty() && lines.size() == 1)
    return emit lineNameRequested(lines.front(), menuPlace(m_canvas)), true;
  if (blocks.size() != 1) return false;
  const sim::BlockType* type = m_canvas.document.typeOf(blocks.front());
  if (type && type->role == sim::BlockRole::Subsystem)
    emit subsystemEntered(blocks.front());
  else
    emit blockActivated(blocks.front());
  return true;
}

bool SelectTool::keyPress(const QKeyEvent& event) {
  const double step = event.modifiers() & Qt::ShiftModifier ? 1 : DiagramView::gridStep;
  if (m_wiring) return wire(event), true;
  if (!m_gesture && m_navigation.key(event)) return true;
  const bool menu = event.key() == Qt::Key_F10 && (event.modifiers() & Qt::ShiftModifier);
  if (event.key() == Qt::Key_Menu || menu) {
    const QPoint at = m_canvas.view.mapFromScene(menuPlace(m_canvas));
    return emit menuRequested(m_canvas.view.viewport()->mapToGlobal(at)), true;
  }
  switch (event.key()) {
    case Qt::Key_Escape:
      if (m_gesture)
        cancel();
      else if (!m_canvas.scene.marks().traced().empty())
        m_canvas.scene.marks().setTraced({});
      else
        m_canvas.scene.clearSelection();
      return true;
    case Qt::Key_Left:
      return nudge({-step, 0}), true;
    case Qt::Key_Right:
      return nudge({step, 0}), true;
    case Qt::Key_Up:
      return nudge({0, -step}), true;
    case Qt::Key_Down:
      return nudge({0, step}), true;
    case Qt::Key_Plus:
      return stepSelectedControl(m_canvas, 1);
    case Qt::Key_Minus:
      return stepSelectedControl(m_canvas, -1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return open();
    default: {
      // Letters are the beginning of a block's name.
      const QString text = event.text();
      const bool command = event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
      if (command || m_gesture || text.isEmpty() || !text[0].isLetter()) return false;
      emit typed(text);
      return true;
    }
  }
}

void SelectTool::cancel() {
  m_pressed.reset();
  if (const std::unique_ptr<KeyboardWiring> left = std::move(m_wiring)) left->cancel();
  if (!m_gesture) return;
  const std::unique_ptr<Gesture> gone = std::move(m_gesture);
  gone->cancel();
  m_canvas.view.viewport()->update();
}

// A line along the edge of the view.
void SelectTool::paintFocus(QPainter& painter, double pixel) const {
  const QRectF seen = m_canvas.view.mapToScene(m_canvas.view.viewport()->rect()).boundingRect();
  painter.setPen(QPen(m_canvas.scene.theme().selection, 2 * pixel));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(seen.adjusted(pixel, pixel, -pixel, -pixel));
}

void SelectTool::paint(QPainter& painter, double pixel) {
  if (m_canvas.view.hasFocus()) paintFocus(painter, pixel);
  if (m_wiring) return m_wiring->paint(painter, pixel);
  if (m_gesture) return m_gesture->paint(painter, pixel);
  if (!m_hoveredPort) return;
  painter.setPen(QPen(m_canvas.scene.theme().selection, 1.5));
  painter.setBrush(m_canvas.scene.theme().selectionFill);
  painter.drawEllipse(*m_hoveredPort, 5, 5);
}

}  // namespace fluxion
