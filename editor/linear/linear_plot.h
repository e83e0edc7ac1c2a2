#pragma once
// Draws what linear_curves.h computed of one or several linear models over each other.
#include <QWidget>
#include <vector>

#include "editor/linear/linear_curves.h"

namespace fluxion {

class PlotCanvas;

class LinearPlot : public QWidget {
  Q_OBJECT
 public:
  explicit LinearPlot(QWidget* parent = nullptr);

  struct System {
    QString name;
    LinearCurves curves;
  };
  // Fits the axes where the view or what there is to see is another than before.
  void show(LinearView view, const std::vector<System>& systems, bool fit);
  void fit();
  PlotCanvas& canvas() { return *m_canvas; }
  int curveCount() const { return m_curveCount; }

 private:
  void addPlots();
  void addCurves(const System& system, int color);
  void addMarks(const System& system);

  PlotCanvas* m_canvas;
  LinearView m_view = LinearView::Bode;
  std::vector<System> m_systems;
  std::vector<int> m_overlays;
  int m_curveCount = 0;
};

}  // namespace fluxion
