#include "editor/linear/linear_curves.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <complex>

#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/margins.h"
#include "sim_core/linear_analysis/poles.h"
#include "sim_core/linear_analysis/time_response.h"

namespace fluxion {

namespace {

using Complex = std::complex<double>;

QString tr(const char* text) { return QCoreApplication::translate("LinearCurves", text); }
QString told(double value) {
  return std::isfinite(value) ? QLocale::c().toString(value, 'g', 5)
         : value > 0          ? QStringLiteral("∞")
                              : QStringLiteral("–");
}
QString told(double value, const QString& unit) { return told(value) + QLatin1Char(' ') + unit; }
double decibels(double gain) { return 20 * std::log10(gain); }

// With the sign of an output changed.
sim::LinearModel negated(const sim::LinearModel& model, int output) {
  sim::LinearModel out = model;
  std::size_t at = 0;
  for (int j = 0; j < model.pattern.cols; ++j)
    for (int i : model.pattern.column(j)) {
      if (i == model.state_count() + output) out.values[at] = -out.values[at];
      ++at;
    }
  return out;
}

class Curves {
 public:
  Curves(const sim::LinearModel& model, const LinearChoice& choice)
      : m_model(choice.negative && choice.output < model.output_count() ? negated(model, choice.output)
                                                                        : model),
        m_choice(choice) {}

  LinearCurves run() {
    const bool ports = m_choice.input < m_model.input_count() && m_choice.output < m_model.output_count();
    switch (m_choice.view) {
      case LinearView::PoleZero:
        poleZero();
        return m_out;
      case LinearView::SingularValues:
        if (m_model.input_count() > 0 && m_model.output_count() > 0) singularValues();
        return m_out;
      default:
        break;
    }
    if (!ports) return m_out;
    if (m_choice.view == LinearView::RootLocus)
      rootLocus();
    else if (m_choice.view == LinearView::Step || m_choice.view == LinearView::Impulse)
      overTime();
    else
      overFrequency();
    return m_out;
  }

 private:
  void fact(const QString& name, const QString& value) { m_out.facts.emplace_back(name, value); }

  void overFrequency() {
    const std::vector<double> w = sim::chosen_frequencies(m_model, 500);
    const std::vector<Complex> h = sim::frequency_response(m_model, m_choice.output, m_choice.input, w);
    std::vector<double> phase = sim::unwrapped_phase(w, h);
    LinearCurve size, angle, plane, mirrored;
    angle.plot = 1;
    for (std::size_t k = 0; k < w.size(); ++k) {
      if (!std::isfinite(std::abs(h[k])) || std::abs(h[k]) == 0) continue;
      size.points.push_back({w[k], decibels(std::abs(h[k]))});
      angle.points.push_back({w[k], phase[k]});
      if (m_choice.view == LinearView::Nyquist) {
        if (std::abs(h[k]) > 1e4) continue;
        plane.points.push_back({h[k].real(), h[k].imag()});
        mirrored.points.push_back({h[k].real(), -h[k].imag()});
      } else {
        plane.points.push_back({phase[k], decibels(std::abs(h[k]))});
      }
    }
    if (m_choice.view == LinearView::Bode) {
      m_out.curves = {size, angle};
    } else if (m_choice.view == LinearView::Nyquist) {
      std::reverse(mirrored.points.begin(), mirrored.points.end());
      m_out.curves = {plane, mirrored};
      m_out.marks.push_back({0, {-1, 0}, QStringLiteral("−1")});
    } else {
      m_out.curves = {plane};
      m_out.marks.push_back({0, {-180, 0}, QStringLiteral("−1")});
    }
    addMargins(w, phase);
  }

  static double phaseAt(double frequency, const std::vector<double>& w, const std::vector<double>& phase) {
    const auto above = std::lower_bound(w.begin(), w.end(), frequency);
    if (above == w.begin() || above == w.end()) return above == w.end() ? phase.back() : phase.front();
    const auto k = static_cast<std::size_t>(above - w.begin());
    const double part = (frequency - w[k - 1]) / (w[k] - w[k - 1]);
    return phase[k - 1] + part * (phase[k] - phase[k - 1]);
  }

