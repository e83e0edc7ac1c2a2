#include "editor/scopes/measurement_columns.h"

#include <QCoreApplication>

namespace fluxion {

using Value = std::optional<double>;

template <auto member>
static Value statistic(const Measurement& m) {
  return m.statistics ? Value((*m.statistics).*member) : std::nullopt;
}
template <auto member>
static Value transition(const Measurement& m) {
  return m.transitions ? (*m.transitions).*member : std::nullopt;
}

const std::vector<MeasurementColumn>& measurementColumns() {
  using S = sim::analysis::Statistics;
  using T = sim::analysis::Transitions;
  static const std::vector<MeasurementColumn> columns{
      {"minimum", QT_TRANSLATE_NOOP("Measurements", "Minimum"), "", true, false, statistic<&S::minimum>},
      {"minimumTime", QT_TRANSLATE_NOOP("Measurements", "at (s)"),
       QT_TRANSLATE_NOOP("Measurements", "When the signal is at its minimum for the first time"), false,
       false, statistic<&S::time_of_minimum>},
      {"maximum", QT_TRANSLATE_NOOP("Measurements", "Maximum"), "", true, false, statistic<&S::maximum>},
      {"maximumTime", QT_TRANSLATE_NOOP("Measurements", "at (s)"),
       QT_TRANSLATE_NOOP("Measurements", "When the signal is at its maximum for the first time"), false,
       false, statistic<&S::time_of_maximum>},
      {"peakToPeak", QT_TRANSLATE_NOOP("Measurements", "Peak to peak"), "", true, false,
       [](const Measurement& m) { return m.statistics ? Value(m.statistics->peak_to_peak()) : Value(); }},
      {"mean", QT_TRANSLATE_NOOP("Measurements", "Mean"),
       QT_TRANSLATE_NOOP("Measurements", "Over time, not over rows"), true, false, statistic<&S::mean>},
      {"rms", QT_TRANSLATE_NOOP("Measurements", "RMS"),
       QT_TRANSLATE_NOOP("Measurements", "The root of the mean square"), true, false, statistic<&S::rms>},
      {"deviation", QT_TRANSLATE_NOOP("Measurements", "Std. deviation"), "", true, false,
       statistic<&S::standard_deviation>},
      {"median", QT_TRANSLATE_NOOP("Measurements", "Median"),
       QT_TRANSLATE_NOOP("Measurements", "Half of the time the signal is below"), true, false,
       statistic<&S::median>},
      {"low", QT_TRANSLATE_NOOP("Measurements", "Low level"),
       QT_TRANSLATE_NOOP("Measurements", "The most frequent value of the lower half of the range"), false,
       true, [](const Measurement& m) { return m.transitions ? Value(m.transitions->levels.low) : Value(); }},
      {"high", QT_TRANSLATE_NOOP("Measurements", "High level"),
       QT_TRANSLATE_NOOP("Measurements", "The most frequent value of the upper half of the range"), false,
       true,
       [](const Measurement& m) { return m.transitions ? Value(m.transitions->levels.high) : Value(); }},
      {"riseTime", QT_TRANSLATE_NOOP("Measurements", "Rise time (s)"),
       QT_TRANSLATE_NOOP("Measurements", "From 10 % to 90 % of the levels, on average"), false, true,
       transition<&T::rise_time>},
      {"fallTime", QT_TRANSLATE_NOOP("Measurements", "Fall time (s)"),
       QT_TRANSLATE_NOOP("Measurements", "From 90 % to 10 % of the levels, on average"), false, true,
       transition<&T::fall_time>},
      {"overshoot", QT_TRANSLATE_NOOP("Measurements", "Overshoot [%]"),
       QT_TRANSLATE_NOOP("Measurements", "The most beyond a level behind a transition"), false, true,
       transition<&T::overshoot>},
      {"undershoot", QT_TRANSLATE_NOOP("Measurements", "Undershoot [%]"),
       QT_TRANSLATE_NOOP("Measurements", "The most by which it falls back short of a level"), false, true,
       transition<&T::undershoot>},
      {"settlingTime", QT_TRANSLATE_NOOP("Measurements", "Settling time (s)"),
       QT_TRANSLATE_NOOP("Measurements", "From 50 % until it stays within 2 % of a level, the longest"),
       false, true, transition<&T::settling_time>},
      {"period", QT_TRANSLATE_NOOP("Measurements", "Period (s)"), "", false, true, transition<&T::period>},
      {"frequency", QT_TRANSLATE_NOOP("Measurements", "Frequency (Hz)"), "", false, true,
       [](const Measurement& m) { return m.transitions ? m.transitions->frequency() : Value(); }},
      {"dutyCycle", QT_TRANSLATE_NOOP("Measurements", "Duty cycle [%]"),
       QT_TRANSLATE_NOOP("Measurements", "Share of the period above 50 % of the levels"), false, true,
       [](const Measurement& m) {
         return m.transitions && m.transitions->duty_cycle ? Value(100 * *m.transitions->duty_cycle)
                                                           : Value();
       }},
      {"transitions", QT_TRANSLATE_NOOP("Measurements", "Transitions"),
       QT_TRANSLATE_NOOP("Measurements", "How often the signal goes from one level to the other"), false,
       true,
       [](const Measurement& m) {
         return m.transitions ? Value(static_cast<double>(m.transitions->rising + m.transitions->falling))
                              : Value();
       }},
  };
  return columns;
}

}  // namespace fluxion
