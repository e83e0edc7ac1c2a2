#include "editor/scopes/spectrum_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <cmath>
#include <numbers>

#include "editor/scopes/axis_fit.h"
#include "editor/scopes/plot_labels.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/shrinking_area.h"
#include "editor/scopes/spectrum_curve.h"
#include "editor/shown_number.h"

namespace fluxion {

namespace an = sim::analysis;

static constexpr int mostPeaks = 3;

static std::vector<SpectrumPanel::Found> spectraOf(const std::vector<MeasuredSignal>& asked,
                                                   an::Window window, const an::SpectrumOptions& options,
                                                   const std::function<bool()>& wanted) {
  std::vector<SpectrumPanel::Found> out;
  for (const MeasuredSignal& signal : asked) {
    if (!wanted()) return out;
    const SignalRows rows(signal, window);
    SpectrumPanel::Found& found = out.emplace_back(SpectrumPanel::Found{signal, {}, {}, {}, rows.density()});
    found.spectrum = an::spectrum(rows.samples(), window, options);
    if (!found.spectrum) continue;
    found.peaks = an::peaks(*found.spectrum, mostPeaks, 0.01);
    found.distortion = an::harmonic_distortion(*found.spectrum);
  }
  return out;
}

SpectrumPanel::SpectrumPanel(ScopePanel& scope, QWidget* parent)
    : QWidget(parent),
      m_scope(scope),
      m_scale(new QComboBox(this)),
      m_shape(new QComboBox(this)),
      m_points(new QComboBox(this)),
      m_logarithmic(new QCheckBox(tr("Log frequency"), this)),
      m_canvas(new PlotCanvas(this)),
      m_text(new QLabel(this)),
      m_background(
          this,
          [](const Question& q, const auto& wanted) {
            return spectraOf(q.signalsAsked, q.window, q.options, wanted);
          },
          [this](const std::vector<Found>& found) {
            m_found = found;
            draw();
          }) {
  constexpr int interval = 200;  // ms
  m_pause.setSingleShot(true);
  m_pause.setInterval(interval);
  connect(&m_pause, &QTimer::timeout, this, &SpectrumPanel::ask);
  buildControls();
  connect(&scope, &ScopePanel::dataChanged, this, &SpectrumPanel::outdate);
  connect(&scope, &ScopePanel::curvesChanged, this, &SpectrumPanel::outdate);
  connect(m_canvas, &PlotCanvas::rangeChangedByUser, this, [this] { m_fitted = false; });
  connect(m_canvas, &PlotCanvas::fitRequested, this, [this] {
    m_fitted = true;
    draw();
  });
  connect(m_canvas, &PlotCanvas::resized, this, [this] { draw(); });
}

void SpectrumPanel::buildControls() {
  m_fitted = true;
  m_canvas->setObjectName(QStringLiteral("spectrumCanvas"));
  m_canvas->setAccessibleName(tr("Spectrum"));
  m_canvas->setMinimumSize(160, 110);
  m_scale->addItems(
      {tr("Amplitude, dB"), tr("Amplitude"), tr("Power density, dB"), tr("Power density"), tr("Phase")});
  const char* shapes[] = {QT_TR_NOOP("Rectangular"), QT_TR_NOOP("Hann"), QT_TR_NOOP("Hamming"),
                          QT_TR_NOOP("Blackman-Harris"), QT_TR_NOOP("Flat top")};
  for (const char* shape : shapes) m_shape->addItem(tr(shape));
  m_shape->setCurrentIndex(static_cast<int>(an::WindowShape::Hann));
  for (int points = 256; points <= 1 << 20; points *= 4)
    m_points->addItem(tr("%L1 points").arg(points), points);
  m_points->setCurrentIndex(2);
  const auto name = [](QWidget* widget, const char* id, const QString& accessible, const QString& tip) {
    widget->setObjectName(QString::fromLatin1(id));
    widget->setAccessibleName(accessible);
    widget->setToolTip(tip);
  };
  name(m_scale, "spectrumScale", tr("What is shown"), tr("What is shown over frequency"));
  name(m_shape, "spectrumWindow", tr("Window"),
       tr("Window: Hann for most, flat top to read amplitudes, Blackman-Harris for weak tones beside strong "
          "ones"));
  name(m_points, "spectrumPoints", tr("Points"),
       tr("How many even points the part in view is sampled at: more show higher frequencies"));
  name(m_logarithmic, "spectrumLog", tr("Logarithmic frequency"), tr("The frequency on a logarithmic axis"));
  m_text->setObjectName(QStringLiteral("spectrumText"));
  m_text->setAccessibleName(tr("Peaks"));
  m_text->setContentsMargins(8, 2, 8, 4);
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* controls = new QHBoxLayout;
  controls->setContentsMargins(8, 4, 8, 4);
  controls->setSpacing(8);
  for (QComboBox* box : {m_scale, m_shape, m_points}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    controls->addWidget(box, 1);
    connect(box, &QComboBox::currentIndexChanged, this, [this] {
      m_fitted = true;
      outdate();
    });
  }
  controls->addWidget(m_logarithmic);
  m_logarithmic->setChecked(true);
  connect(m_logarithmic, &QCheckBox::toggled, this, [this] {
    m_fitted = true;
    draw();
  });
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(controls);
  layout->addWidget(m_canvas, 1);
  layout->addWidget(new ShrinkingArea({m_text}, this));
}

void SpectrumPanel::setScale(Scale scale) { m_scale->setCurrentIndex(static_cast<int>(scale)); }
void SpectrumPanel::setWindowShape(an::WindowShape shape) {
  m_shape->setCurrentIndex(static_cast<int>(shape));
}
void SpectrumPanel::setPoints(int points) { m_points->setCurrentIndex(m_points->findData(points)); }
void SpectrumPanel::setLogarithmicFrequency(bool on) { m_logarithmic->setChecked(on); }
SpectrumPanel::Scale SpectrumPanel::scale() const { return static_cast<Scale>(m_scale->currentIndex()); }

void SpectrumPanel::outdate() {
  if (isVisible() && !m_pause.isActive()) m_pause.start();
}

void SpectrumPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  outdate();
}

