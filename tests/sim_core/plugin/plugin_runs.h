#pragma once
// What the tests of plug-ins share: the library with plug-ins, and runs of small models.
#include <gtest/gtest.h>

#include <string>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/plugin/plugin_loader.h"
#include "tests/support/model_builder.h"

namespace sim {

inline BlockLibrary library_with(const std::string& folder) {
  BlockLibrary library = standard_library();
  for (const Diagnostic& d : load_plugins(folder, library))
    if (d.path.find("broken") == std::string::npos && d.path.find("no_entry") == std::string::npos)
      ADD_FAILURE() << to_text(d);
  return library;
}

// One block whose outputs all go to a scope.
inline Diagram single(const std::string& type, std::map<std::string, std::string> parameters,
                      int outputs = 1) {
  ModelBuilder m;
  const Id block = m.block(type, "Plant", std::move(parameters));
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", std::to_string(outputs)}});
  for (int k = 0; k < outputs; ++k) m.connect(block, k, scope, k);
  return m.diagram;
}

// Compiled, and run to its end.
struct Ran {
  Ran(const Diagram& diagram, const BlockLibrary& library) {
    auto prepared = ModelRun::prepare(diagram, library);
    if (!prepared) {
      problems = prepared.errors();
      return;
    }
    run = *std::move(prepared);
    result = run->execute();
    problems = result.diagnostics;
  }
  double end(std::size_t column) const { return run->log().value(column, run->log().size() - 1); }
  std::string text() const {
    std::string all;
    for (const Diagnostic& d : problems) all += to_text(d) + "\n";
    return all;
  }

  std::unique_ptr<ModelRun> run;
  RunResult result;
  Diagnostics problems;
};

}  // namespace sim
