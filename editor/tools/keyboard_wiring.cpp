#include "editor/tools/keyboard_wiring.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineF>
#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/draw_line_gesture.h"
#include "editor/tools/keyboard_navigation.h"
#include "editor/tools/line_target.h"
#include "editor/tools/spoken.h"

namespace fluxion {

static QString tr(const char* text) { return QCoreApplication::translate("KeyboardWiring", text); }

KeyboardWiring::KeyboardWiring(Canvas canvas) : m_canvas(canvas) {}
KeyboardWiring::~KeyboardWiring() = default;

static bool isConserving(const PortHit& hit) { return hit.port.kind == sim::PortKind::Conserving; }

// Outputs may lead anywhere; conserving ports have no direction.
static bool isFree(const DiagramScene& scene, const PortHit& hit) {
  const bool into = scene.wiring().linesAt(hit.port, true).empty();
  return isConserving(hit) ? into && scene.wiring().linesAt(hit.port, false).empty() : !hit.input || into;
}

bool KeyboardWiring::begin() {
  const auto blocks = m_canvas.scene.selectedBlocks(), lines = m_canvas.scene.selectedLines();
  if (lines.size() == 1 && blocks.empty()) return beginAtLine(lines.front());
  return blocks.size() == 1 && beginAtBlock(blocks.front());
}

bool KeyboardWiring::beginAtLine(sim::Id id) {
  const sim::Line& line = *m_canvas.document.line(id);
  const auto& fixed = line.source ? line.source : line.target;
  if (!fixed) return false;
  const auto hit = m_canvas.scene.level().port(*fixed, !line.source);
  if (!hit) return false;
  const bool loose = !line.source || !line.target;
  auto gesture = loose ? std::make_unique<DrawLineGesture>(m_canvas, *hit, hit->place.position, id)
                       : std::make_unique<DrawLineGesture>(m_canvas, *hit, hit->place.position);
  return chooseEnd(std::move(gesture), *hit);
}

// Outputs, then inputs that nothing drives, then conserving ports.
bool KeyboardWiring::beginAtBlock(sim::Id block) {
  const DiagramScene& scene = m_canvas.scene;
  const BlockGeometry& ports = scene.level().block(block)->geometry();
  const auto add = [&](std::size_t count, bool input, sim::PortKind kind) {
    for (int k = 0; k < static_cast<int>(count); ++k)
      if (const auto hit = scene.level().port({block, k, kind}, input);
          hit && !(input && !isFree(scene, *hit)))
        m_offers.push_back({*hit, hit->place.position});
  };
  add(ports.outputs.size(), false, sim::PortKind::Signal);
  add(ports.inputs.size(), true, sim::PortKind::Signal);
  add(ports.conserving.size(), false, sim::PortKind::Conserving);
  const auto outputs = static_cast<std::size_t>(
      std::count_if(m_offers.begin(), m_offers.end(), [](const Offer& o) { return !o.port.input; }));
  if (m_offers.empty()) return false;
  if (m_offers.size() > 1 && outputs != 1) return true;
  const PortHit from = m_offers.front().port;
  return chooseEnd(std::make_unique<DrawLineGesture>(m_canvas, from, from.place.position), from);
}

std::vector<KeyboardWiring::Offer> KeyboardWiring::endsFor(const PortHit& from) const {
  const DiagramScene& scene = m_canvas.scene;
  std::vector<Offer> ends;
  for (sim::Id id : inReadingOrder(scene)) {
    const BlockItem* block = scene.level().block(id);
    if (!block) continue;
    const BlockGeometry& ports = block->geometry();
    const auto& fitting = isConserving(from) ? ports.conserving : from.input ? ports.outputs : ports.inputs;
    for (int k = 0; k < static_cast<int>(fitting.size()); ++k) {
      const auto hit = scene.level().port({id, k, from.port.kind}, isConserving(from) ? false : !from.input);
      if (!hit || (isConserving(from) &&
                   (hit->port == from.port || !sameDomain(hit->place.domain, from.place.domain))))
        continue;
      const bool taken = hit->input && !isFree(scene, *hit);
      ends.push_back({*hit, hit->place.position, taken ? Kind::Taken : Kind::Free});
    }
    if (!isConserving(from) && !from.input && id != from.port.block) addNewInput(ends, *block);
  }
  return ends;
}

// Of a block without a free input that can have another one: on its body, away from its ports.
void KeyboardWiring::addNewInput(std::vector<Offer>& ends, const BlockItem& block) const {
  const QRectF rect = block.geometry().rect;
  const LineTarget target = inputOnBlock(m_canvas, block, rect.center(), sim::no_id);
  if (!target.port || !target.block) return;
  const auto besidePorts = [&](QPointF at) {
    return std::all_of(block.geometry().inputs.begin(), block.geometry().inputs.end(),
                       [at](const PortPlace& p) { return QLineF(at, p.position).length() > 6; });
  };
  for (const double share : {0.5, 0.25, 0.75, 0.05, 0.95})
    if (const QPointF at(rect.center().x(), rect.top() + share * rect.height()); besidePorts(at))
      return ends.push_back({*target.port, at, Kind::New});
}

// The nearest free port, rather on the way the signal goes, is offered first; one of the same block after all
// others.
bool KeyboardWiring::chooseEnd(std::unique_ptr<DrawLineGesture> gesture, const PortHit& from) {
  m_offers = endsFor(from);
  if (m_offers.empty()) return false;
  m_gesture = std::move(gesture);
  const auto cost = [&](const Offer& offer) {
    const QPointF off = offer.at - from.place.position;
    const bool back = QPointF::dotProduct(off, from.place.direction) < 0;
    return QLineF({}, off).length() + (back ? 1e4 : 0) + (offer.port.port.block == from.port.block ? 1e5 : 0);
  };
  std::stable_sort(m_offers.begin(), m_offers.end(), [&](const Offer& a, const Offer& b) {
    return std::pair(a.kind, cost(a)) < std::pair(b.kind, cost(b));
  });
  m_at = 0;
  show();
  return true;
}

void KeyboardWiring::show() {
  const QPointF at = current().at;
  if (m_gesture) m_gesture->move({at, {}, Qt::NoButton, {}, {}});
  m_canvas.view.reveal(QRectF(at, at).adjusted(-8, -8, 8, 8));
  m_canvas.view.viewport()->update();
}

void KeyboardWiring::step(bool backwards) {
  m_at = (m_at + (backwards ? m_offers.size() - 1 : 1)) % m_offers.size();
  show();
}

void KeyboardWiring::toward(QPointF direction) {
  const QPointF from = current().at, across(direction.y(), direction.x());
  double least = std::numeric_limits<double>::infinity();
  std::size_t best = m_at;
  for (std::size_t k = 0; k < m_offers.size(); ++k) {
    const QPointF off = m_offers[k].at - from;
    const double along = QPointF::dotProduct(off, direction);
    if (k == m_at || along <= 0) continue;
    const double cost = along + 2 * std::abs(QPointF::dotProduct(off, across));
    if (cost < least) least = cost, best = k;
  }
  m_at = best;
  show();
}

KeyboardWiring::State KeyboardWiring::key(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Escape:
      cancel();
      return State::Left;
    case Qt::Key_Tab:
      return step(false), State::Choosing;
    case Qt::Key_Backtab:
      return step(true), State::Choosing;
    case Qt::Key_Left:
      return toward({-1, 0}), State::Choosing;
    case Qt::Key_Right:
      return toward({1, 0}), State::Choosing;
    case Qt::Key_Up:
      return toward({0, -1}), State::Choosing;
    case Qt::Key_Down:
      return toward({0, 1}), State::Choosing;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      break;
    default:
      return State::Choosing;
  }
  const PortHit chosen = current().port;
  const QPointF at = current().at;
  if (!m_gesture)
    return chooseEnd(std::make_unique<DrawLineGesture>(m_canvas, chosen, chosen.place.position), chosen)
               ? State::Choosing
               : State::Left;
  const std::unique_ptr<DrawLineGesture> done = std::move(m_gesture);
  done->release({at, {}, Qt::NoButton, {}, {}});
  m_canvas.scene.select({chosen.port.block});
  return State::Connected;
}

