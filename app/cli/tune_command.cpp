// fluxion-cli tune: gains of a PID controller for a crossover and a phase margin.
#include <cmath>
#include <cstdio>
#include <limits>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/point_files.h"
#include "app/cli/result_files.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/pid_tuning/tuning_json.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion {

namespace {

// The block that --block names, or the only one there is.
sim::Result<sim::Id> chosenBlock(const Arguments& arguments, const sim::Diagram& diagram) {
  if (const auto path = arguments.last("--block"))
    return sim::block_of_path(diagram, *path, "--block " + *path);
  const std::vector<sim::Id> all = sim::pid_blocks(diagram);
  if (all.size() == 1) return all.front();
  if (all.empty())
    return sim::error({}, "the model has no PID controller", "add a block of the type PID Controller");
  std::vector<std::string> paths;
  for (sim::Id id : all) paths.push_back(sim::block_path(diagram, id));
  return sim::error({}, "the model has several PID controllers",
                    "choose one with --block: " + sim::join(paths, ", "));
}

sim::Result<sim::PidTuner> tunerOf(const Arguments& arguments, const ModelSource& source) {
  const auto block = chosenBlock(arguments, source.diagram);
  if (!block) return block.errors();
  const auto pid = sim::read_pid(source.diagram, source.library, *block);
  if (!pid) return pid.errors();
  const auto points = sim::pid_points(source.diagram, *pid);
  if (!points) return points.errors();
  const auto linearizer = sim::Linearizer::prepare(source.diagram, source.library, *points);
  if (!linearizer) return linearizer.errors();
  sim::Result<sim::OperatingPoint> point = sim::error({}, {});
  if (const auto path = arguments.last("--point")) {
    point = readPoint(*path, source, *linearizer);
  } else {
    const auto at = arguments.last("--at");
    const auto t = at ? sim::parse_number(*at) : linearizer->start_time();
    if (!t) return sim::error("--at", "'" + *at + "' is no time", "write seconds");
    const auto reached = linearizer->reach_given({*t});
    if (!reached) return reached.errors();
    point = reached->front();
  }
  if (!point) return point.errors();
  auto plant = sim::pid_plant(*linearizer, *point, *pid);
  if (!plant) return plant.errors();
  return sim::PidTuner::prepare(source.diagram, source.library, *std::move(plant));
}

sim::Result<sim::PidTarget> targetOf(const Arguments& arguments, const sim::PidTuner& tuner) {
  sim::PidKind kind = tuner.plant().pid.kind;
  if (const auto name = arguments.last("--kind")) {
    int k = 0;
    while (k < sim::pid_kind_count && sim::name_of(static_cast<sim::PidKind>(k)) != *name) ++k;
    if (k == sim::pid_kind_count)
      return sim::error("--kind", "'" + *name + "' is no kind of controller", "it may be PID, PI, PD, P, I");
    kind = static_cast<sim::PidKind>(k);
  }
  const auto number = [&](const char* option) -> sim::Result<double> {
    const auto text = arguments.last(option);
    if (!text) return std::numeric_limits<double>::quiet_NaN();
    const auto value = sim::parse_number(*text);
    if (!value || !(*value > 0) || !std::isfinite(*value))
      return sim::error(option, "'" + *text + "' is no number above 0");
    return *value;
  };
  const auto crossover = number("--crossover"), response = number("--response-time"),
             margin = number("--phase-margin");
  for (const auto* each : {&crossover, &response, &margin})
    if (!*each) return each->errors();
  sim::PidTarget target{kind, *crossover, std::isnan(*margin) ? 60 : *margin};
  if (std::isnan(*crossover) && !std::isnan(*response)) target.crossover = 2 / *response;
  if (!std::isnan(target.crossover)) return target;
  auto suggested = tuner.suggestion(kind);
  if (suggested && !std::isnan(*margin)) suggested->phase_margin = *margin;
  return suggested;
}

std::string loopText(const sim::PidLoop& loop) {
  std::string text = loop.stable ? std::string() : "unstable; ";
  text += std::isnan(loop.crossover) ? std::string("no crossover")
                                     : "crossover " + sim::told(loop.crossover) + " rad/s, phase margin " +
                                           sim::told(loop.phase_margin) + " degrees";
  if (std::isfinite(loop.gain_margin)) text += ", gain margin " + sim::told(loop.gain_margin);
  if (!loop.stable || !loop.step.settles) return text;
  return text + "; step: rise time " + sim::told(loop.step.rise_time) + " s, overshoot " +
         sim::told(loop.step.overshoot) + " %, settling time " + sim::told(loop.step.settling_time) + " s";
}

void print(const std::string& file, const sim::PidTuner& tuner, const sim::PidTuning& tuning) {
  const sim::PidBlock& pid = tuner.plant().pid;
  std::string text = file + ": " + pid.path + ", " + sim::name_of(tuning.target.kind) +
                     (pid.ideal ? " in ideal form" : "") + "\n";
  for (const auto& [name, value] : sim::pid_parameters(pid, tuning.target.kind, tuning.gains))
    text += "  " + name + " = " + sim::told(value) + "\n";
  if (const auto now = tuner.present()) text += "  before: " + loopText(*now) + "\n";
  text += "  tuned: " + loopText(tuning.loop) + "\n";
  for (const sim::Diagnostic& note : tuning.notes) text += "  note: " + note.message + "\n";
  std::fputs(text.c_str(), stdout);
}

}  // namespace

int tuneCommand(const Arguments& arguments) {
  auto source = openModel(arguments);
  if (!source) return refused(arguments.model, source.errors());
  report(source->file, source->warnings, leastReported(arguments));
  const auto tuner = tunerOf(arguments, *source);
  if (!tuner) return refused(source->file, tuner.errors());
  const auto target = targetOf(arguments, *tuner);
  if (!target) return refused(source->file, target.errors());
  const auto tuning = tuner->tune(*target);
  if (!tuning) return refused(source->file, tuning.errors());
  const auto json = arguments.last("--json");
  if (json != "-" && !arguments.has("--quiet")) print(source->file, *tuner, *tuning);
  if (json && !writeText(*json, sim::tuning_json(*tuner, *tuning))) return ModelError;
  const auto out = arguments.last("--out");
  if (!out) return Success;
  sim::apply(source->diagram, sim::write_pid(source->diagram, source->library, tuner->plant().pid,
                                             target->kind, tuning->gains));
  return saveModel(*out, source->diagram) ? Success : ModelError;
}

}  // namespace fluxion
