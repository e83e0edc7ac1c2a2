#include "app/cli/response_estimation.h"

#include <unistd.h>

#include <cstdio>
#include <limits>
#include <optional>

#include "app/cli/interruption.h"
#include "app/cli/linearized_points.h"
#include "app/cli/messages.h"
#include "app/cli/point_files.h"
#include "sim_core/base/text.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/model_run/sinks.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "sim_core/response_estimation/response_estimator.h"
#include "sim_core/response_estimation/response_files.h"

namespace fluxion {

namespace {

constexpr int mostFrequencies = 10'000;

// "1:1000", or "1,5,20".
sim::Result<std::vector<double>> frequencies(const std::string& text, int count) {
  const auto wrong = [&] {
    return sim::error("--frequencies", "'" + text + "' is no range and no list of frequencies",
                      "write rad/s, such as 1:1000 or 1,5,20");
  };
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const auto low = sim::parse_number(text.substr(0, colon)),
               high = sim::parse_number(text.substr(colon + 1));
    if (!low || !high || !(*low > 0) || !(*high > *low)) return wrong();
    return sim::spaced_frequencies(*low, *high, count);
  }
  std::vector<double> all;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const auto w = sim::parse_number(text.substr(from, comma - from));
    if (!w) return wrong();
    all.push_back(*w);
    from = comma + 1;
  }
  return all;
}

sim::Result<int> countOption(const Arguments& arguments, std::string_view option, int otherwise, int most) {
  const auto value = numberOption(arguments, option, otherwise);
  if (!value) return value.errors();
  if (!(*value <= most) || *value != static_cast<int>(*value))
    return sim::error(std::string(option), "write a whole number up to " + std::to_string(most));
  return static_cast<int>(*value);
}

