// fluxion-cli linearize: the model near points of its run as linear systems.
#include <algorithm>
#include <cstdio>
#include <limits>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/point_files.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/linear_files.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/linear_analysis/pade.h"
#include "sim_core/linear_analysis/reductions.h"
#include "sim_core/linear_analysis/triggers.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/model_run/sinks.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion {

namespace {

using Models = std::vector<sim::LinearModel>;

struct Wishes {
  std::vector<double> times{-std::numeric_limits<double>::infinity()};
  double sampleTime = -1;  // below 0: a continuous model
  int pade = 0, balanced = -1;
  std::size_t most = 100;  // instants of a trigger
};

sim::Result<double> number(const Arguments& arguments, std::string_view option, double otherwise) {
  const auto text = arguments.last(option);
  if (!text) return otherwise;
  const auto value = sim::parse_number(*text);
  if (!value || !(*value >= 0))
    return sim::error(std::string(option), "'" + *text + "' is no number of at least 0");
  return *value;
}

sim::Result<Wishes> wishes(const Arguments& arguments) {
  Wishes out;
  if (const auto at = arguments.last("--at")) {
    out.times.clear();
    std::size_t from = 0;
    while (from <= at->size()) {
      const std::size_t comma = std::min(at->find(',', from), at->size());
      const auto t = sim::parse_number(at->substr(from, comma - from));
      if (!t) return sim::error("--at", "'" + *at + "' is no list of times", "write seconds, such as 0,5,10");
      out.times.push_back(*t);
      from = comma + 1;
    }
  }
  const auto sample = number(arguments, "--sample-time", -1), pade = number(arguments, "--pade", 0),
             balanced = number(arguments, "--balanced", -1), most = number(arguments, "--most", 100);
  for (const auto* each : {&sample, &pade, &balanced, &most})
    if (!*each) return each->errors();
  if (*pade > sim::most_pade_order)
    return sim::error("--pade", "the order is at most " + std::to_string(sim::most_pade_order));
  if (!(*most >= 1 && *most <= 10'000)) return sim::error("--most", "write a number from 1 to 10000");
  out.most = static_cast<std::size_t>(*most);
  out.sampleTime = *sample;
  out.pade = static_cast<int>(*pade), out.balanced = static_cast<int>(*balanced);
  return out;
}

// The signals that options name; none: those of the model. A signal that is input and output is given twice.
sim::Result<std::vector<sim::AnalysisPoint>> points(const Arguments& arguments, const sim::Diagram& diagram) {
  constexpr std::pair<std::string_view, sim::PointKind> options[] = {
      {"--input", sim::PointKind::Input},
      {"--output", sim::PointKind::Output},
      {"--break", sim::PointKind::LoopBreak},
      {"--open-input", sim::PointKind::OpenInput},
      {"--open-output", sim::PointKind::OpenOutput},
      {"--sensitivity", sim::PointKind::Sensitivity},
      {"--complementary-sensitivity", sim::PointKind::ComplementarySensitivity},
      {"--loop-transfer", sim::PointKind::LoopTransfer},
  };
  std::vector<sim::AnalysisPoint> all;
  sim::Diagnostics problems;
  for (const auto& [option, kind] : options)
    for (const std::string& name : arguments.all(option)) {
      if (kind == sim::PointKind::Input && sim::split_assignment(name))
        continue;  // what the input is in the run
      const auto signal = sim::find_signal(diagram, name);
      if (signal)
        all.push_back({*signal, kind});
      else
        problems.insert(problems.end(), signal.errors().begin(), signal.errors().end());
    }
  if (!problems.empty()) return problems;
  // Only breaks, or only inputs: the rest is that of the model.
  const bool adds = std::any_of(all.begin(), all.end(), [](auto& p) { return sim::effect_of(p.kind).adds; });
  const bool reads = std::any_of(all.begin(), all.end(), [](auto& p) {
    return sim::effect_of(p.kind).reads != sim::PointReading::None;
  });
  if (adds && reads) return all;
  for (const sim::AnalysisPoint& point : sim::default_points(diagram)) {
    const sim::PointEffect effect = sim::effect_of(point.kind);
    const bool wanted = (effect.adds && !adds) || (effect.reads != sim::PointReading::None && !reads) ||
                        (!effect.adds && effect.reads == sim::PointReading::None);
    if (wanted) all.push_back(point);
  }
  return all;
}

sim::Result<std::vector<sim::OperatingPoint>> operatingPoints(const Arguments& arguments,
                                                              const ModelSource& source,
                                                              const sim::Linearizer& linearizer,
                                                              const Wishes& asked) {
  const auto files = arguments.all("--point");
  if (const auto when = arguments.all("--when"); !when.empty()) {
    if (!files.empty() || arguments.has("--at"))
      return sim::error("--when", "it goes with neither --at nor --point", "leave one of them out");
    std::vector<double> times;
    for (const std::string& text : when) {
      const auto trigger = sim::read_trigger(source.diagram, text);
      if (!trigger) return trigger.errors();
      const auto found = sim::trigger_times(source.diagram, source.library, *trigger, asked.most);
      if (!found) return found.errors();
      times.insert(times.end(), found->begin(), found->end());
    }
    std::ranges::sort(times);
    return linearizer.reach(times);
  }
  if (files.empty()) return linearizer.reach(asked.times);
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

sim::Result<Models> linearModels(const Arguments& arguments, const ModelSource& source) {
  const auto asked = wishes(arguments);
  if (!asked) return asked.errors();
  const auto signals = points(arguments, source.diagram);
  if (!signals) return signals.errors();
  const auto linearizer = sim::Linearizer::prepare(source.diagram, source.library, *signals);
  if (!linearizer) return linearizer.errors();
  const auto instants = operatingPoints(arguments, source, *linearizer, *asked);
  if (!instants) return instants.errors();
  Models models;
  for (const sim::OperatingPoint& point : *instants) {
    auto model =
        asked->sampleTime < 0 ? linearizer->at(point) : linearizer->sampled_at(point, asked->sampleTime);
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
