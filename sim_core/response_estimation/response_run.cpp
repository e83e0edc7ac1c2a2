#include "sim_core/response_estimation/response_run.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/base/work.h"
#include "sim_core/expr/value.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/response_estimation/measuring_blocks.h"
#include "sim_core/response_estimation/phasor_fit.h"
#include "sim_core/response_estimation/settling.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

namespace {

constexpr double full_turn = 2 * std::numbers::pi;
// Of the fastest sinusoid: steps are no longer than a part of its period, so that the solver sees each wave
// even where the model does nothing by itself.
constexpr double steps_per_wave = 40, least_steps_per_wave = 8;
// How far rounding may move a response, relative to what the output is worth at the point.
constexpr double noise_floor = 1e-8;

std::string vector_text(const std::vector<double>& values) {
  return expr::to_text(expr::Value::vector(values));
}

class ResponseRun {
 public:
  ResponseRun(const ResponseStart& start, const ResponseWishes& wishes, int input,
              const Excitation& excitation, double amplitude)
      : start_(start),
        wishes_(wishes),
        input_(input),
        excitation_(excitation),
        amplitude_(amplitude),
        now_(start.diagram),
        point_(start.point),
        begun_(start.point.time) {
    for (std::size_t k = 0; k < excitation.harmonics.size(); ++k)
      points_.push_back({excitation.frequency(k), input, {}, {}, 0, {}});
  }

  std::vector<EstimatedPoint> run() {
    excite();
    const Diagnostics problems = start_.sample_time > 0 ? measure_samples() : measure_periods();
    check_stop();
    if (problems.empty()) return std::move(points_);
    for (EstimatedPoint& point : points_) point = {point.frequency, point.input, {}, {}, point.periods, {}};
    for (EstimatedPoint& point : points_) point.message = why(problems);
    return std::move(points_);
  }

 private:
  std::size_t lines() const { return excitation_.harmonics.size(); }
  std::size_t output_count() const { return start_.model->outputs.size(); }

  // The run has failed: of a model that is not stable at the point that is what happens.
  static std::string why(const Diagnostics& problems) {
    const auto bad = std::ranges::find(problems, Severity::Error, &Diagnostic::severity);
    return to_text(bad == problems.end() ? problems.front() : *bad) +
           "; the model may be unstable there, or the amplitude too large";
  }

  void excite() {
    const DrivenModel& model = *start_.model;
    const auto& driven = model.inputs[static_cast<std::size_t>(input_)];
    const DrivenModel::Source& source = model.sources[driven.port];
    std::vector<double> amplitudes(static_cast<std::size_t>(source.shape.size()), 0.0);
    amplitudes[static_cast<std::size_t>(driven.element)] = amplitude_;
    auto& excited = now_.blocks.at(source.block).parameters;
    excited[amplitude_parameter] = expr::to_text(expr::Value::matrix(source.shape, amplitudes));
    std::vector<double> frequencies;
    for (std::size_t k = 0; k < lines(); ++k) frequencies.push_back(excitation_.frequency(k));
    excited[frequency_parameter] = vector_text(frequencies);
    excited[phase_parameter] = vector_text(excitation_.phases);
    excited[start_parameter] = to_text(begun_);
    excited[rise_parameter] =
        to_text(std::max(static_cast<double>(wishes_.settle_periods), 1e-9) * excitation_.period);
    if (start_.sample_time == 0)
      for (const DrivenModel::Meter& meter : model.meters) {
        auto& measured = now_.blocks.at(meter.block).parameters;
        measured[frequency_parameter] = vector_text(frequencies);
        measured[start_parameter] = to_text(begun_);
        measured[scale_parameter] = to_text(1 / (excitation_.period * amplitude_));
      }
    const double wave = full_turn / frequencies.back();
    if (start_.compiled->options().method->kind == StepKind::Variable)
      now_.settings["MaxStep"] =
          to_text(std::min(start_.compiled->options().max_step, wave / steps_per_wave));
  }