  void addMargins(const std::vector<double>& w, const std::vector<double>& phase) {
    const sim::Margins m = sim::margins(m_model, m_choice.output, m_choice.input);
    const QString rate = QStringLiteral("rad/s");
    for (const sim::Crossing& c : m.gain) {
      fact(tr("Gain margin"), tr("%1 dB at %2").arg(told(decibels(c.value)), told(c.frequency, rate)));
      if (m_choice.view == LinearView::Bode)
        m_out.marks.push_back({0, {c.frequency, -decibels(c.value)}, {}});
      if (m_choice.view == LinearView::Nyquist) m_out.marks.push_back({0, {-1 / c.value, 0}, {}});
    }
    if (m.gain_at_zero) fact(tr("Gain margin"), tr("%1 dB at 0").arg(told(decibels(m.gain_at_zero->value))));
    for (std::size_t k = 0; k < m.phase.size(); ++k) {
      const sim::Crossing& c = m.phase[k];
      fact(tr("Phase margin"), tr("%1° at %2").arg(told(c.value), told(c.frequency, rate)));
      fact(tr("Delay margin"), told(m.delay[k].value, QStringLiteral("s")));
      const double at = phaseAt(c.frequency, w, phase);
      if (m_choice.view == LinearView::Bode) m_out.marks.push_back({1, {c.frequency, at}, {}});
      if (m_choice.view == LinearView::Nichols) m_out.marks.push_back({0, {at, 0}, {}});
    }
    if (m.stable == false)
      fact(tr("With negative feedback"), tr("not stable: the margins are no reserves"));
    else {
      if (m.stable) fact(tr("With negative feedback"), tr("stable"));
      fact(tr("Disk margin"),
           tr("%1 (gain %2 to %3, phase %4°)")
               .arg(told(m.disk), told(m.disk_gain_low), told(m.disk_gain_high), told(m.disk_phase)));
    }
    fact(tr("Largest sensitivity"),
         tr("%1 at %2").arg(told(m.largest_sensitivity), told(m.sensitivity_frequency, rate)));
    const auto width = sim::bandwidth(m_model, m_choice.output, m_choice.input);
    if (width) fact(tr("Bandwidth"), told(*width, rate));
    fact(tr("Gain at 0"), told(std::abs(sim::steady_gain(m_model, m_choice.output, m_choice.input))));
  }

  void singularValues() {
    const std::vector<double> w = sim::chosen_frequencies(m_model);
    const auto values = sim::singular_values(m_model, w);
    for (std::size_t i = 0; i < values.front().size(); ++i) {
      LinearCurve curve;
      curve.name = QString::number(i + 1);
      for (std::size_t k = 0; k < w.size(); ++k)
        if (std::isfinite(values[k][i]) && values[k][i] > 0)
          curve.points.push_back({w[k], decibels(values[k][i])});
      m_out.curves.push_back(std::move(curve));
    }
    const sim::Crossing peak = sim::peak_gain(m_model);
    fact(tr("Largest"), tr("%1 dB at %2").arg(told(decibels(peak.value)), told(peak.frequency, "rad/s")));
  }

  static std::vector<CurvePoint> inPlane(const std::vector<Complex>& all) {
    std::vector<CurvePoint> points;
    for (const Complex& s : all) points.push_back({s.real(), s.imag()});
    return points;
  }

  void addPoints(const std::vector<Complex>& all, const QString& name, CurveStyle::Marker marker) {
    LinearCurve curve;
    curve.name = name;
    curve.points = inPlane(all);
    curve.marker = marker;
    curve.line = false;
    m_out.curves.push_back(std::move(curve));
  }

  void addStability() {
    if (m_model.sample_time == 0) return;
    LinearCurve circle;
    circle.name = tr("unit circle");
    for (int k = 0; k <= 180; ++k)
      circle.points.push_back({std::cos(k * M_PI / 90), std::sin(k * M_PI / 90)});
    m_out.curves.push_back(std::move(circle));
  }

  void poleZero() {
    addPoints(sim::poles(m_model), tr("poles"), CurveStyle::Marker::Cross);
    // Those from the chosen input to the chosen output; the whole model may have fewer.
    const bool ports = m_choice.input < m_model.input_count() && m_choice.output < m_model.output_count();
    const std::vector<Complex> zeros =
        ports && m_model.delay_count() == 0 ? sim::zeros(oneLoop()) : sim::zeros(m_model);
    addPoints(zeros, tr("zeros"), CurveStyle::Marker::Circle);
    addStability();
    if (const auto stable = sim::is_stable(m_model))
      fact(tr("Stability"), *stable ? tr("stable") : tr("not stable"));
    for (const sim::Mode& mode : sim::modes(m_model)) {
      if (mode.pole.imag() < 0) continue;
      fact(tr("Pole %1").arg(inWords(mode.pole)),
           tr("%1, damping %2").arg(told(mode.frequency, QStringLiteral("rad/s")), told(mode.damping)));
    }
    for (const Complex& zero : zeros)
      if (zero.imag() >= 0)
        fact(tr("Zero %1").arg(inWords(zero)), m_model.sample_time > 0
                                                   ? tr("magnitude %1").arg(told(std::abs(zero)))
                                                   : told(std::abs(zero), QStringLiteral("rad/s")));
  }

