// fluxion-cli trim: an operating point with given properties.
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/point_files.h"
#include "app/cli/result_files.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/study/trim.h"

namespace fluxion {

namespace {

struct Names {
  std::vector<std::string> states, inputs, outputs;
};

sim::TrimSpec* specOf(sim::TrimQuestion& question, const Names& names, const std::string& name) {
  const auto in = [&](const std::vector<std::string>& list,
                      std::vector<sim::TrimSpec>& specs) -> sim::TrimSpec* {
    for (std::size_t k = 0; k < list.size(); ++k)
      if (list[k] == name) return &specs[k];
    return nullptr;
  };
  if (auto* state = in(names.states, question.states)) return state;
  if (auto* input = in(names.inputs, question.inputs)) return input;
  return in(names.outputs, question.outputs);
}

sim::Diagnostic unknownName(const Names& names, std::string_view option, const std::string& name) {
  std::vector<std::string> all = names.states;
  all.insert(all.end(), names.inputs.begin(), names.inputs.end());
  all.insert(all.end(), names.outputs.begin(), names.outputs.end());
  const std::string near = sim::did_you_mean(name, all);
  return sim::error(std::string(option) + ' ' + name, "there is no state, input or output of this name",
                    near.empty() ? "it may be " + sim::join(all, ", ") : near);
}

// NAME=VALUE, or NAME=LOW..HIGH where a range is asked for.
sim::Diagnostics specify(sim::TrimQuestion& question, const Names& names, std::string_view option,
                         const std::string& text) {
  const auto split = sim::split_assignment(text);
  if (!split)
    return {sim::error(std::string(option) + ' ' + text, "this is not an assignment", "write NAME=VALUE")};
  sim::TrimSpec* spec = specOf(question, names, split->first);
  if (!spec) return {unknownName(names, option, split->first)};
  const std::string& given = split->second;
  const auto wrong = [&](const char* remedy) {
    return sim::Diagnostics{
        sim::error(std::string(option) + ' ' + split->first, "'" + given + "' is no number", remedy)};
  };
  if (option == "--bounds") {
    const auto dots = given.find("..");
    if (dots == std::string::npos) return wrong("write LOW..HIGH; inf and -inf are none");
    const auto low = sim::parse_number(given.substr(0, dots)),
               high = sim::parse_number(given.substr(dots + 2));
    if (!low || !high || !(*low <= *high)) return wrong("write LOW..HIGH; inf and -inf are none");
    spec->minimum = *low, spec->maximum = *high;
    return {};
  }
  const auto value = sim::parse_number(given);
  if (!value) return wrong("write NAME=VALUE");
  spec->value = *value;
  spec->known = option == "--known";
  return {};
}

sim::Diagnostics specifyAll(const Arguments& arguments, sim::TrimQuestion& question, const Names& names) {
  sim::Diagnostics problems;
  const auto collect = [&](const sim::Diagnostics& found) {
    problems.insert(problems.end(), found.begin(), found.end());
  };
  for (const char* option : {"--guess", "--known", "--bounds"})
    for (const std::string& text : arguments.all(option)) collect(specify(question, names, option, text));
  for (const std::string& name : arguments.all("--not-steady")) {
    if (sim::TrimSpec* spec = specOf(question, names, name))
      spec->steady = false;
    else
      collect({unknownName(names, "--not-steady", name)});
  }
  return problems;
}

void print(const std::string& file, const sim::TrimReport& report) {
  const sim::LinearModel& m = report.model;
  std::string text = file + (report.satisfied ? ": trimmed" : ": not trimmed") + " after " +
                     std::to_string(report.iterations) + " iterations\n";
  const auto list = [&](const char* title, const std::vector<std::string>& names,
                        const std::vector<double>& values, const std::vector<double>* rates) {
    if (names.empty()) return;
    text += std::string("  ") + title + '\n';
    for (std::size_t k = 0; k < names.size(); ++k)
      text += "    " + names[k] + " = " + sim::to_text(values[k]) +
              (rates ? "  (dx/dt " + sim::told((*rates)[k]) + ")" : std::string()) + '\n';
  };
  list("states", m.states, m.x, &m.dx);
  list("inputs", m.inputs, m.u, nullptr);
  list("outputs", m.outputs, m.y, nullptr);
  for (const std::string& unmet : report.unmet) text += "  not met: " + unmet + '\n';
  for (const std::string& blocked : report.blocked) text += "  as far as it may go: " + blocked + '\n';
  if (!report.undetermined.empty())
    text += "  not determined by the specifications: " + sim::join(report.undetermined, ", ") + '\n';
  if (!report.not_held.empty())
    text +=
        "  not in the operating point, because the model computes them: " + sim::join(report.not_held, ", ") +
        '\n';
  std::fputs(text.c_str(), stdout);
}

// Where the search begins, but for what --guess says.
sim::Result<sim::OperatingPoint> startOf(const Arguments& arguments, const ModelSource& source,
                                         const sim::Linearizer& linearizer) {
  if (const auto path = arguments.last("--point")) return readPoint(std::string(*path), source, linearizer);
  const auto at = arguments.last("--at");
  const auto t = at ? sim::parse_number(*at) : linearizer.start_time();
  if (!t) return sim::error("--at", "'" + *at + "' is no time", "write seconds");
  const auto start = linearizer.reach({*t});
  if (!start) return start.errors();
  return start->front();
}

sim::Result<sim::TrimReport> trimmed(const Arguments& arguments, const ModelSource& source,
                                     std::unique_ptr<sim::Linearizer>& linearizer) {
  std::vector<sim::AnalysisPoint> points;
  for (const auto& [option, kind] :
       {std::pair{"--input", sim::PointKind::Input}, std::pair{"--output", sim::PointKind::Output}})
    for (const std::string& name : arguments.all(option)) {
      if (sim::split_assignment(name)) continue;
      const auto signal = sim::find_signal(source.diagram, name);
      if (!signal) return signal.errors();
      points.push_back({*signal, kind});
    }
  auto prepared = sim::Linearizer::prepare(source.diagram, source.library, points);
  if (!prepared) return prepared.errors();
  linearizer = std::make_unique<sim::Linearizer>(*std::move(prepared));
  const auto start = startOf(arguments, source, *linearizer);
  if (!start) return start.errors();
  auto question = sim::trim_question(*linearizer, *start);
  if (!question) return question.errors();
  const auto model = linearizer->at(*start, false);
  if (!model) return model.errors();
  const Names names{model->states, model->inputs, model->outputs};
  if (const sim::Diagnostics problems = specifyAll(arguments, *question, names); !problems.empty())
    return problems;
  return sim::trim(*linearizer, *question);
}

}  // namespace

int trimCommand(const Arguments& arguments) {
  const auto source = openModel(arguments, true);
  if (!source) {
    report(arguments.model, source.errors());
    return ModelError;
  }
  report(source->file, source->warnings, leastReported(arguments));
  std::unique_ptr<sim::Linearizer> linearizer;
  const auto found = trimmed(arguments, *source, linearizer);
  if (!found) {
    report(source->file, found.errors());
    return ModelError;
  }
  if (!arguments.has("--quiet")) print(source->file, *found);
  if (const auto path = arguments.last("--save"); path && found->satisfied) {
    const auto text = pointText(found->point, *source, *linearizer);
    if (!text) return refused(source->file, text.errors());
    if (!writeText(*path, *text)) return ModelError;
  }
  if (!found->satisfied)
    report(source->file,
           {sim::error({},
                       "there is no such operating point near: " + found->unmet.front() +
                           (found->blocked.empty() ? "" : "; " + sim::join(found->blocked, ", ")),
                       "begin elsewhere with --guess, or ask for less")});
  return found->satisfied ? Success : ModelError;
}

}  // namespace fluxion