  // Goes on to this time.
  Diagnostics advance(double until) {
    now_.settings["StopTime"] = to_text(until);
    if (now_.settings.contains("OutputOption")) now_.settings["OutputTimes"] = to_text(until);
    auto prepared = ModelRun::prepare(now_, *start_.library, *start_.compiled, start_.model->diagram,
                                      start_.model->looked_at());
    if (!prepared) return prepared.errors();
    run_ = *std::move(prepared);
    run_->start_from(point_);
    const RunResult result = run_->execute();
    check_stop();
    auto reached = run_->operating_point();
    if (!result.ended_by.empty())
      return {error(result.ended_by, "this block ends the run at t = " + told_time(run_->stop_time()))};
    if (result.end != RunEnd::Finished || !reached) {
      if (!result.diagnostics.empty()) return result.diagnostics;
      return {error({}, "the run did not finish")};
    }
    point_ = *std::move(reached);
    return {};
  }

  double settled_after() const {
    const double periods = std::max(static_cast<double>(wishes_.settle_periods),
                                    std::ceil(wishes_.settle_time / excitation_.period - 1e-9));
    return periods;
  }

  // --- continuous

  // By meter, of the states of the correlators.
  struct Places {
    int sum = 0, sine = 0, cosine = 0;
  };
  std::vector<Places> places() const {
    const Program& program = start_.compiled->program();
    std::vector<Places> all;
    for (const DrivenModel::Meter& meter : start_.model->meters) {
      Places found;
      for (const StateInfo& state : program.states) {
        if (program.blocks[static_cast<std::size_t>(state.block)].id != meter.block) continue;
        (state.name == sum_state    ? found.sum
         : state.name == sine_state ? found.sine
                                    : found.cosine) = state.first;
      }
      all.push_back(found);
    }
    return all;
  }

  // The means of the period between two points, by output.
  std::vector<PeriodMeans> means_between(const OperatingPoint& before, const OperatingPoint& after,
                                         const std::vector<Places>& at) const {
    std::vector<PeriodMeans> all;
    const auto rise = [&](int state) {
      return after.states[static_cast<std::size_t>(state)] - before.states[static_cast<std::size_t>(state)];
    };
    for (const DrivenModel::Element& output : start_.model->outputs) {
      const Places& place = at[output.port];
      const int elements = start_.model->meters[output.port].shape.size();
      PeriodMeans means;
      means.value = rise(place.sum + output.element);
      for (int k = 0; k < static_cast<int>(lines()); ++k) {
        means.sine.push_back(rise(place.sine + k * elements + output.element));
        means.cosine.push_back(rise(place.cosine + k * elements + output.element));
      }
      all.push_back(std::move(means));
    }
    return all;
  }

  Diagnostics measure_periods() {
    const RunOptions& options = start_.compiled->options();
    if (const double wave = full_turn / points_.back().frequency;
        options.method->kind == StepKind::Fixed && wave < least_steps_per_wave * options.fixed_step)
      return {error("FixedStep",
                    "a wave of " + told(points_.back().frequency) + " rad/s has less than " +
                        told(least_steps_per_wave) + " steps of " + told(options.fixed_step) + " s",
                    "shorten it, or measure lower frequencies")};
    const std::vector<Places> at = places();
    double done = settled_after();
    if (done > 0)
      if (Diagnostics problems = advance(begun_ + done * excitation_.period); !problems.empty())
        return problems;
    std::deque<std::vector<PeriodMeans>> kept;  // of the last periods, by output
    const auto wanted = static_cast<std::size_t>(wishes_.periods);
    for (;;) {
      const OperatingPoint before = point_;
      ++done;
      if (Diagnostics problems = advance(begun_ + done * excitation_.period); !problems.empty())
        return problems;
      kept.push_back(means_between(before, point_, at));
      if (kept.size() > wanted) kept.pop_front();
      if (kept.size() < wanted) continue;
      const bool agree = take_periods(kept, done);
      if (agree || done >= wishes_.most_periods) return {};
    }
  }