  // With its conjugate.
  static QString inWords(const Complex& s) {
    return told(s.real()) + (s.imag() > 0 ? QStringLiteral(" ± %1i").arg(told(s.imag())) : QString());
  }

  // The loop of the chosen input and output alone.
  sim::LinearModel oneLoop() const {
    const int n = m_model.state_count();
    sim::LinearModel one = m_model;
    const sim::LinearMatrix whole = sim::whole_matrix(m_model);
    sim::LinearMatrix part = sim::zero_matrix(n + 1, n + 1);
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i)
        part(i, j) = whole(i < n ? i : n + m_choice.output, j < n ? j : n + m_choice.input);
    one.inputs = {m_model.inputs[static_cast<std::size_t>(m_choice.input)]};
    one.outputs = {m_model.outputs[static_cast<std::size_t>(m_choice.output)]};
    one.delays.clear();
    sim::set_matrix(one, part);
    return one;
  }

  void rootLocus() {
    if (m_model.delay_count() > 0) {
      fact(tr("Root locus"), tr("of a model without delays only: replace them by Padé approximations"));
      return;
    }
    const sim::LinearModel loop = oneLoop();
    const sim::RootLocus locus = sim::root_locus(loop);
    for (const auto& branch : locus.branches) {
      LinearCurve curve;
      curve.points = inPlane(branch);
      m_out.curves.push_back(std::move(curve));
    }
    addPoints(sim::poles(loop), tr("poles"), CurveStyle::Marker::Cross);
    addPoints(sim::zeros(loop), tr("zeros"), CurveStyle::Marker::Circle);
    addStability();
    for (const sim::LocusPoint& point : sim::breakaway_points(loop))
      fact(tr("Breakaway point"), tr("%1, gain %2").arg(told(point.s.real()), told(point.gain)));
    for (const sim::Crossing& border : sim::margins(loop).gain) {
      if (m_model.sample_time == 0)
        for (const double w : {border.frequency, -border.frequency}) m_out.marks.push_back({0, {0, w}, {}});
      fact(tr("Border of stability"),
           tr("gain %1, at %2").arg(told(border.value), told(border.frequency, QStringLiteral("rad/s"))));
    }
  }

  void overTime() {
    const bool step = m_choice.view == LinearView::Step;
    const sim::TimeResponse response = sim::time_response(
        m_model, step ? sim::ResponseKind::Step : sim::ResponseKind::Impulse, m_choice.input);
    LinearCurve curve;
    const auto& values = response.values[static_cast<std::size_t>(m_choice.output)];
    for (std::size_t k = 0; k < response.times.size(); ++k) {
      if (m_model.sample_time > 0 && k > 0) curve.points.push_back({response.times[k], values[k - 1]});
      curve.points.push_back({response.times[k], values[k]});
    }
    m_out.curves.push_back(std::move(curve));
    if (!step) return;
    const sim::StepCharacteristics c = sim::step_characteristics(m_model, m_choice.output, m_choice.input);
    if (!c.settles) return fact(tr("Step"), tr("does not settle"));
    const QString s = QStringLiteral("s");
    fact(tr("Final value"), told(c.steady));
    fact(tr("Rise time"), told(c.rise_time, s));
    fact(tr("Settling time"), told(c.settling_time, s));
    fact(tr("Overshoot"), told(c.overshoot, QStringLiteral("%")));
    if (c.undershoot > 1e-6) fact(tr("Undershoot"), told(c.undershoot, QStringLiteral("%")));
    if (std::isfinite(c.peak_time)) {
      fact(tr("Peak"), tr("%1 at %2").arg(told(c.peak), told(c.peak_time, s)));
      m_out.marks.push_back({0, {c.peak_time, c.peak}, {}});
    }
  }

  const sim::LinearModel m_model;
  const LinearChoice& m_choice;
  LinearCurves m_out;
};

}  // namespace

LinearCurves linearCurves(const sim::LinearModel& model, const LinearChoice& choice) {
  return Curves(model, choice).run();
}

}  // namespace fluxion
