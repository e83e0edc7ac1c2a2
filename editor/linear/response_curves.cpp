#include "editor/linear/response_curves.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <complex>

#include "editor/shown_number.h"
#include "sim_core/linear_analysis/frequency_response.h"

namespace fluxion {

namespace {

using Complex = std::complex<double>;

QString words(const char* text) { return QCoreApplication::translate("ResponseCurves", text); }

// Of a curve over the logarithm of the frequency; nothing beyond its ends.
std::optional<double> valueAt(const std::vector<CurvePoint>& curve, double w) {
  const auto above = std::lower_bound(curve.begin(), curve.end(), w,
                                      [](const CurvePoint& point, double x) { return point.x < x; });
  if (above == curve.end()) return std::nullopt;
  if (above->x == w) return above->y;
  if (above == curve.begin()) return std::nullopt;
  const CurvePoint &a = *(above - 1), &b = *above;
  return a.y + (b.y - a.y) * std::log(w / a.x) / std::log(b.x / a.x);
}

}  // namespace

LinearCurves responseCurves(const sim::EstimatedResponse& response, const LinearChoice& choice,
                            const LinearCurves* beside) {
  LinearCurves out;
  std::vector<double> w;
  std::vector<Complex> h;
  int doubtful = 0, failed = 0;
  const auto output = static_cast<std::size_t>(choice.output);
  for (const sim::EstimatedPoint& point : response.points) {
    if (point.input != choice.input) continue;
    if (point.values.size() <= output) {
      ++failed;
      continue;
    }
    doubtful += !point.message.empty();
    w.push_back(point.frequency);
    h.push_back(choice.negative ? -point.values[output] : point.values[output]);
  }
  if (w.empty() && failed == 0) return out;
  out.facts.emplace_back(words("Frequencies measured"), QString::number(w.size()));
  const auto input = static_cast<std::size_t>(choice.input);
  if (input < response.amplitudes.size())
    out.facts.emplace_back(words("Amplitude"), shownNumber(response.amplitudes[input]));
  if (doubtful > 0) out.facts.emplace_back(words("Not settled"), QString::number(doubtful));
  if (failed > 0) out.facts.emplace_back(words("Not measured"), QString::number(failed));
  if (w.empty()) return out;
  std::vector<double> phase = sim::unwrapped_phase(w, h);
  if (beside && choice.view == LinearView::Bode && beside->curves.size() > 1)
    for (std::size_t k = 0; k < w.size(); ++k)
      if (const auto near = valueAt(beside->curves[1].points, w[k]))
        phase[k] += 360 * std::round((*near - phase[k]) / 360);
  LinearCurve size, angle, plane;
  for (LinearCurve* curve : {&size, &angle, &plane}) {
    curve->line = false;
    curve->marker = CurveStyle::Marker::Circle;
  }
  angle.plot = 1;
  for (std::size_t k = 0; k < w.size(); ++k) {
    const double decibels = 20 * std::log10(std::abs(h[k]));
    if (!std::isfinite(decibels)) continue;
    size.points.push_back({w[k], decibels});
    angle.points.push_back({w[k], phase[k]});
    if (choice.view == LinearView::Nyquist)
      plane.points.push_back({h[k].real(), h[k].imag()});
    else
      plane.points.push_back({phase[k], decibels});
  }
  if (choice.view == LinearView::Bode) out.curves = {size, angle};
  if (choice.view == LinearView::Nyquist || choice.view == LinearView::Nichols) out.curves = {plane};
  return out;
}

}  // namespace fluxion
