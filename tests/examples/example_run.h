#pragma once
// The folders of examples/: their models, their tables, and what a run of a model gives.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

#include "plugins/libraries.h"
#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/plugin/plugin_loader.h"

namespace sim {

namespace fs = std::filesystem;

inline const fs::path examples_folder = fs::path(FLUXION_SOURCE_DIR) / "examples";

inline std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(examples_folder))
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

inline std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline fs::path model_path(const std::string& name) { return examples_folder / name / (name + ".flx"); }

inline const BlockLibrary& library() {
  static const BlockLibrary all = [] {
    BlockLibrary blocks = standard_library();
    add_network_libraries(blocks);
    for (const Diagnostic& d : load_plugins(FLUXION_PLUGIN_DIR, blocks)) ADD_FAILURE() << to_text(d);
    return blocks;
  }();
  return all;
}

inline Diagram load(const std::string& name) {
  auto loaded = load_model(model_path(name).string());
  if (!loaded) {
    ADD_FAILURE() << to_text(loaded.error());
    return {};
  }
  for (const Diagnostic& d : loaded->warnings) ADD_FAILURE() << to_text(d);
  return std::move(loaded->diagram);
}

struct ExampleRun {
  std::unique_ptr<ModelRun> model;  // none: it did not compile
  RunStatistics statistics;
  const SignalLog& log() const { return model->log(); }
  explicit operator bool() const { return model != nullptr; }
};

// A run to the end of which there is nothing to report, but for settings that another solver does not read.
inline ExampleRun run(const Diagram& diagram) {
  auto prepared = ModelRun::prepare(diagram, library());
  if (!prepared) {
    for (const Diagnostic& d : prepared.errors()) ADD_FAILURE() << to_text(d);
    return {};
  }
  for (const Diagnostic& d : (*prepared)->warnings()) ADD_FAILURE() << to_text(d);
  RunResult result = (*prepared)->execute();
  EXPECT_EQ(result.end, RunEnd::Finished);
  for (const Diagnostic& d : result.diagnostics)
    if (d.severity != Severity::Note) ADD_FAILURE() << to_text(d);
  return {std::move(*prepared), std::move(result.statistics)};
}

inline int column(const SignalLog& log, const std::string& name) {
  const auto& names = log.column_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) ADD_FAILURE() << "no signal " << name << " is logged, but " << join(names, ", ");
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

struct Table {
  std::vector<std::string> names;  // without the time
  std::vector<double> times;
  std::vector<std::vector<double>> rows;
};

inline Table expected(const std::string& name) {
  Table table;
  std::istringstream text(read_text(examples_folder / name / "expected.csv"));
  for (std::string line; std::getline(text, line);) {
    std::vector<std::string> fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    if (table.names.empty()) {
      table.names.assign(fields.begin() + 1, fields.end());
      continue;
    }
    table.times.push_back(parse_number(fields.at(0)).value());
    table.rows.emplace_back();
    for (std::size_t k = 1; k < fields.size(); ++k)
      table.rows.back().push_back(parse_number(fields[k]).value());
  }
  return table;
}

}  // namespace sim
