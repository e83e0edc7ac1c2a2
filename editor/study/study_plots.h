#pragma once
// The results of a study as pictures: a signal of all runs over time, the histogram of a result, a result
// over a variation, and what each variation does to a result.
#include <QWidget>
#include <map>
#include <vector>

#include "editor/study/study_course.h"
#include "sim_core/study/study_report.h"

class QComboBox;
class QStackedWidget;

namespace fluxion {

class BarChart;
class PlotCanvas;
class RowTable;
struct ChartContent;

class StudyPlots : public QWidget {
  Q_OBJECT
 public:
  enum class Kind { Curves, Histogram, Scatter, Sensitivity };

  // The table must outlive it.
  explicit StudyPlots(const RowTable& rows, QWidget* parent = nullptr);

  // No curves, until they are added.
  void begin();
  void add(std::vector<RunCurves> curves);
  // What the curves of a run are.
  void setElements(std::vector<std::string> elements) { m_elements = std::move(elements); }
  // Draws what is there now.
  void draw();

  void choose(Kind kind);
  PlotCanvas& canvas() { return *m_canvas; }
  BarChart& chart() { return *m_chart; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  Kind kind() const;
  void fillLists();
  void drawCurves();
  void drawHistogram(std::size_t result);
  void drawScatter(std::size_t vertical, std::size_t horizontal);
  void drawSensitivity(std::size_t result);
  std::vector<double> resultsOf(std::size_t result) const;

  const RowTable& m_rows;
  std::vector<std::string> m_elements;
  std::vector<RunCurves> m_curves;
  QComboBox *m_kind, *m_what, *m_over;
  QStackedWidget* m_pages;
  PlotCanvas* m_canvas;
  BarChart* m_chart;
};

// What the bars of a sensitivity are, the most influential variation above.
ChartContent chartOf(const sim::Study& study, const sim::Sensitivity& found);

}  // namespace fluxion
