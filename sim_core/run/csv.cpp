#include "sim_core/run/csv.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/run/model_run.h"

namespace sim {

namespace fs = std::filesystem;

static constexpr std::string_view to_file_type = "sinks/to_file";

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

void write_csv(OutputFile& file, const SignalLog& log, std::span<const int> columns) {
  std::string line = "time";
  for (int c : columns) line += ',' + csv_field(log.column_names()[static_cast<std::size_t>(c)]);
  file.write(line + '\n');
  const std::size_t rows = log.size();
  for (std::size_t row = 0; row < rows; ++row) {
    line = to_text(log.time(row));
    for (int c : columns) {
      line += ',';
      line += to_text(log.value(c, row));
    }
    line += '\n';
    file.write(line);
  }
}

void write_csv(OutputFile& file, const SignalLog& log) {
  std::vector<int> columns(static_cast<std::size_t>(log.column_count()));
  std::iota(columns.begin(), columns.end(), 0);
  write_csv(file, log, columns);
}

static bool ends_in_csv(const std::string& name) {
  std::string extension = fs::path(name).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : static_cast<char>(c);
  });
  return extension == ".csv";
}

Result<std::vector<FileSink>> find_file_sinks(const Diagram& diagram, const Program& program) {
  std::vector<FileSink> sinks;
  Diagnostics problems;
  std::set<std::string> taken;
  for (std::size_t k = 0; k < program.viewers.size(); ++k) {
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(program.viewers[k].block)];
    if (block.type != to_file_type) continue;
    const auto& parameters = diagram.blocks.at(block.id).parameters;
    const auto named = parameters.find("file");
    const std::string name = named == parameters.end() ? "out.csv" : named->second;
    if (!ends_in_csv(name))
      problems.push_back(error(block.path, "'" + name + "' is not the name of a CSV file",
                               "choose a name that ends in .csv", block.id));
    else if (!taken.insert(fs::path(name).lexically_normal().string()).second)
      problems.push_back(error(block.path, "another block writes the file '" + name + "' too",
                               "give each its own file", block.id));
    sinks.push_back({static_cast<int>(k), name});
  }
  if (!problems.empty()) return problems;
  return sinks;
}

Diagnostics write_to_files(const ModelRun& run, const std::string& folder) {
  Diagnostics problems;
  const Program& program = run.program();
  for (const FileSink& sink : run.file_sinks()) {
    const Viewer& viewer = program.viewers[static_cast<std::size_t>(sink.viewer)];
    std::vector<int> columns;
    for (const auto& input : viewer.inputs)
      for (int index : input) {
        const LoggedSignal& signal = program.logged[static_cast<std::size_t>(index)];
        for (int k = 0; k < signal.count(); ++k) columns.push_back(signal.first + k);
      }
    OutputFile file((fs::path(folder) / sink.file).string());
    if (file.problems().empty()) write_csv(file, run.log(), columns);
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(viewer.block)];
    for (const Diagnostic& d : file.commit())
      problems.push_back(error(block.path, d.path + ": " + d.message, d.remedy, block.id));
  }
  return problems;
}

}  // namespace sim
