// fluxion-cli linearize: the model near points of its run as linear systems.
#include <cstdio>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/linearized_points.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/point_files.h"
#include "app/cli/response_estimation.h"
#include "sim_core/base/text.h"
#include "sim_core/linear_analysis/linear_files.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/linear_analysis/pade.h"
#include "sim_core/linear_analysis/rate_conversion.h"
#include "sim_core/linear_analysis/reductions.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/model_run/sinks.h"
#include "sim_core/program/program.h"

namespace fluxion {

namespace {

using Models = std::vector<sim::LinearModel>;

struct Wishes {
  double sampleTime = -1;  // below 0: a continuous model
  int pade = 0, balanced = -1;
  std::optional<sim::RateConversion> conversion;  // none: the exact map over all sample hits
};

sim::Result<Wishes> wishes(const Arguments& arguments) {
  Wishes out;
  const auto sample = numberOption(arguments, "--sample-time", -1),
             pade = numberOption(arguments, "--pade", 0),
             balanced = numberOption(arguments, "--balanced", -1);
  for (const auto* each : {&sample, &pade, &balanced})
    if (!*each) return each->errors();
  if (*pade > sim::most_pade_order)
    return sim::error("--pade", "the order is at most " + std::to_string(sim::most_pade_order));
  out.sampleTime = *sample;
  if (const auto method = arguments.last("--rate-conversion")) {
    out.conversion = sim::rate_conversion(*method);
    if (!out.conversion)
      return sim::error("--rate-conversion", "'" + *method + "' is no method",
                        "write zoh, tustin or matched");
    if (!(*sample > 0))
      return sim::error("--rate-conversion", "the sample time is missing", "give it by --sample-time");
  }
  out.pade = static_cast<int>(*pade), out.balanced = static_cast<int>(*balanced);
  return out;
}

sim::Result<std::vector<sim::OperatingPoint>> operatingPoints(const Arguments& arguments,
                                                              const ModelSource& source,
                                                              const sim::Linearizer& linearizer) {
  const auto files = arguments.all("--point");
  if (files.empty()) {
    const auto times = linearizedTimes(arguments, source);
    return times ? linearizer.reach_given(*times) : times.errors();
  }
  std::vector<sim::OperatingPoint> all;
  for (const std::string& path : files) {
    auto point = readPoint(path, source, linearizer);
    if (!point) return point.errors();
    all.push_back(*std::move(point));
  }
  return all;
}

sim::Result<sim::LinearModel> reduced(const Arguments& arguments, const Wishes& asked,
                                      sim::LinearModel model) {
  model = sim::with_pade(model, asked.pade);
  if (arguments.has("--reduce")) model = sim::without_idle_states(model);
  if (arguments.has("--minimal")) {
    auto minimal = sim::minimal_realization(model);
    if (!minimal) return minimal;
    model = *std::move(minimal);
  }
  if (asked.balanced < 0) return model;
  auto balanced = sim::balanced_truncation(model, asked.balanced);
  if (!balanced) return balanced.errors();
  balanced->model.notes.push_back({sim::Severity::Note,
                                   {},
                                   "balanced truncation: the response differs by at most " +
                                       sim::to_text(balanced->error_bound) + " at any frequency",
                                   {},
                                   sim::no_id});
  return std::move(balanced->model);
}

// At another sample time: what is sampled at its own times is converted, what is continuous as it is.
sim::Result<sim::LinearModel> modelAt(const sim::Linearizer& linearizer, const sim::OperatingPoint& point,
                                      const Wishes& asked) {
  if (!asked.conversion)
    return asked.sampleTime < 0 ? linearizer.at(point) : linearizer.sampled_at(point, asked.sampleTime);
  const bool sampled = !linearizer.program().rates.empty();
  auto model = sampled ? linearizer.sampled_at(point, 0) : linearizer.at(point);
  if (!model) return model;
  return sim::with_sample_time(sim::with_pade(*model, asked.pade), asked.sampleTime, *asked.conversion);
}

sim::Result<Models> linearModels(const Arguments& arguments, const ModelSource& source) {
  const auto asked = wishes(arguments);
  if (!asked) return asked.errors();
  const auto signals = linearizedSignals(arguments, source.diagram);
  if (!signals) return signals.errors();
  const auto linearizer = sim::Linearizer::prepare(source.diagram, source.library, *signals);
  if (!linearizer) return linearizer.errors();
  const auto instants = operatingPoints(arguments, source, *linearizer);
  if (!instants) return instants.errors();
  Models models;
  for (const sim::OperatingPoint& point : *instants) {
    auto model = modelAt(*linearizer, point, *asked);
    if (!model) return model.errors();
    auto small = reduced(arguments, *asked, *std::move(model));
    if (!small) return small.errors();
    models.push_back(*std::move(small));
  }
  return models;
}

sim::Diagnostics write(const std::string& path, const Models& models) {
  const std::string ending = sim::file_ending(path);
  if (ending == ".mat") return sim::write_linear_mat(path, models);
  if (path != "-" && ending != ".json" && ending != ".csv")
    return {sim::error(path, "its name does not say what to write",
                       "give it a name that ends in .mat, .json or .csv; - is JSON on the standard output")};
  sim::OutputFile file(path);
  file.write(ending == ".csv" ? sim::linear_csv(models) : sim::linear_json(models));
  return file.commit();
}

}  // namespace

int linearizeCommand(const Arguments& arguments) {
  const auto source = openModel(arguments, true);
  if (!source) {
    report(arguments.model, source.errors());
    return ModelError;
  }
  report(source->file, source->warnings, leastReported(arguments));
  if (arguments.has("--estimate")) return estimateResponses(arguments, *source);
  const auto models = linearModels(arguments, *source);
  if (!models) {
    report(source->file, models.errors());
    return ModelError;
  }
  const auto out = arguments.last("--out");
  if (out != "-" && !arguments.has("--quiet"))
    for (const sim::LinearModel& model : *models)
      std::fputs((source->file + ": " + sim::linear_text(model)).c_str(), stdout);
  if (!out) return Success;
  const sim::Diagnostics problems = write(*out, *models);
  report({}, problems);
  return problems.empty() ? Success : ModelError;
}

}  // namespace fluxion
