#pragma once
// The spectra of a scope's visible signals over the part in view, beside its plots: amplitudes, densities or
// phases over frequency, with the highest peaks marked. Computed in the background, a few times a second
// while a run goes on, and only while it can be seen.
#include <QTimer>
#include <QWidget>

#include "editor/background.h"
#include "editor/scopes/signal_rows.h"
#include "sim_core/signal_analysis/spectrum.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace fluxion {

class PlotCanvas;
class ScopePanel;

class SpectrumPanel : public QWidget {
  Q_OBJECT
 public:
  enum class Scale { Decibels, Amplitude, DensityDecibels, Density, Phase };

  // The scope must outlive the panel.
  explicit SpectrumPanel(ScopePanel& scope, QWidget* parent = nullptr);

  void setScale(Scale scale);
  void setWindowShape(sim::analysis::WindowShape shape);
  void setPoints(int points);  // one of those offered
  void setLogarithmicFrequency(bool on);

  PlotCanvas& canvas() { return *m_canvas; }
  struct Found {
    MeasuredSignal signal;
    std::optional<sim::analysis::Spectrum> spectrum;
    std::vector<sim::analysis::Peak> peaks;
    std::optional<sim::analysis::Distortion> distortion;
    double density = 0;  // recorded points a second
  };
  // What is shown.
  const std::vector<Found>& found() const { return m_found; }
  // In words: peaks and distortion of each signal, or why there is nothing to see.
  QString text() const;
  bool isBusy() const { return m_background.isBusy() || m_pause.isActive(); }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Question {
    std::vector<MeasuredSignal> signalsAsked;
    sim::analysis::Window window;
    sim::analysis::SpectrumOptions options;
  };
  void buildControls();
  void outdate();
  void ask();
  void draw();
  void drawPeaks(const Found& found, const QColor& color);
  double shownValue(const sim::analysis::Spectrum& spectrum, std::size_t bin) const;
  QString peakText(const sim::analysis::Spectrum& spectrum, const sim::analysis::Peak& peak) const;
  double recordedUpTo() const;
  Scale scale() const;
  QString verticalLabel() const;

  ScopePanel& m_scope;
  QComboBox *m_scale, *m_shape, *m_points;
  QCheckBox* m_logarithmic;
  PlotCanvas* m_canvas;
  QLabel* m_text;
  QTimer m_pause;
  bool m_fitted = false;  // the user has not zoomed
  std::vector<Found> m_found;
  std::vector<int> m_overlays;
  Background<Question, std::vector<Found>> m_background;
};

}  // namespace fluxion
