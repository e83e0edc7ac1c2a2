// fluxion-cli generate: the model as C source, in a folder.
#include <cstdio>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/c_code.h"
#include "sim_core/model_run/output_file.h"

namespace fluxion {

namespace {

using Files = std::vector<sim::c_source::GeneratedFile>;

// Each file appears whole or not at all, and none does where one of them cannot be opened or is somebody
// else's: a Makefile in a folder of sources.
sim::Diagnostics writeFiles(const std::filesystem::path& folder, const Files& files) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!std::filesystem::is_directory(folder, failed))
    return {sim::error(folder.string(), "this folder cannot be made",
                       "choose another one, or allow writing where it is to be")};
  sim::Diagnostics problems;
  std::vector<std::unique_ptr<sim::OutputFile>> opened;
  for (const auto& file : files) {
    const auto foreign = sim::keep_foreign_file((folder / file.name).string(), sim::c_source::generated_mark);
    problems.insert(problems.end(), foreign.begin(), foreign.end());
    opened.push_back(std::make_unique<sim::OutputFile>((folder / file.name).string()));
    opened.back()->write(file.text);
    const auto& found = opened.back()->problems();
    problems.insert(problems.end(), found.begin(), found.end());
  }
  if (!problems.empty()) return problems;
  for (const auto& file : opened) {
    const auto found = file->commit();
    problems.insert(problems.end(), found.begin(), found.end());
  }
  return problems;
}

}  // namespace

int generateCommand(const Arguments& arguments) {
  const auto folder = arguments.last("--out");
  if (!folder) {
    report("fluxion-cli", {sim::error("--out", "generate needs a folder to write to", "add --out FOLDER")});
    return UsageError;
  }
  const auto source = openModel(arguments);
  if (!source) {
    report(arguments.model, source.errors());
    return ModelError;
  }
  report(source->file, source->warnings, leastReported(arguments));
  const sim::OpenInputs open = sim::with_open_inputs(source->diagram);
  const auto run = sim::ModelRun::prepare(open.diagram, source->library);
  if (!run) {
    report(source->file, run.errors());
    return ModelError;
  }
  report(source->file, (*run)->warnings(), leastReported(arguments));
  const std::string name = std::filesystem::path(arguments.model).filename().string();
  const auto unit = sim::time_unit(sim::setting(source->diagram, "TimeUnit"));
  const auto files = sim::c_code_of(**run, name, unit, open.blocks);
  if (!files) {
    report(source->file, files.errors());
    return ModelError;
  }
  if (const auto problems = writeFiles(*folder, *files); !problems.empty()) {
    report({}, problems);
    return ModelError;
  }
  if (!arguments.has("--quiet"))
    std::printf("%s: %zu files in %s\n", source->file.c_str(), files->size(), folder->c_str());
  return Success;
}

}  // namespace fluxion
