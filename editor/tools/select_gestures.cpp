// Which gesture of SelectTool a drag is.
#include "editor/tools/select_tool.h"

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/control_gesture.h"
#include "editor/tools/draw_line_gesture.h"
#include "editor/tools/keyboard_wiring.h"
#include "editor/tools/move_gesture.h"
#include "editor/tools/note_gestures.h"
#include "editor/tools/resize_gesture.h"
#include "editor/tools/rubber_band_gesture.h"
#include "editor/tools/segment_gesture.h"
#include "editor/tools/selection.h"

namespace fluxion {

std::unique_ptr<Gesture> SelectTool::begin(const PointerEvent& pressed) const {
  DiagramScene& scene = m_canvas.scene;
  const bool branch = pressed.button == Qt::RightButton || (pressed.modifiers & Qt::ControlModifier);
  if (pressed.button == Qt::LeftButton)
    for (const BlockItem* item : scene.level().blocks())
      for (int k = 0; item->isSelected() && k < BlockItem::handleCount; ++k)
        if ((item->handle(k) - pressed.at).manhattanLength() <= tolerance(handleReach))
          return std::make_unique<ResizeGesture>(m_canvas, item->id(), k);
  if (auto wire = beginOnPort(pressed)) return wire;
  if (const ControlHit hit = controlAt(scene, pressed.at);
      hit.part == ControlPart::Dial && pressed.button == Qt::LeftButton && !adds(pressed) &&
      !sim::is_switch(hit.item->control()->kind))
    return std::make_unique<ControlGesture>(m_canvas, hit.item->id());
  const BlockItem* block = scene.level().blockAt(pressed.at);
  if (!block) block = scene.level().nameAt(pressed.at);
  if (block) {
    if (!block->isSelected()) scene.select({block->id()});
    using enum MoveGesture::Kind;
    const auto kind = branch ? Copy : pressed.modifiers & Qt::ShiftModifier ? TakeOut : Move;
    return std::make_unique<MoveGesture>(m_canvas, selectedElements(scene), block->id(), pressed.at, kind);
  }
  if (auto wire = beginOnLine(pressed)) return wire;
  if (auto note = beginOnNote(m_canvas, pressed, tolerance(handleReach))) return note;
  if (pressed.button == Qt::RightButton) return nullptr;
  std::vector<sim::Id> before = scene.selectedBlocks();
  const auto lines = scene.selectedLines();
  before.insert(before.end(), lines.begin(), lines.end());
  return std::make_unique<RubberBandGesture>(m_canvas, pressed.at, std::move(before), adds(pressed));
}

template <class... From>
std::unique_ptr<DrawLineGesture> SelectTool::dragLine(const From&... from) const {
  auto gesture = std::make_unique<DrawLineGesture>(m_canvas, from...);
  gesture->setOnLooseEnd(
      [tool = const_cast<SelectTool*>(this)](const LooseEnd& end) { emit tool->lineLeftLoose(end); });
  return gesture;
}

// One end of a line; the other stays at its port, or where it hangs.
std::unique_ptr<Gesture> SelectTool::dragEnd(sim::Id id, bool source, QPointF pressed) const {
  const sim::Line& line = *m_canvas.document.line(id);
  const auto& other = source ? line.target : line.source;
  if (!other) return dragLine(id, source, pressed);
  const auto port = m_canvas.scene.level().port(*other, source);
  return port ? dragLine(*port, pressed, id) : nullptr;
}

// The end of the only selected line, where it is at this port.
std::optional<LineEnd> SelectTool::endOfSelectedLine(const PortHit& hit) const {
  const auto selected = m_canvas.scene.selectedLines();
  if (selected.size() != 1 || !m_canvas.scene.selectedBlocks().empty()) return std::nullopt;
  const sim::Line& line = *m_canvas.document.line(selected.front());
  if (!hit.input && line.source == hit.port) return LineEnd{selected.front(), true};
  if (hit.input || line.conserving())
    if (line.target == hit.port) return LineEnd{selected.front(), false};
  return std::nullopt;
}

// From a free port a new wire; from an input that has one, or the end of the one line that is selected, that
// end comes along.
std::unique_ptr<Gesture> SelectTool::beginOnPort(const PointerEvent& pressed) const {
  DiagramScene& scene = m_canvas.scene;
  const auto hit = scene.level().portAt(pressed.at, tolerance(portReach));
  if (!hit) return nullptr;
  if (const auto end = endOfSelectedLine(*hit); end && pressed.button == Qt::LeftButton)
    return dragEnd(end->line, end->source, pressed.at);
  if (hit->input)
    for (sim::Id id : scene.wiring().linesAt(hit->port, true))
      if (auto end = dragEnd(id, false, pressed.at)) return end;
  return dragLine(*hit, pressed.at);
}

std::unique_ptr<Gesture> SelectTool::beginOnLine(const PointerEvent& pressed) const {
  DiagramScene& scene = m_canvas.scene;
  const LineItem* item = scene.level().lineAt(pressed.at, tolerance(lineReach));
  if (!item || item->route().size() < 2) return nullptr;
  const sim::Line& line = *m_canvas.document.line(item->id());
  const bool branch = pressed.button == Qt::RightButton || (pressed.modifiers & Qt::ControlModifier);
  if (branch && line.source) {
    const auto source = scene.level().port(*line.source, false);
    if (!source) return nullptr;
    auto gesture = dragLine(*source, pressed.at);
    gesture->setBranch(branchAt(item->route(), pressed.at));
    return gesture;
  }
  if (pressed.button == Qt::RightButton) return nullptr;
  const double reach = tolerance(portReach + 3);
  const auto near = [&](QPointF p) { return (p - pressed.at).manhattanLength() <= reach; };
  if (!line.target && near(item->route().back())) return dragEnd(item->id(), false, pressed.at);
  if (!line.source && near(item->route().front())) return dragEnd(item->id(), true, pressed.at);
  return std::make_unique<SegmentGesture>(m_canvas, item->id(), pressed.at);
}

}  // namespace fluxion
