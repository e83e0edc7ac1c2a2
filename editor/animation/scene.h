#pragma once
// What there is to draw of the mechanisms of one run, and where it is at an instant, as its log says.
#include <QPointF>
#include <QRectF>
#include <QString>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sim_core/base/id.h"
#include "sim_core/base/scene_kind.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

// A frame in the plane, in m and rad.
struct Pose {
  double x = 0, y = 0, angle = 0;
  QPointF origin() const { return {x, y}; }
  QPointF at(double along, double beside) const;
};

struct SceneItem {
  sim::SceneKind kind = sim::SceneKind::Rod;
  sim::Id block = sim::no_id;
  QString name;
  std::vector<int> columns;     // of the log: the first of each frame; of a rod also those of further corners
  std::vector<double> lengths;  // as in sim::SceneShape
  int color = -1;               // counts through the theme's colors of curves; -1: it is no body

  bool isBody() const { return color >= 0; }
};

class Scene {
 public:
  Scene() = default;
  Scene(const sim::Program& program, std::shared_ptr<const sim::SignalLog> log);

  bool isEmpty() const { return m_items.empty(); }
  const std::vector<SceneItem>& items() const { return m_items; }  // as they are drawn: bodies before joints
  // What was recorded until now: the first and the last time.
  std::optional<std::pair<double, double>> span() const;
  // The frames of all items, one behind the other; empty outside of the recorded time.
  std::vector<Pose> poses(double time) const;
  // Where a body's frame was from the start until `time`, at `most` points at most.
  std::vector<QPointF> path(const SceneItem& item, double time, int most) const;
  // Grows by what was recorded since it was asked for last. Null where nothing was.
  QRectF extent();

 private:
  void joinCorners();
  Pose pose(const sim::LogView& log, int column, std::size_t row) const;

  std::vector<SceneItem> m_items;
  std::shared_ptr<const sim::SignalLog> m_log;
  QRectF m_extent;
  std::size_t m_seen = 0;  // rows that the extent knows
  std::uint64_t m_generation = 0;
};

}  // namespace fluxion
