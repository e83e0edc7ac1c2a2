// fluxion-cli trim: an operating point with given properties.
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/point_files.h"
#include "app/cli/result_files.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/run_points.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/study/trim.h"
#include "sim_core/study/trim_grid.h"
#include "sim_core/study/value_list.h"

namespace fluxion {

namespace {

// The wish about a name; a problem stands at the option.
sim::Result<sim::TrimWish*> wishOf(sim::TrimSpecification& specification, const sim::LinearModel& model,
                                   std::string_view option, const std::string& name) {
  auto wish = sim::wish_of(specification, model, name);
  if (wish) return wish;
  sim::Diagnostic unknown = wish.error();
  unknown.path = std::string(option) + ' ' + name;
  return unknown;
}

// NAME=VALUE, or NAME=LOW..HIGH where a range is asked for.
sim::Diagnostics specify(sim::TrimSpecification& specification, const sim::LinearModel& model,
                         std::string_view option, const std::string& text) {
  const auto split = sim::split_assignment(text);
  if (!split)
    return {sim::error(std::string(option) + ' ' + text, "this is not an assignment", "write NAME=VALUE")};
  const auto found = wishOf(specification, model, option, split->first);
  if (!found) return found.errors();
  sim::TrimWish* wish = *found;
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
    wish->minimum = *low, wish->maximum = *high;
    return {};
  }
  const auto value = sim::parse_number(given);
  if (!value) return wrong("write NAME=VALUE");
  wish->value = *value;
  wish->known = option == "--known";
  return {};
}

// What the model has, and what the options say besides.
sim::Result<sim::TrimSpecification> specificationOf(const Arguments& arguments, const ModelSource& source,
                                                    const sim::LinearModel& model) {
  sim::Diagnostics problems;
  sim::TrimSpecification specification;
  if (!arguments.has("--plain")) specification = sim::kept_trim(source.diagram, &problems);
  report(source.file, problems, leastReported(arguments));
  problems.clear();
  const auto collect = [&](const sim::Diagnostics& found) {
    problems.insert(problems.end(), found.begin(), found.end());
  };
  for (const char* option : {"--guess", "--known", "--bounds"})
    for (const std::string& text : arguments.all(option))
      collect(specify(specification, model, option, text));
  for (const std::string& name : arguments.all("--not-steady")) {
    if (const auto wish = wishOf(specification, model, "--not-steady", name))
      (*wish)->steady = false;
    else
      collect(wish.errors());
  }
  if (!problems.empty()) return problems;
  return specification;
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
  const auto start = linearizer.reach_given({*t});
  if (!start) return start.errors();
  return start->front();
}

sim::Result<std::vector<sim::AnalysisPoint>> pointsOf(const Arguments& arguments, const ModelSource& source) {
  const auto signals = [&](std::string_view option) {
    std::vector<std::string> names;
    for (const std::string& name : arguments.all(option))
      if (!sim::split_assignment(name)) names.push_back(name);
    return names;
  };
  return sim::points_on(source.diagram, signals("--input"), signals("--output"));
}

// A model that is asked, where the search begins, and what is asked.
struct Asked {
  std::vector<sim::AnalysisPoint> points;
  std::unique_ptr<sim::Linearizer> linearizer;
  sim::OperatingPoint start;
  sim::LinearModel model;
  sim::TrimSpecification specification;
};

sim::Result<Asked> prepare(const Arguments& arguments, const ModelSource& source) {
  Asked asked;
  const auto points = pointsOf(arguments, source);
  if (!points) return points.errors();
  asked.points = *points;
  auto prepared = sim::Linearizer::prepare(source.diagram, source.library, asked.points);
  if (!prepared) return prepared.errors();
  asked.linearizer = std::make_unique<sim::Linearizer>(*std::move(prepared));
  const auto start = startOf(arguments, source, *asked.linearizer);
  if (!start) return start.errors();
  asked.start = *start;
  auto model = asked.linearizer->at(asked.start, false);
  if (!model) return model.errors();
  asked.model = *std::move(model);
  auto specification = specificationOf(arguments, source, asked.model);
  if (!specification) return specification.errors();
  asked.specification = *std::move(specification);
  return asked;
}

sim::Result<sim::TrimReport> trimmed(const Asked& asked) {
  auto question = sim::trim_question(*asked.linearizer, asked.start);
  if (!question) return question.errors();
  sim::specify(*question, asked.model, asked.specification);
  return sim::trim(*asked.linearizer, *question);
}

// A trim for each combination of the values of --vary.
int trimGrid(const Arguments& arguments, const ModelSource& source, const Asked& asked) {
  if (arguments.has("--at") || arguments.has("--point") || arguments.has("--save"))
    return refused(source.file, {sim::error("--vary", "it goes with neither --at, --point nor --save",
                                            "begin where the model begins, and write --table FILE.csv")});
  sim::TrimGridQuestion question{{}, asked.points, asked.specification};
  for (const std::string& text : arguments.all("--vary")) {
    const auto split = sim::split_assignment(text);
    if (!split)
      return refused(source.file,
                     {sim::error("--vary " + text, "this is not an assignment", "write NAME=0:0.5:2")});
    auto values = sim::read_value_list(split->second);
    if (!values) return refused(source.file, values.errors());
    question.variations.push_back({split->first, *std::move(values), {}, {}});
  }
  watchForInterruption();
  const auto table = sim::trim_grid(source.diagram, source.library, question,
                                    [](const sim::TrimGridRow&, std::size_t) { return !isInterrupted(); });
  if (!table) return refused(source.file, table.errors());
  const auto path = arguments.last("--table");
  if (!writeText(path.value_or("-"), sim::to_csv(*table))) return ModelError;
  if (isInterrupted()) return Interrupted;
  if (path && *path != "-" && !arguments.has("--quiet"))
    std::printf("%s: %zu operating points, %zu not found\n", path->c_str(), table->rows.size(),
                table->unsatisfied());
  if (table->unsatisfied() == 0) return Success;
  return refused(
      source.file,
      {sim::error({}, "operating points that were not found: " + std::to_string(table->unsatisfied()),
                  "see the last column, begin elsewhere with --guess, or ask for less")});
}

}  // namespace

int trimCommand(const Arguments& arguments) {
  const auto source = openModel(arguments, true);
  if (!source) {
    report(arguments.model, source.errors());
    return ModelError;
  }
  report(source->file, source->warnings, leastReported(arguments));
  const auto asked = prepare(arguments, *source);
  if (!asked) return refused(source->file, asked.errors());
  if (const auto out = arguments.last("--out")) {
    sim::Diagram kept = source->diagram;
    sim::keep_trim(kept, asked->specification);
    if (!saveModel(*out, kept)) return ModelError;
  }
  if (arguments.has("--vary")) return trimGrid(arguments, *source, *asked);
  const auto found = trimmed(*asked);
  if (!found) return refused(source->file, found.errors());
  if (!arguments.has("--quiet")) print(source->file, *found);
  if (const auto path = arguments.last("--save"); path && found->satisfied) {
    const auto text = sim::text_of_point(found->point, source->diagram, source->library, *asked->linearizer);
    if (!text) return refused(source->file, text.errors());
    if (!writeText(*path, *text)) return ModelError;
  }
  if (!found->satisfied)
    report(source->file, {sim::not_trimmed(*found, "begin elsewhere with --guess, or ask for less")});
  return found->satisfied ? Success : ModelError;
}

}  // namespace fluxion
