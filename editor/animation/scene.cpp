#include "editor/animation/scene.h"

#include <algorithm>
#include <cmath>

#include "editor/scopes/log_reader.h"

namespace fluxion {

namespace {

bool drawsBody(sim::SceneKind kind) {
  return kind == sim::SceneKind::Rod || kind == sim::SceneKind::Box || kind == sim::SceneKind::Disk;
}

int layer(sim::SceneKind kind) {
  switch (kind) {
    case sim::SceneKind::Ground:
    case sim::SceneKind::Ball:
      return 0;
    case sim::SceneKind::Spring:
    case sim::SceneKind::Strut:
    case sim::SceneKind::Link:
      return 1;
    case sim::SceneKind::Slider:
      return 3;
    case sim::SceneKind::Pin:
      return 4;
    default:
      return 2;
  }
}

void include(QRectF& extent, QPointF center, double radius) {
  const QRectF around(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius);
  if (!std::isfinite(around.x() + around.y() + around.width())) return;
  if (extent.isNull()) {
    extent = around.adjusted(-1e-9, -1e-9, 1e-9, 1e-9);
    return;
  }
  extent =
      QRectF(QPointF(std::min(extent.left(), around.left()), std::min(extent.top(), around.top())),
             QPointF(std::max(extent.right(), around.right()), std::max(extent.bottom(), around.bottom())));
}

void include(QRectF& extent, const SceneItem& item, const Pose* frames) {
  const std::vector<double>& l = item.lengths;
  switch (item.kind) {
    case sim::SceneKind::Rod:
    case sim::SceneKind::Box:
      include(extent, frames->at(l[0], l[1]), l[4] / 2);
      include(extent, frames->at(l[2], l[3]), l[4] / 2);
      for (std::size_t k = 1; k < item.columns.size(); ++k) include(extent, frames[k].origin(), l[4] / 2);
      return;
    case sim::SceneKind::Disk:
      include(extent, frames->at(l[1], l[2]), 0);
      return include(extent, frames->origin(), l[0]);
    case sim::SceneKind::Ball:
      return include(extent, frames[1].origin(), l[0]);
    default:
      for (std::size_t k = 0; k < item.columns.size(); ++k) include(extent, frames[k].origin(), 0);
  }
}

}  // namespace

QPointF Pose::at(double along, double beside) const {
  const double c = std::cos(angle), s = std::sin(angle);
  return {x + c * along - s * beside, y + s * along + c * beside};
}

Scene::Scene(const sim::Program& program, std::shared_ptr<const sim::SignalLog> log) : m_log(std::move(log)) {
  int bodies = 0;
  for (const sim::SceneItem& of : program.scene) {
    const sim::BlockInfo& block = program.blocks[static_cast<std::size_t>(of.block)];
    SceneItem item{of.kind, block.id, QString::fromStdString(block.path), {}, of.lengths, -1};
    for (int frame : of.frames) item.columns.push_back(program.logged[static_cast<std::size_t>(frame)].first);
    if (drawsBody(of.kind)) item.color = bodies++;
    m_items.push_back(std::move(item));
  }
  joinCorners();
  std::stable_sort(m_items.begin(), m_items.end(),
                   [](const SceneItem& a, const SceneItem& b) { return layer(a.kind) < layer(b.kind); });
}

// A rod with a further frame is a triangle.
void Scene::joinCorners() {
  std::vector<SceneItem> all, links;
  for (SceneItem& item : m_items)
    (item.kind == sim::SceneKind::Link ? links : all).push_back(std::move(item));
  for (SceneItem& link : links) {
    const auto rod = std::find_if(all.begin(), all.end(), [&](const SceneItem& item) {
      return item.kind == sim::SceneKind::Rod && item.columns.front() == link.columns.front();
    });
    if (rod != all.end())
      rod->columns.push_back(link.columns.back());
    else
      all.push_back(std::move(link));
  }
  m_items = std::move(all);
}

std::optional<std::pair<double, double>> Scene::span() const {
  if (!m_log) return std::nullopt;
  const sim::LogView log(*m_log);
  if (log.size() == 0) return std::nullopt;
  return std::pair{log.time(0), log.time(log.size() - 1)};
}

Pose Scene::pose(const sim::LogView& log, int column, std::size_t row) const {
  return {log.value(column, row), log.value(column + 1, row), log.value(column + 2, row)};
}

std::vector<Pose> Scene::poses(double time) const {
  std::vector<Pose> all;
  if (!m_log) return all;
  const sim::LogView log(*m_log);
  const std::size_t rows = log.size(), row = firstRowFrom(log, time);
  if (row == rows || (row == 0 && log.time(0) > time)) return all;
  const std::size_t before = row == 0 ? 0 : row - 1;
  const double t0 = log.time(before), t1 = log.time(row);
  const double share = t1 > t0 ? (time - t0) / (t1 - t0) : 1;
  for (const SceneItem& item : m_items)
    for (int column : item.columns) {
      const Pose a = pose(log, column, before), b = pose(log, column, row);
      all.push_back(
          {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.angle + share * (b.angle - a.angle)});
    }
  return all;
}

std::vector<QPointF> Scene::path(const SceneItem& item, double time, int most) const {
  std::vector<QPointF> points;
  if (!m_log || item.columns.empty()) return points;
  const sim::LogView log(*m_log);
  const std::size_t rows = firstRowFrom(log, time);
  const std::size_t stride = rows / static_cast<std::size_t>(most) + 1;
  for (std::size_t row = 0; row < rows; row += stride)
    points.push_back(pose(log, item.columns.front(), row).origin());
  return points;
}

QRectF Scene::extent() {
  constexpr std::size_t looks = 400;  // at a long record
  if (!m_log) return m_extent;
  const sim::LogView log(*m_log);
  if (log.generation() != m_generation) {
    m_generation = log.generation();
    m_seen = 0;
    m_extent = {};
  }
  const std::size_t rows = log.size(), stride = (rows - m_seen) / looks + 1;
  for (; m_seen < rows; m_seen += std::min(stride, rows - m_seen)) {
    std::vector<Pose> frames;
    for (const SceneItem& item : m_items) {
      frames.clear();
      for (int column : item.columns) frames.push_back(pose(log, column, m_seen));
      include(m_extent, item, frames.data());
    }
  }
  return m_extent;
}

}  // namespace fluxion