  bool take_periods(const std::deque<std::vector<PeriodMeans>>& kept, double done) {
    std::vector<Phasors> all;
    std::vector<std::vector<Phasors>> each;  // by period, output, line
    each.resize(kept.size());
    for (std::size_t o = 0; o < output_count(); ++o) {
      std::vector<PeriodMeans> periods;
      for (const auto& period : kept) periods.push_back(period[o]);
      const double drift = drift_of(periods);
      all.push_back(phasors_of(periods, excitation_.harmonics, drift));
      for (std::size_t p = 0; p < periods.size(); ++p)
        each[p].push_back(phasors_of(std::span(&periods[p], 1), excitation_.harmonics, drift));
    }
    return take(all, each, static_cast<int>(done));
  }

  // --- sampled

  Diagnostics measure_samples() {
    const double period = start_.sample_time, fastest = points_.back().frequency;
    const double border = std::numbers::pi / period;
    if (fastest >= border * (1 - 1e-9))
      return {error({},
                    told(fastest) + " rad/s are not below half the sample rate, " + told(border) + " rad/s",
                    "choose lower frequencies")};
    // Long enough to tell the fastest sinusoid from its image.
    const double beat = std::numbers::pi / (border - fastest);
    const auto window = std::ceil(
        std::max({excitation_.period, beat, (8 + 4 * static_cast<double>(lines())) * period}) / period);
    const double first = std::ceil(begun_ / period - 1e-6);
    double done = settled_after() * std::ceil(excitation_.period / period);
    if (done > 0)
      if (Diagnostics problems = advance((first + done - 0.5) * period); !problems.empty()) return problems;
    std::deque<std::vector<Phasors>> kept;
    std::deque<Samples> samples;
    const auto wanted = static_cast<std::size_t>(wishes_.periods);
    for (int taken = 0;;) {
      done += window;
      Diagnostics problems = advance((first + done - 0.5) * period);
      if (!problems.empty()) return problems;
      samples.push_back(samples_of_run(point_.time - window * period, period));
      auto phasors = phasors_in(samples.back());
      if (!phasors)
        return {error({}, "a sample does not arrive: the signal is not computed at each of them")};
      kept.push_back(*std::move(phasors));
      if (kept.size() > wanted) kept.pop_front(), samples.pop_front();
      ++taken;
      if (kept.size() < wanted) continue;
      const auto all = phasors_in(joined(samples));
      if (!all) return {error({}, "a sample does not arrive: the signal is not computed at each of them")};
      const int periods = static_cast<int>(std::lround(done * period / excitation_.period));
      if (take(*all, {kept.begin(), kept.end()}, periods) || taken >= wishes_.most_periods) return {};
    }
  }

  struct Samples {
    std::vector<double> times;                // in periods of the excitation
    std::vector<std::vector<double>> values;  // by output
  };

  // Of the last run: those at sample instants behind this time.
  Samples samples_of_run(double behind, double period) const {
    const LogView log(run_->log());
    const std::vector<int> columns = columns_of_outputs();
    Samples out;
    out.values.resize(columns.size());
    double last = -1;
    for (std::size_t row = 0; row < log.size(); ++row) {
      const double t = log.time(row), count = std::round(t / period);
      if (t < behind || std::abs(t - count * period) > 1e-6 * period) continue;
      const bool again = !out.times.empty() && count == last;  // behind an event at that instant
      last = count;
      if (!again) out.times.push_back((t - begun_) / excitation_.period);
      for (std::size_t o = 0; o < columns.size(); ++o) {
        if (!again) out.values[o].push_back(0);
        out.values[o].back() = log.value(columns[o], row) - offset(o);
      }
    }
    return out;
  }

