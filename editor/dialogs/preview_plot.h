#pragma once
// A small plot of what a block does with the values of the moment (sim_core/block_preview/block_preview.h),
// worked out in the background. Hidden where there is nothing to show.
#include <QTimer>
#include <QWidget>

#include "editor/background.h"
#include "editor/plots/plot_canvas.h"
#include "sim_core/block_preview/block_preview.h"

class QLabel;
class QTabBar;

namespace fluxion {

class PreviewPlot : public QWidget {
  Q_OBJECT
 public:
  explicit PreviewPlot(const sim::BlockLibrary& library, QWidget* parent = nullptr);

  // Shortly; of questions in a row only the last counts.
  void ask(sim::BlockQuestion question);
  const sim::BlockPreview& preview() const { return m_preview; }
  bool isBusy() const { return m_delay.isActive() || m_background.isBusy(); }

 signals:
  // After each answer: whether there is something to show.
  void answered(bool shown);

 private:
  void take(const sim::BlockPreview& preview);
  void draw();
  void fit();

  PlotCanvas* m_canvas;
  QLabel* m_caption;
  QTabBar* m_tabs;
  QTimer m_delay;
  sim::BlockQuestion m_question;
  sim::BlockPreview m_preview;
  Background<sim::BlockQuestion, sim::BlockPreview> m_background;
};

// The points of a curve as they are drawn: with the corners of a staircase.
std::vector<CurvePoint> drawnPoints(const sim::PreviewCurve& curve);
// Of the finite points of all curves, with a little room above and below.
struct PlotRanges {
  AxisRange x, y;
};
PlotRanges rangesOf(const std::vector<std::vector<CurvePoint>>& curves);

}  // namespace fluxion
