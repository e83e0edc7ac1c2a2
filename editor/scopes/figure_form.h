#pragma once
// The choices of a figure for a paper: size, font, lines, legend, titles of axes; with the figure as it will
// be.
#include <QTimer>
#include <QWidget>

#include "editor/scopes/figure.h"

class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;
class QTableWidget;

namespace fluxion {

class FigureForm : public QWidget {
  Q_OBJECT
 public:
  // Of what the plot, which must outlive it, shows at any time. `titles`: those that somebody has chosen
  // before.
  FigureForm(MeasuredPlot& plot, const AxisTitles& titles, QWidget* parent = nullptr);

  FigureSettings settings() const;
  void setSettings(const FigureSettings& settings);
  // Those that differ from what the plot says by itself.
  AxisTitles titles() const;
  Figure figure() const { return {m_plot, settings(), titles()}; }
  // Dots per inch mean something for pixels only.
  void setOfPixels(bool pixels);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Title {
    int axes;  // -1: along all plots
    PlotCanvas::Side side;
    QString usual;
  };
  void buildSize(QFormLayout& form);
  void buildLook(QFormLayout& form);
  void buildTitles();
  void chooseSize(int index);
  void changed();
  void drawPreview();

  MeasuredPlot& m_plot;
  AxisTitles m_chosen;
  std::vector<Title> m_titles;  // rows of the table
  QComboBox *m_sizes, *m_legend, *m_dashes;
  QDoubleSpinBox *m_width, *m_height, *m_font, *m_line;
  QFontComboBox* m_family;
  QSpinBox* m_dpi;
  QTableWidget* m_axes;
  QLabel* m_preview;
  QTimer m_later;  // one preview for many changes
};

}  // namespace fluxion
