// fluxion-cli generate: the model, or a subsystem of it, as C source in a folder.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "sim_core/base/text.h"
#include "sim_core/code_generation/generate_code.h"

namespace fluxion {

static sim::Result<sim::CodeRequest> requestOf(const Arguments& arguments) {
  sim::CodeRequest request;
  request.model = std::filesystem::path(arguments.model).filename().string();
  request.subsystem = arguments.last("--subsystem").value_or("");
  std::vector<std::string> names;
  for (const sim::CodeTargetInfo& info : sim::code_targets) names.emplace_back(info.name);
  const std::string target = arguments.last("--target").value_or(names.front());
  const auto found = std::find(names.begin(), names.end(), target);
  if (found == names.end())
    return sim::error("--target " + target, "there is no such target",
                      "choose one of " + sim::join(names, ", "));
  request.target = sim::code_targets[found - names.begin()].target;
  const std::string precision = arguments.last("--precision").value_or("double");
  const auto chosen = std::find_if(std::begin(sim::code_precisions), std::end(sim::code_precisions),
                                   [&](const auto& info) { return info.name == precision; });
  if (chosen == std::end(sim::code_precisions))
    return sim::error("--precision " + precision, "there is no such precision", "choose double or float");
  request.precision = chosen->precision;
  const std::string tasks = arguments.last("--tasks").value_or("single");
  const auto foundTasks = std::find_if(std::begin(sim::code_tasks), std::end(sim::code_tasks),
                                       [&](const auto& info) { return info.name == tasks; });
  if (foundTasks == std::end(sim::code_tasks))
    return sim::error("--tasks " + tasks, "code has no such tasks", "choose single or per-rate");
  request.tasks = foundTasks->tasks;
  return request;
}

int generateCommand(const Arguments& arguments) {
  const auto folder = arguments.last("--out");
  if (!folder) {
    report("fluxion-cli", {sim::error("--out", "generate needs a folder to write to", "add --out FOLDER")});
    return UsageError;
  }
  const auto request = requestOf(arguments);
  if (!request) {
    report("fluxion-cli", request.errors());
    return UsageError;
  }
  const auto source = openModel(arguments);
  if (!source) {
    report(arguments.model, source.errors());
    return ModelError;
  }
  report(source->file, source->warnings, leastReported(arguments));
  const auto code = sim::generate_code(source->diagram, source->library, *request);
  if (!code) {
    report(source->file, code.errors());
    return ModelError;
  }
  report(source->file, code->warnings, leastReported(arguments));
  report(source->file, code->early, leastReported(arguments));
  if (const auto problems = sim::write_code(*folder, *code, arguments.has("--measure")); !problems.empty()) {
    report({}, problems);
    return ModelError;
  }
  if (!arguments.has("--quiet"))
    std::printf("%s: %zu files in %s%s%s\n", source->file.c_str(), code->written.files.size() + 1,
                folder->c_str(), code->library.empty() ? "" : ", and ", code->library.c_str());
  return Success;
}

}  // namespace fluxion
