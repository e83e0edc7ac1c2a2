// fluxion-cli estimate: parameters with which a model does what was measured.
#include <cmath>
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/result_files.h"
#include "sim_core/base/told_number.h"
#include "sim_core/base/work.h"
#include "sim_core/estimation/estimation.h"
#include "sim_core/estimation/estimation_json.h"

namespace fluxion {

namespace {

sim::Result<sim::Estimation> estimationOf(const Arguments& arguments, const ModelSource& source) {
  std::vector<sim::VariedParameter> parameters;
  for (const std::string& text : arguments.all("--parameter")) {
    auto parameter = sim::read_varied_parameter(text, "--parameter");
    if (!parameter) return parameter.errors();
    parameters.push_back(*std::move(parameter));
  }
  const auto run = sim::ModelRun::prepare(source.diagram, source.library);
  if (!run) return run.errors();
  report(source.file, (*run)->warnings(), leastReported(arguments));
  std::vector<sim::Experiment> experiments;
  for (const std::string& path : arguments.all("--data")) {
    auto experiment = sim::read_experiment(path, source.diagram, **run);
    if (!experiment) return experiment.errors();
    for (const std::string& column : experiment->unused)
      report(path,
             {{sim::Severity::Note, {}, "column " + column + " names nothing of the model", {}, sim::no_id}},
             leastReported(arguments));
    experiments.push_back(*std::move(experiment));
  }
  return sim::Estimation::prepare(source.diagram, source.library, std::move(parameters),
                                  std::move(experiments));
}

// "  (95 %: 1.2 to 1.4)"; empty: there is none.
std::string interval(const sim::FitStatistics& statistics, std::size_t k) {
  const double low = statistics.low[k], high = statistics.high[k];
  if (std::isnan(low)) return {};
  const char* how = statistics.profiled[k] != 0 ? ", by its profile)" : ")";
  if (std::isinf(low) && std::isinf(high)) return "  (95 %: not bounded by the data)";
  if (std::isinf(low)) return "  (95 %: below " + sim::told(high) + how;
  if (std::isinf(high)) return "  (95 %: above " + sim::told(low) + how;
  return "  (95 %: " + sim::told(low) + " to " + sim::told(high) + how;
}

void print(const std::string& file, const sim::EstimationReport& found) {
  std::string text = file + ": estimated in " + std::to_string(found.search.iterations) + " iterations, " +
                     std::to_string(found.runs) + " runs, " +
                     (found.differences.empty() ? "exact derivatives\n" : "derivatives by differences\n");
  for (std::size_t k = 0; k < found.parameters.size(); ++k) {
    text += "  " + found.parameters[k].name + " = " + sim::told(found.search.x[k]);
    text += interval(found.statistics, k);
    text += "\n";
  }
  for (const sim::EstimationFit& fit : found.fits)
    text += "  " + fit.signal + ": fit " + sim::told(fit.percent) + " %  (" + fit.experiment + ")\n";
  std::fputs(text.c_str(), stdout);
}

}  // namespace

int estimateCommand(const Arguments& arguments) {
  auto source = openModel(arguments);
  if (!source) return refused(arguments.model, source.errors());
  report(source->file, source->warnings, leastReported(arguments));
  const auto estimation = estimationOf(arguments, *source);
  if (!estimation) return refused(source->file, estimation.errors());
  const auto found = estimation->run();
  if (!found) return refused(source->file, found.errors());
  const auto json = arguments.last("--json");
  if (json != "-" && !arguments.has("--quiet")) print(source->file, *found);
  report(source->file, found->notes, leastReported(arguments));
  if (json && !writeText(*json, sim::estimation_json(*found))) return ModelError;
  const auto out = arguments.last("--out");
  if (!out) return Success;
  const auto edit = sim::write_estimate(source->diagram, source->library, *found);
  if (!edit) return refused(source->file, edit.errors());
  sim::apply(source->diagram, *edit);
  return saveModel(*out, source->diagram) ? Success : ModelError;
}

}  // namespace fluxion
