#pragma once
// A badge on every line whose signal is logged.
#include <QObject>
#include <QPointF>
#include <QPointer>
#include <vector>

#include "editor/overlays/marks_item.h"

namespace fluxion {

class DiagramScene;

class LogMarks : public QObject {
  Q_OBJECT
 public:
  explicit LogMarks(DiagramScene& scene, QObject* parent = nullptr);

  // On the level that is shown.
  std::vector<QPointF> marks() const;

 private:
  void renew();
  void paint(QPainter& painter, const Theme& theme) const;

  DiagramScene& m_scene;
  QPointer<MarksItem> m_item;
};

}  // namespace fluxion
