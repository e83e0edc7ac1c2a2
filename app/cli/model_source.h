#pragma once
// The model that a command works on: the file, with what --set and --config change in it. Nothing is written
// back.
#include <memory>
#include <optional>
#include <string>

#include "app/cli/arguments.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/model_run/model_run.h"

namespace fluxion {

struct ModelSource {
  std::string file;
  sim::Diagram diagram;
  sim::BlockLibrary library;
  sim::Diagnostics warnings;  // of the file and of plug-ins that could not be loaded
};

// Loads the file, or says why not.
sim::Result<ModelSource> loadModel(const Arguments& arguments);
// The same, and applies the changes. `inputsAreSignals`: an --input without = is no assignment, but the name
// of a signal.
sim::Result<ModelSource> openModel(const Arguments& arguments, bool inputsAreSignals = false);
// A model with nothing in it.
sim::Result<ModelSource> newModel();

// A model that is ready to run.
struct PreparedModel {
  ModelSource source;
  std::shared_ptr<sim::ModelRun> run;
};
// Opens and compiles; open inputs are what the operating point of --from holds them at. Warnings, and what is
// wrong where there is nothing to return, have been reported. With
// --strict warnings are errors.
std::optional<PreparedModel> prepareModel(const Arguments& arguments);
// Whether --strict is given and there is a warning among these.
bool isRefused(const Arguments& arguments, const sim::Diagnostics& found);
// With --quiet notes are not told.
sim::Severity leastReported(const Arguments& arguments);

// NAME=EXPR: a model variable, or "Block/path.parameter". Empty: done.
sim::Diagnostics setValue(sim::Diagram& diagram, const sim::BlockLibrary& library,
                          const std::string& assignment);

// KEY=VALUE: a setting by its conventional name. Empty: done.
sim::Diagnostics setConfiguration(sim::Diagram& diagram, const std::string& assignment);

}  // namespace fluxion