void SpectrumPanel::ask() {
  const ScopeSource* source = m_scope.source();
  if (!source) return;
  const sim::LogView log(*source->log);
  if (log.size() < 2) return m_background.ask({});
  an::Window window{log.time(0), log.time(log.size() - 1)};
  if (!m_scope.isPhase()) {
    const AxisRange view = m_scope.canvas().horizontal().range();
    window = {std::max(window.from, view.low), std::min(window.to, view.high)};
  }
  const an::SpectrumOptions options{static_cast<an::WindowShape>(m_shape->currentIndex()),
                                    static_cast<std::size_t>(m_points->currentData().toInt())};
  m_background.ask({m_scope.measuredSignals(), window, options});
}

double SpectrumPanel::shownValue(const an::Spectrum& spectrum, std::size_t bin) const {
  switch (scale()) {
    case Scale::Decibels:
      return an::decibels_of_amplitude(spectrum.amplitude[bin]);
    case Scale::Amplitude:
      return spectrum.amplitude[bin];
    case Scale::DensityDecibels:
      return an::decibels_of_power(spectrum.density[bin]);
    case Scale::Density:
      return spectrum.density[bin];
    case Scale::Phase:
      return spectrum.phase[bin] * 180 / std::numbers::pi;
  }
  return 0;
}

QString SpectrumPanel::verticalLabel() const {
  switch (scale()) {
    case Scale::Decibels:
      return axisTitle(tr("amplitude"), QStringLiteral("dB"));
    case Scale::Amplitude:
      return tr("amplitude");
    case Scale::DensityDecibels:
      return axisTitle(tr("density"), QStringLiteral("dB/Hz"));
    case Scale::Density:
      return axisTitle(tr("density"), QStringLiteral("1/Hz"));
    case Scale::Phase:
      return axisTitle(tr("phase"), QStringLiteral("°"));
  }
  return {};
}