void KeyboardWiring::cancel() {
  if (m_gesture) m_gesture->cancel();
  m_canvas.view.viewport()->update();
}

QString KeyboardWiring::spoken() const {
  const Offer& offer = current();
  const QString port = spokenPort(m_canvas.scene, offer.port);
  if (offer.kind == Kind::New) return tr("new %1").arg(port);
  if (!m_gesture || offer.kind == Kind::Free) return port;
  const auto lines = m_canvas.scene.wiring().linesAt(offer.port.port, true);
  const sim::Line* line = lines.empty() ? nullptr : m_canvas.document.line(lines.front());
  if (!line || !line->source) return tr("%1: Enter replaces its line").arg(port);
  return tr("%1: Enter replaces the line from %2").arg(port, spokenName(m_canvas.scene, line->source->block));
}

// A ring around the port, and its name on a tag beside.
void KeyboardWiring::paint(QPainter& painter, double pixel) {
  const Theme& theme = m_canvas.scene.theme();
  if (m_gesture) m_gesture->paint(painter, pixel);
  const QPointF at = current().at;
  painter.save();
  painter.setPen(QPen(theme.selection, 2.5 * pixel));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(at, 8 * std::max(1.0, pixel), 8 * std::max(1.0, pixel));
  QFont font = m_canvas.view.font();
  painter.translate(at);
  painter.scale(pixel, pixel);
  painter.setFont(font);
  const QString text = spoken();
  QRectF tag = QFontMetricsF(font).boundingRect(text).adjusted(-6, -3, 6, 3);
  tag.moveTopLeft({12, 12});
  painter.setPen(theme.selection);
  painter.setBrush(theme.canvas);
  painter.drawRoundedRect(tag, 3, 3);
  painter.setPen(theme.blockText);
  painter.drawText(tag, Qt::AlignCenter, text);
  painter.restore();
}

}  // namespace fluxion
