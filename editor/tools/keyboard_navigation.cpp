#include "editor/tools/keyboard_navigation.h"

#include <QKeyEvent>
#include <QLineF>
#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/resize_gesture.h"

namespace fluxion {

KeyboardNavigation::KeyboardNavigation(Canvas canvas) : m_canvas(canvas) {}
KeyboardNavigation::~KeyboardNavigation() = default;

std::vector<sim::Id> inReadingOrder(const DiagramScene& scene) {
  std::vector<std::pair<QRectF, sim::Id>> all;
  for (const BlockItem* item : scene.level().blocks()) all.emplace_back(item->geometry().rect, item->id());
  for (const NoteItem* item : scene.level().notes()) all.emplace_back(item->rect(), item->id());
  const auto higher = [](const auto& a, const auto& b) {
    const double p = a.first.center().y(), q = b.first.center().y();
    return p != q ? p < q : a.second < b.second;
  };
  const auto further = [](const auto& a, const auto& b) {
    return a.first.left() != b.first.left() ? a.first.left() < b.first.left() : a.second < b.second;
  };
  std::sort(all.begin(), all.end(), higher);
  // A row is what begins above the lower edge of its first element, by the middles.
  for (auto row = all.begin(); row != all.end();) {
    const double bottom = row->first.bottom();
    const auto next =
        std::find_if(row, all.end(), [&](const auto& e) { return e.first.center().y() > bottom; });
    std::sort(row, next, further);
    row = next;
  }
  std::vector<sim::Id> ids;
  for (const auto& [rect, id] : all) ids.push_back(id);
  return ids;
}

static sim::Id onlySelected(const DiagramScene& scene) {
  const auto blocks = scene.selectedBlocks(), lines = scene.selectedLines(), notes = scene.selectedNotes();
  if (blocks.size() + lines.size() + notes.size() != 1) return sim::no_id;
  return !blocks.empty() ? blocks.front() : !lines.empty() ? lines.front() : notes.front();
}

static QRectF placeOf(const DiagramScene& scene, sim::Id id) {
  if (const BlockItem* block = scene.level().block(id)) return block->geometry().rect;
  if (const NoteItem* note = scene.level().note(id)) return note->rect();
  const LineItem* line = scene.level().line(id);
  return line ? line->boundingRect() : QRectF();
}

QPointF menuPlace(const Canvas& canvas) {
  const sim::Id id = onlySelected(canvas.scene);
  if (const LineItem* line = canvas.scene.level().line(id); line && line->route().size() > 1)
    return (line->route()[0] + line->route()[1]) / 2;
  const QRectF place = placeOf(canvas.scene, id);
  return place.isNull() ? canvas.view.center() : place.center();
}

void KeyboardNavigation::select(sim::Id element) {
  m_canvas.scene.select({element});
  m_canvas.view.reveal(placeOf(m_canvas.scene, element));
}

void KeyboardNavigation::read(bool backwards) {
  const std::vector<sim::Id> all = inReadingOrder(m_canvas.scene);
  if (all.empty()) return;
  const auto blocks = m_canvas.scene.selectedBlocks(), notes = m_canvas.scene.selectedNotes();
  const auto selected = [&](sim::Id id) {
    return std::find(blocks.begin(), blocks.end(), id) != blocks.end() ||
           std::find(notes.begin(), notes.end(), id) != notes.end();
  };
  const auto count = all.size();
  std::size_t at = backwards ? 0 : count - 1;
  for (std::size_t k = 0; k < count; ++k)
    if (selected(all[k])) at = k;
  select(all[(at + (backwards ? count - 1 : 1)) % count]);
}

// The lines at an end of a block, by ports.
static std::vector<sim::Id> linesOf(const DiagramScene& scene, sim::Id block, bool inputs) {
  std::vector<sim::Id> lines;
  const BlockItem* item = scene.level().block(block);
  if (!item) return lines;
  const auto add = [&](sim::PortRef port, bool input) {
    for (sim::Id id : scene.wiring().linesAt(port, input)) lines.push_back(id);
  };
  const auto& ports = inputs ? item->geometry().inputs : item->geometry().outputs;
  for (int k = 0; k < static_cast<int>(ports.size()); ++k) add({block, k}, inputs);
  for (int k = 0; k < static_cast<int>(item->geometry().conserving.size()); ++k)
    add({block, k, sim::PortKind::Conserving}, inputs);
  return lines;
}

void KeyboardNavigation::walk(bool forward) {
  const DiagramScene& scene = m_canvas.scene;
  const sim::Id id = onlySelected(scene);
  if (const sim::Line* line = m_canvas.document.line(id)) {
    const auto& end = forward ? line->target : line->source;
    if (end) select(end->block);
    return;
  }
  if (!scene.level().block(id)) return;
  m_forward = forward;
  if (const auto lines = linesOf(scene, id, !forward); !lines.empty()) select(lines.front());
}

std::vector<sim::Id> KeyboardNavigation::linesBeside(sim::Id id) const {
  const sim::Line* line = m_canvas.document.line(id);
  const auto& end = m_forward ? line->source : line->target;
  return end ? linesOf(m_canvas.scene, end->block, !m_forward) : std::vector<sim::Id>{id};
}

void KeyboardNavigation::aside(bool down) {
  const DiagramScene& scene = m_canvas.scene;
  const sim::Id id = onlySelected(scene);
  if (scene.level().line(id)) {
    const auto lines = linesBeside(id);
    const auto at = std::find(lines.begin(), lines.end(), id) - lines.begin();
    const auto count = static_cast<std::ptrdiff_t>(lines.size());
    if (at < count) select(lines[static_cast<std::size_t>((at + (down ? 1 : count - 1)) % count)]);
    return;
  }
  const QRectF from = placeOf(scene, id);
  if (from.isNull()) return;
  sim::Id best = sim::no_id;
  double least = std::numeric_limits<double>::infinity();
  for (sim::Id other : inReadingOrder(scene)) {
    const QPointF off = placeOf(scene, other).center() - from.center();
    const double along = down ? off.y() : -off.y();
    if (other == id || along <= 0) continue;
    // Rather straight than near.
    const double cost = along + 2 * std::abs(off.x());
    if (cost < least) least = cost, best = other;
  }
  if (best != sim::no_id) select(best);
}

// Presses that follow one another are one undo step.
void KeyboardNavigation::resize(QPointF by) {
  const sim::Id id = onlySelected(m_canvas.scene);
  const BlockItem* item = m_canvas.scene.level().block(id);
  if (!item) return;
  constexpr int pause = 1000, bottomRight = 2;
  if (!m_resize || id != m_resized || m_lastResize.elapsed() > pause) {
    m_resize = std::make_unique<ResizeGesture>(m_canvas, id, bottomRight);
    m_resized = id;
    m_corner = item->geometry().rect.bottomRight();
  }
  m_lastResize.start();
  const QRectF before = item->geometry().rect;
  // Several ports on a side grow by whole steps each: as far as it takes until something changes.
  for (int step = 0; step < 16; ++step) {
    const QPointF corner = m_corner + by;
    if (corner.x() < before.left() + 8 || corner.y() < before.top() + 8) return;
    m_corner = corner;
    m_resize->move({m_corner, {}, Qt::NoButton, {}, {}});
    item = m_canvas.scene.level().block(id);
    if (!item || item->geometry().rect != before) return;
  }
}

bool KeyboardNavigation::key(const QKeyEvent& event) {
  const auto held = event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier);
  if (event.key() == Qt::Key_Tab || event.key() == Qt::Key_Backtab) {
    if (held & Qt::ControlModifier) return false;
    return read(event.key() == Qt::Key_Backtab), true;
  }
  if (!(held & Qt::ControlModifier) || (held & Qt::AltModifier)) return false;
  const bool sizes = held & Qt::ShiftModifier;
  constexpr double step = DiagramView::gridStep;
  switch (event.key()) {
    case Qt::Key_Right:
      return sizes ? resize({step, 0}) : walk(true), true;
    case Qt::Key_Left:
      return sizes ? resize({-step, 0}) : walk(false), true;
    case Qt::Key_Down:
      return sizes ? resize({0, step}) : aside(true), true;
    case Qt::Key_Up:
      return sizes ? resize({0, -step}) : aside(false), true;
    default:
      return false;
  }
}

}  // namespace fluxion
