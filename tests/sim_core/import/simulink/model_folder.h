#pragma once
// Models with other files beside them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/import/import_model.h"
#include "tests/support/run_results.h"

namespace sim::importing::simulink {

namespace fs = std::filesystem;

struct Folder {
  fs::path path = fs::temp_directory_path() / ("fluxion-import-links-" + std::to_string(::getpid()));
  Folder() { fs::remove_all(path), fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
  }
  std::string at(const std::string& name) const { return (path / name).string(); }
  ImportedModel import(const std::string& name) const {
    static const BlockLibrary library = standard_library();
    auto model = import_model(at(name), library);
    EXPECT_TRUE(model) << (model ? "" : to_text(model.error()));
    return model ? *std::move(model) : ImportedModel{};
  }
};

// The last value of the output "out".
inline double final_value(const Diagram& diagram) {
  const RunOutcome run = run_diagram(diagram);
  EXPECT_EQ(run.end, RunEnd::Finished) << (run.diagnostics.empty() ? "" : to_text(run.diagnostics[0]));
  const auto out = run.columns.find("out");
  return out == run.columns.end() || out->second.empty() ? NAN : run.column("out").back();
}

inline bool tells(const Diagnostics& all, const std::string& part) {
  for (const Diagnostic& d : all)
    if (to_text(d).find(part) != std::string::npos) return true;
  return false;
}

}  // namespace sim::importing::simulink
