// Models that others made, against results of other simulators, where there are some: FLUXION_IMPORT_CORPUS
// names a folder with models below it, and tables of results in its folder "expected".
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>

#include <gtest/gtest.h>
#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/import/import_model.h"
#include "tests/support/run_results.h"

namespace sim::importing {

namespace fs = std::filesystem;

namespace {

struct Expected {
  const char* model;
  const char* table;
  std::vector<std::size_t> columns;  // of the table, that the model records
  std::vector<std::pair<const char*, const char*>> variables = {};
};

// By columns; lines that are no numbers are titles.
std::vector<std::vector<double>> table_in(const std::string& path) {
  const auto text = read_text_file(path, std::size_t{1} << 26, "", "");
  if (!text) return {};
  std::vector<std::vector<double>> columns;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find_first_of("\r\n", at), text->size());
    std::vector<double> row;
    for (std::size_t from = at; from < end;) {
      const std::size_t comma = std::min(text->find(',', from), end);
      if (const auto v = parse_number(text->substr(from, comma - from))) row.push_back(*v);
      from = comma + 1;
    }
    at = end + 1;
    if (row.size() < 2) continue;
    columns.resize(row.size());
    for (std::size_t c = 0; c < row.size(); ++c) columns[c].push_back(row[c]);
  }
  return columns;
}

std::string list_of(const std::vector<double>& numbers) {
  std::string text = "[";
  for (const double v : numbers) text += sim::to_text(v) + ' ';
  return text + ']';
}

// The least of the greatest differences to any of the run's signals, relative to the largest value.
double distance(const std::vector<double>& times, const std::vector<double>& expected,
                const RunOutcome& run) {
  double largest = 0, least = INFINITY;
  for (const double v : expected) largest = std::max(largest, std::abs(v));
  const std::vector<double> run_times = run.times();
  for (const auto& [name, bits] : run.columns) {
    const std::vector<double> values = run.column(name);
    double most = 0;
    std::size_t row = 0;
    for (std::size_t k = 0; k < times.size(); ++k) {
      while (row < run_times.size() && run_times[row] < times[k] - 1e-9) ++row;
      double nearest = INFINITY;  // of the rows at this instant: two where the signal jumps
      for (std::size_t r = row; r < run_times.size() && run_times[r] <= times[k] + 1e-9; ++r)
        nearest = std::min(nearest, std::abs(values[r] - expected[k]));
      most = std::max(most, nearest);
    }
    least = std::min(least, most);
  }
  return least / std::max(largest, 1e-300);
}

}  // namespace

// Those of diagrams with random sources are other numbers.
TEST(Corpus, ResultsAreThoseOfOtherSimulators) {
  const char* folder = std::getenv("FLUXION_IMPORT_CORPUS");
  if (!folder || !fs::exists(fs::path(folder) / "expected"))
    GTEST_SKIP() << "FLUXION_IMPORT_CORPUS names no folder with results";
  const std::vector<Expected> all{
      {"simulink/Battery-Systems__DynamicSimulinkModel.slx",
       "Battery-Systems__DynamicSimulinkModel.csv",
       {2},
       {{"OCV", "3.7"}, {"R0", "0.05"}}},
      {"simulink/Mass-Spring-Damper-Sys__msdSimulationOutput.slx",
       "Mass-Spring-Damper-Sys__msdSimulationOutput.csv",
       {3}},
      {"xcos/scilab__Event__if_then_else.zcos", "scilab__Event__if_then_else_scope1.csv", {1}},
      {"xcos/scilab__Temperature_Controller.zcos", "scilab__Temperature_Controller_scope1.csv", {1, 2}},
      {"xcos/scilab__batch_simulation.zcos", "scilab__batch_simulation_scope1.csv", {1}},
  };
  const BlockLibrary library = standard_library();
  for (const Expected& one : all) {
    SCOPED_TRACE(one.model);
    auto made = import_model((fs::path(folder) / one.model).string(), library);
    ASSERT_TRUE(made) << to_text(made.error());
    const auto table = table_in((fs::path(folder) / "expected" / one.table).string());
    ASSERT_GT(table.size(), one.columns.back());
    Diagram& diagram = made->diagram;
    for (const auto& [name, value] : one.variables)
      diagram.variables[diagram.new_id()] = {name, value, {}, {}, {}};
    diagram.settings["RelTol"] = "1e-11", diagram.settings["AbsTol"] = "1e-13";
    diagram.settings["OutputOption"] = "AdditionalOutputTimes";
    diagram.settings["OutputTimes"] = list_of(table.front());
    const RunOutcome run = run_diagram(diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    for (const std::size_t column : one.columns) {
      const double d = distance(table.front(), table[column], run);
      std::cout << one.table << ", column " << column << ": " << d << '\n';
      EXPECT_LT(d, 1e-6) << "column " << column;
    }
  }
}

}  // namespace sim::importing