sim::Result<sim::ResponseWishes> responseWishes(const Arguments& arguments) {
  sim::ResponseWishes wishes;
  if (const auto kind = arguments.last("--excitation")) {
    const auto known = sim::excitation_kind(*kind);
    if (!known)
      return sim::error("--excitation", "'" + *kind + "' is no excitation", "write sines, sweep or noise");
    wishes.excitation = *known;
  }
  const auto amplitude = numberOption(arguments, "--amplitude", -1),
             settle = numberOption(arguments, "--settle-time", 0),
             agreement = numberOption(arguments, "--agreement", wishes.agreement),
             round = numberOption(arguments, "--round-periods", 0),
             sample = numberOption(arguments, "--sample-time", -1);
  for (const auto* each : {&amplitude, &settle, &agreement, &round, &sample})
    if (!*each) return each->errors();
  const auto settlePeriods = countOption(arguments, "--settle", wishes.settle_periods, 1'000'000),
             periods = countOption(arguments, "--periods", wishes.periods, 10'000),
             most = countOption(arguments, "--most-periods", wishes.most_periods, 1'000'000);
  for (const auto* each : {&settlePeriods, &periods, &most})
    if (!*each) return each->errors();
  if (*amplitude >= 0) wishes.amplitude = *amplitude;
  wishes.settle_time = *settle, wishes.agreement = *agreement, wishes.round_to = *round;
  wishes.sample_time = *sample;
  wishes.settle_periods = *settlePeriods, wishes.periods = *periods, wishes.most_periods = *most;
  return wishes;
}

// The linear models at the same points, to compare with; none where there are none.
struct Exact {
  std::optional<sim::Linearizer> linearizer;
  std::vector<sim::OperatingPoint> points;
  std::vector<sim::LinearModel> models;
};

Exact exactModels(const Arguments& arguments, const ModelSource& source,
                  const std::vector<sim::AnalysisPoint>& signals, const std::vector<double>& times,
                  double sampleTime) {
  Exact exact;
  auto linearizer = sim::Linearizer::prepare(source.diagram, source.library, signals);
  if (!linearizer) return exact;
  exact.linearizer = *std::move(linearizer);
  if (const auto files = arguments.all("--point"); !files.empty()) {
    for (const std::string& path : files) {
      auto point = readPoint(path, source, *exact.linearizer);
      if (!point) return exact;
      exact.points.push_back(*std::move(point));
    }
  } else if (auto points = exact.linearizer->reach(times)) {
    exact.points = *std::move(points);
  }
  for (const sim::OperatingPoint& point : exact.points) {
    auto model =
        sampleTime < 0 ? exact.linearizer->at(point, false) : exact.linearizer->sampled_at(point, sampleTime);
    if (!model) break;
    exact.models.push_back(*std::move(model));
  }
  return exact;
}

sim::Result<std::vector<double>> wantedFrequencies(const Arguments& arguments, const Exact& exact) {
  const auto count = countOption(arguments, "--count", 30, mostFrequencies);
  if (!count) return count.errors();
  if (*count < 1) return sim::error("--count", "at least one frequency has to be measured");
  if (const auto text = arguments.last("--frequencies")) return frequencies(*text, *count);
  if (!exact.models.empty() && sim::has_dynamics(exact.models.front()))
    return sim::chosen_frequencies(exact.models.front(), *count);
  return sim::error("--frequencies", "there is no linear model to choose frequencies by",
                    "name them in rad/s, such as --frequencies 1:1000");
}

sim::Diagnostics write(const std::string& path, const std::vector<sim::EstimatedResponse>& responses) {
  const std::string ending = sim::file_ending(path);
  if (ending == ".mat") return sim::write_response_mat(path, responses);
  if (path != "-" && ending != ".json" && ending != ".csv")
    return {sim::error(path, "its name does not say what to write",
                       "give it a name that ends in .mat, .json or .csv; - is JSON on the standard output")};
  sim::OutputFile file(path);
  file.write(ending == ".csv" ? sim::response_csv(responses) : sim::response_json(responses));
  return file.commit();
}

sim::Result<std::vector<sim::OperatingPoint>> startingPoints(const sim::ResponseEstimator& estimator,
                                                             const Arguments& arguments, const Exact& exact,
                                                             const std::vector<double>& times) {
  if (arguments.all("--point").empty()) return estimator.reach(times);
  if (exact.points.empty()) return sim::error("--point", "the operating point cannot be read for this model");
  std::vector<sim::OperatingPoint> all;
  for (const sim::OperatingPoint& point : exact.points) {
    auto there = estimator.taken_over(point, exact.linearizer->program());
    if (!there) return there.errors();
    all.push_back(*std::move(there));
  }
  return all;
}

sim::ResponseOptions responseOptions(int jobs) {
  sim::ResponseOptions options;
  options.jobs = jobs;
  options.stop = [] { return isInterrupted(); };
  if (::isatty(STDERR_FILENO) == 1)
    options.point = [](const sim::EstimatedPoint&, std::size_t done, std::size_t all) {
      std::fprintf(stderr, "\r\x1b[K%zu of %zu frequencies%s", done, all, done == all ? "\r\x1b[K" : "");
    };
  return options;
}

struct Estimated {
  std::vector<sim::EstimatedResponse> responses;
  std::vector<sim::LinearModel> exact;
};

sim::Result<Estimated> estimated(const Arguments& arguments, const ModelSource& source) {
  auto wishes = responseWishes(arguments);
  if (!wishes) return wishes.errors();
  const auto signals = linearizedSignals(arguments, source.diagram);
  if (!signals) return signals.errors();
  const auto times = linearizedTimes(arguments, source);
  if (!times) return times.errors();
  const auto jobs = countOption(arguments, "--jobs", 0, 1024);
  if (!jobs) return jobs.errors();
  Exact exact = exactModels(arguments, source, *signals, *times, wishes->sample_time);
  auto wanted = wantedFrequencies(arguments, exact);
  if (!wanted) return wanted.errors();
  wishes->frequencies = *std::move(wanted);
  const auto estimator = sim::ResponseEstimator::prepare(source.diagram, source.library, *wishes, *signals);
  if (!estimator) return estimator.errors();
  const auto starts = startingPoints(*estimator, arguments, exact, *times);
  if (!starts) return starts.errors();
  watchForInterruption();
  Estimated out;
  for (const sim::OperatingPoint& start : *starts) {
    auto response = estimator->estimate(start, responseOptions(*jobs));
    if (!response) return response.errors();
    out.responses.push_back(*std::move(response));
  }
  out.exact = std::move(exact.models);
  return out;
}

}  // namespace

int estimateResponses(const Arguments& arguments, const ModelSource& source) {
  const auto found = estimated(arguments, source);
  if (!found) {
    report(source.file, found.errors());
    return ModelError;
  }
  const auto out = arguments.last("--out");
  int status = Success;
  for (std::size_t k = 0; k < found->responses.size(); ++k) {
    const sim::EstimatedResponse& response = found->responses[k];
    for (const sim::EstimatedPoint& point : response.points)
      if (point.values.empty() && status == Success) status = ModelError;
    if (!response.finished) status = Interrupted;
    if (out == "-" || arguments.has("--quiet")) continue;
    const sim::LinearModel* exact = k < found->exact.size() ? &found->exact[k] : nullptr;
    std::fputs((source.file + ": " + sim::response_text(response, exact)).c_str(), stdout);
  }
  if (!out) return status;
  const sim::Diagnostics problems = write(*out, found->responses);
  report({}, problems);
  return problems.empty() ? status : ModelError;
}

}  // namespace fluxion