void SpectrumPanel::draw() {
  const AxisRange across = m_canvas->axesCount() > 0 ? m_canvas->horizontal().range() : AxisRange{},
                  up = m_canvas->axesCount() > 0 ? m_canvas->vertical(0).range() : AxisRange{};
  for (const int overlay : m_overlays) m_canvas->overlays().remove(overlay);
  m_overlays.clear();
  m_canvas->clear();
  m_canvas->addAxes(verticalLabel());
  m_canvas->setHorizontalLabel(axisTitle(tr("frequency"), QStringLiteral("Hz")));
  m_canvas->setHorizontalLogarithmic(m_logarithmic->isChecked());
  Extremes values;
  AxisRange frequencies{0, 0};
  int drawn = 0;
  for (const Found& found : m_found) {
    if (!found.spectrum) continue;
    const an::Spectrum& s = *found.spectrum;
    const int curve = m_canvas->addCurve(0, found.signal.name, drawn++, 0, PlotCanvas::CurveKind::OverTime);
    if (found.signal.color.isValid()) m_canvas->setStyle(curve, {.color = found.signal.color});
    const auto points = spectrumCurve(
        s, [&](std::size_t bin) { return shownValue(s, bin); }, m_logarithmic->isChecked(),
        2 * static_cast<std::size_t>(std::max(100, m_canvas->plotSize().width())));
    m_canvas->setData(curve, points);
    for (const CurvePoint& p : points) {
      values.low = std::min(values.low, p.y);
      values.high = std::max(values.high, p.y);
    }
    frequencies.high = std::max(frequencies.high, s.frequency(static_cast<double>(s.amplitude.size() - 1)));
    const double lowest = s.frequency(m_logarithmic->isChecked() ? 1 : 0);
    frequencies.low = drawn == 1 ? lowest : std::min(frequencies.low, lowest);
    if (scale() != Scale::Phase) drawPeaks(found, m_canvas->curveColor(curve));
  }
  if (drawn <= 1) m_canvas->removeLegend(0);
  // What is 200 dB below the peak is rounding.
  const bool decibels = scale() == Scale::Decibels || scale() == Scale::DensityDecibels;
  if (decibels) values.low = std::max(values.low, values.high - 200);
  if (m_fitted && drawn > 0) {
    m_canvas->setHorizontalRange(frequencies);
    m_canvas->vertical(0).setRange(linearFit(values));
  } else if (drawn > 0) {
    m_canvas->setHorizontalRange(across);
    m_canvas->vertical(0).setRange(up);
  }
  m_text->setText(text());
  m_canvas->redraw();
}

void SpectrumPanel::drawPeaks(const Found& found, const QColor& color) {
  OverlayStyle style;
  style.color = color;
  for (const an::Peak& peak : found.peaks) {
    // Only the highest is named: the others stand in the text below.
    const bool highest = &peak == &found.peaks.front();
    style.text = highest ? tr("%1 Hz").arg(shownNumber(peak.frequency, 4)) : QString();
    m_overlays.push_back(
        m_canvas->overlays().addPoint(0, {peak.frequency, shownValue(*found.spectrum, peak.index)}, style));
  }
}

// As it stands on the axis; a phase says nothing about how high a peak is.
QString SpectrumPanel::peakText(const an::Spectrum& spectrum, const an::Peak& peak) const {
  const auto number = [](double v) { return shownNumber(v, 5).replace(u'-', QChar(0x2212)); };
  switch (scale()) {
    case Scale::Decibels:
      return tr("%1 dB").arg(number(an::decibels_of_amplitude(peak.amplitude)));
    case Scale::DensityDecibels:
      return tr("%1 dB/Hz").arg(number(shownValue(spectrum, peak.index)));
    case Scale::Density:
      return tr("%1/Hz").arg(number(shownValue(spectrum, peak.index)));
    case Scale::Amplitude:
    case Scale::Phase:
      break;
  }
  return number(peak.amplitude);
}

// Half the rate at which points were recorded, where that is less than the highest frequency; else 0.
double SpectrumPanel::recordedUpTo() const {
  double highest = 0;
  for (const Found& found : m_found) {
    if (!found.spectrum || found.signal.held || !(found.density > 0)) continue;
    const an::Spectrum& s = *found.spectrum;
    if (found.density / 2 < s.frequency(static_cast<double>(s.amplitude.size() - 1)))
      highest = highest > 0 ? std::min(highest, found.density / 2) : found.density / 2;
  }
  return highest;
}

QString SpectrumPanel::text() const {
  const auto number = [](double v) { return shownNumber(v, 5); };
  QStringList lines;
  bool any = false;
  for (const Found& found : m_found) {
    any |= found.spectrum.has_value();
    if (found.peaks.empty()) continue;
    QStringList parts;
    for (const an::Peak& peak : found.peaks)
      parts << tr("%1 Hz (%2)").arg(number(peak.frequency), peakText(*found.spectrum, peak));
    QString line = QStringLiteral("%1: %2").arg(found.signal.name, parts.join(QStringLiteral(", ")));
    if (found.distortion && found.distortion->harmonics > 0)
      line += tr("; THD %1 %").arg(number(100 * found.distortion->ratio));
    lines << line;
  }
  if (!any) return tr("There is no spectrum: the part in view has gaps, or nothing was recorded there.");
  if (const double highest = recordedUpTo(); highest > 0)
    lines << tr("Above %1 Hz this is the spectrum of straight lines between the recorded points.")
                 .arg(shownNumber(highest, 3));
  return lines.join(u'\n');
}

}  // namespace fluxion
