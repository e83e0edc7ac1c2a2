#pragma once
// Badges on the lines of signals that carry an analysis point: a square with an arrow into the line where an
// input is added, out of it where the signal is read, and a gap where it is cut.
#include <QPointer>
#include <vector>

#include "editor/overlays/marks_item.h"
#include "sim_core/diagram/analysis_points.h"

namespace fluxion {

class DiagramScene;

class AnalysisPointMarks : public QObject {
  Q_OBJECT
 public:
  explicit AnalysisPointMarks(DiagramScene& scene, QObject* parent = nullptr);

  struct Mark {
    QPointF at;
    sim::PointKind kind = sim::PointKind::Input;
  };
  // On the level that is shown.
  std::vector<Mark> marks() const;

 private:
  void renew();
  void paint(QPainter& painter, const Theme& theme) const;

  DiagramScene& m_scene;
  QPointer<MarksItem> m_item;
};

}  // namespace fluxion