  static Samples joined(const std::deque<Samples>& parts) {
    Samples all = parts.front();
    for (std::size_t k = 1; k < parts.size(); ++k) {
      all.times.insert(all.times.end(), parts[k].times.begin(), parts[k].times.end());
      for (std::size_t o = 0; o < all.values.size(); ++o)
        all.values[o].insert(all.values[o].end(), parts[k].values[o].begin(), parts[k].values[o].end());
    }
    return all;
  }

  std::vector<int> columns_of_outputs() const {
    const Program& program = start_.compiled->program();
    std::vector<int> columns;
    for (const DrivenModel::Element& output : start_.model->outputs)
      for (const Viewer& viewer : program.viewers)
        if (program.blocks[static_cast<std::size_t>(viewer.block)].id ==
            start_.model->meters[output.port].block)
          columns.push_back(program.logged[static_cast<std::size_t>(viewer.inputs.front().front())].first +
                            output.element);
    return columns;
  }

  double offset(std::size_t output) const {
    const DrivenModel::Element& element = start_.model->outputs[output];
    return start_.outputs[element.port][static_cast<std::size_t>(element.element)];
  }

  // By output, in units of the amplitude.
  std::optional<std::vector<Phasors>> phasors_in(const Samples& samples) const {
    std::vector<Phasors> all;
    for (const std::vector<double>& values : samples.values) {
      auto found = phasors_of_samples(samples.times, values, excitation_.harmonics);
      if (!found) return std::nullopt;
      for (auto& each : *found) each /= amplitude_;
      all.push_back(*std::move(found));
    }
    return all;
  }

  // --- both

  // The responses from phasors by output, and how much those of each period differ. True: they agree.
  bool take(const std::vector<Phasors>& all, const std::vector<std::vector<Phasors>>& each, int periods) {
    for (std::size_t o = 0; o < output_count(); ++o)
      if (!std::ranges::all_of(all[o], [](const auto& each) { return std::isfinite(std::abs(each)); }))
        return end_without(start_.model->outputs[o].name, periods);
    bool agree = true;
    for (std::size_t k = 0; k < lines(); ++k) {
      EstimatedPoint& point = points_[k];
      point.values.clear(), point.spread.clear(), point.message.clear();
      point.periods = periods;
      const std::complex<double> added = std::polar(1.0, excitation_.phases[k]);
      for (std::size_t o = 0; o < output_count(); ++o) {
        Phasors course;
        for (const auto& period : each) course.push_back(period[o][k]);
        const Settling settling = settling_of(course, all[o][k]);
        const double size = std::abs(all[o][k]), allowed = wishes_.agreement * size;
        point.values.push_back(all[o][k] / added);
        point.spread.push_back(settling.spread == 0 ? 0 : settling.spread / size);
        const double noise = noise_floor * std::abs(offset(o)) / amplitude_;
        if (settling.spread <= 1e-2 * allowed + noise ||
            (settling.spread <= allowed && settling.rest <= allowed))
          continue;
        agree = false;
        if (point.message.empty())
          point.message = unsettled_text(start_.model->outputs[o].name, settling, size, periods);
      }
    }
    return agree;
  }

  // There is nothing more to measure.
  bool end_without(const std::string& output, int periods) {
    for (EstimatedPoint& point : points_)
      point = {point.frequency,
               point.input,
               {},
               {},
               periods,
               output + " grows beyond all numbers: the model is unstable there"};
    return true;
  }

  const ResponseStart& start_;
  const ResponseWishes& wishes_;
  const int input_;
  const Excitation& excitation_;
  const double amplitude_;
  Diagram now_;
  OperatingPoint point_;
  const double begun_;  // s
  std::unique_ptr<ModelRun> run_;
  std::vector<EstimatedPoint> points_;
};

}  // namespace

std::vector<EstimatedPoint> run_response(const ResponseStart& start, const ResponseWishes& wishes, int input,
                                         const Excitation& excitation, double amplitude) {
  return ResponseRun(start, wishes, input, excitation, amplitude).run();
}

}  // namespace sim
