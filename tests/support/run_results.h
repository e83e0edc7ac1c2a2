#pragma once
// Runs a diagram and keeps what it gave, in a form that two runs can be compared in to the last bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plugins/libraries.h"
#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/solvers/methods/registry.h"

namespace sim {

using Bits = std::vector<std::uint64_t>;

struct RunOutcome {
  bool prepared = false;
  RunEnd end = RunEnd::Failed;
  Diagnostics diagnostics;              // of compilation if it failed, else of the run
  std::map<std::string, Bits> columns;  // by name; "time" too
  RunStatistics statistics;

  bool has_column(const std::string& name) const { return columns.contains(name); }
  std::vector<double> column(const std::string& name) const {
    std::vector<double> out;
    const auto it = columns.find(name);
    if (it == columns.end()) {
      std::string known;
      for (const auto& [other, bits] : columns) known += " '" + other + "'";
      ADD_FAILURE() << "no column '" << name << "'; there are" << known << "\n" << messages();
      return out;
    }
    for (std::uint64_t bits : it->second) out.push_back(std::bit_cast<double>(bits));
    return out;
  }
  std::vector<double> times() const { return column("time"); }
  std::string messages() const {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += to_text(d) + "\n";
    return all;
  }
};

// Where two runs differ first; empty: nowhere, to the last bit.
inline std::string difference(const RunOutcome& a, const RunOutcome& b) {
  if (a.prepared != b.prepared) return a.messages() + b.messages();
  if (a.end != b.end) return "ended otherwise: " + a.messages() + "; " + b.messages();
  if (a.columns.size() != b.columns.size()) return "other columns";
  for (const auto& [name, bits] : a.columns) {
    const auto other = b.columns.find(name);
    if (other == b.columns.end()) return "no column " + name;
    for (std::size_t row = 0; row < std::min(bits.size(), other->second.size()); ++row)
      if (bits[row] != other->second[row])
        return name + "[" + std::to_string(row) + "]: " + to_text(std::bit_cast<double>(bits[row])) +
               " and " + to_text(std::bit_cast<double>(other->second[row]));
    if (bits.size() != other->second.size()) return name + " has other rows";
  }
  return {};
}

inline void copy_log(const SignalLog& log, std::map<std::string, Bits>& columns) {
  for (int c = -1; c < log.column_count(); ++c) {
    Bits& bits = columns[c < 0 ? "time" : log.column_names()[static_cast<std::size_t>(c)]];
    for (std::size_t row = 0; row < log.size(); ++row)
      bits.push_back(std::bit_cast<std::uint64_t>(c < 0 ? log.time(row) : log.value(c, row)));
  }
}

// Rows are the steps, unless the diagram says how many points to log in each.
inline Diagram with_rows_at_steps(Diagram diagram) {
  const Method* method = find_method(setting(diagram, "Solver"));
  if (method && method->kind == StepKind::Variable) diagram.settings.try_emplace("Refine", "1");
  return diagram;
}

inline RunOutcome run_diagram(const Diagram& diagram) {
  static const BlockLibrary library = [] {
    BlockLibrary all = standard_library();
    add_network_libraries(all);
    return all;
  }();
  RunOutcome outcome;
  auto run = ModelRun::prepare(with_rows_at_steps(diagram), library);
  if (!run) {
    outcome.diagnostics = run.errors();
    return outcome;
  }
  outcome.prepared = true;
  RunResult result = (*run)->execute();
  outcome.end = result.end;
  outcome.diagnostics = std::move(result.diagnostics);
  outcome.statistics = std::move(result.statistics);
  copy_log((*run)->log(), outcome.columns);
  return outcome;
}

}  // namespace sim
