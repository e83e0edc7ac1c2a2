#include "editor/tools/control_gesture.h"

#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/canvas_accessible.h"

namespace fluxion {

static const sim::ControlReading* readingOf(Canvas canvas, sim::Id control) {
  const BlockItem* item = canvas.scene.level().block(control);
  return item ? item->control() : nullptr;
}

static void set(Canvas canvas, sim::Id control, double value, int gesture = 0) {
  const DiagramDocument& document = canvas.document;
  sim::Edit edit = sim::set_control(document.diagram(), document.library(), control, value);
  if (!edit.empty()) canvas.document.apply(std::move(edit), gesture);
}

static void step(Canvas canvas, sim::Id control, int steps) {
  const sim::ControlReading* reading = readingOf(canvas, control);
  if (!reading) return;
  set(canvas, control, reading->value + steps * reading->step);
  if (const sim::ControlReading* now = readingOf(canvas, control))
    announce(canvas.view, QString::fromStdString(sim::setting_text(now->value)));
}

ControlGesture::ControlGesture(Canvas canvas, sim::Id control)
    : m_canvas(canvas), m_control(control), m_gesture(canvas.document.beginGesture()) {}

void ControlGesture::move(const PointerEvent& event) {
  const BlockItem* item = m_canvas.scene.level().block(m_control);
  if (!item || !item->control()) return;
  const sim::ControlReading reading = *item->control();
  double value = ControlFace(reading, item->geometry().rect).valueAt(event.at);
  // A knob does not jump from one end to the other below its middle.
  const double span = reading.high - reading.low;
  if (reading.kind == sim::ControlKind::Knob && std::abs(value - reading.value) > span / 2)
    value = reading.value > reading.low + span / 2 ? reading.high : reading.low;
  set(m_canvas, m_control, value, m_gesture);
}

void ControlGesture::cancel() { m_canvas.document.cancelGesture(m_gesture); }

PushGesture::PushGesture(Canvas canvas, sim::Id button)
    : m_canvas(canvas), m_button(button), m_gesture(canvas.document.beginGesture()) {
  const sim::ControlReading* reading = readingOf(canvas, button);
  if (!reading) return;
  m_wasOff = reading->value == reading->low;
  set(canvas, button, reading->high, m_gesture);
}

void PushGesture::release(const PointerEvent&) {
  if (m_wasOff) return m_canvas.document.cancelGesture(m_gesture);  // nothing has changed
  if (const sim::ControlReading* reading = readingOf(m_canvas, m_button))
    set(m_canvas, m_button, reading->low, m_gesture);
}

ControlHit controlAt(const DiagramScene& scene, QPointF at) {
  const BlockItem* item = scene.level().blockAt(at);
  if (!item || !item->control() || item->block().commented != sim::CommentedOut::No) return {};
  return {item, ControlFace(*item->control(), item->geometry().rect).partAt(at)};
}

bool clickControl(Canvas canvas, const ControlHit& hit, QPointF at) {
  if (!hit.item) return false;
  const sim::Id id = hit.item->id();
  if (hit.item->control()->kind == sim::ControlKind::PushButton) return hit.part == ControlPart::Dial;
  switch (hit.part) {
    case ControlPart::Dial:
      set(canvas, id, ControlFace(*hit.item->control(), hit.item->geometry().rect).valueAt(at));
      return true;
    case ControlPart::Up:
    case ControlPart::Down:
      step(canvas, id, hit.part == ControlPart::Up ? 1 : -1);
      return true;
    default:
      return false;
  }
}

bool stepSelectedControl(Canvas canvas, int steps) {
  const auto selected = canvas.scene.selectedBlocks();
  if (selected.size() != 1 || !readingOf(canvas, selected.front())) return false;
  step(canvas, selected.front(), steps);
  return true;
}

static QString numberOf(Canvas canvas, sim::Id control) {
  const sim::ControlReading* reading = readingOf(canvas, control);
  return reading ? QString::fromStdString(sim::setting_text(reading->value)) : QString();
}

static QPointF numberPlace(Canvas canvas, sim::Id control) {
  const BlockItem* item = canvas.scene.level().block(control);
  if (!item) return {};
  const QRectF r = item->geometry().rect;
  constexpr double height = 24;
  return {r.center().x(), r.bottom() - std::min(height, r.height())};
}

ControlNumberEditor::ControlNumberEditor(Canvas canvas, sim::Id control)
    : InPlaceEditor(canvas, numberOf(canvas, control), numberPlace(canvas, control), 12), m_control(control) {
  setObjectName(QStringLiteral("controlNumberEditor"));
  setAccessibleName(tr("Value"));
}

QString ControlNumberEditor::commit(const QString& text) {
  if (!m_canvas.document.block(m_control)) return {};
  const auto value = sim::read_setting(m_canvas.document.diagram(), m_control, text.toStdString());
  if (!value) return QString::fromStdString(value.error().message);
  set(m_canvas, m_control, *value);
  return {};
}

}  // namespace fluxion
