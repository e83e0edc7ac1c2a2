#include "sim_core/model_run/sinks.h"

#include <filesystem>
#include <set>

#include "sim_core/expr/parser.h"
#include "sim_core/model_run/block_values.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/model_run/file_needs.h"
#include "sim_core/model_run/mat_log.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/written_files.h"

namespace sim {

namespace fs = std::filesystem;

static constexpr std::string_view to_variable_type = "sinks/to_variable";

std::string file_ending(const std::string& name) {
  std::string ending = fs::path(name).extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return ending;
}

namespace {

class Finder {
 public:
  explicit Finder(const Diagram& diagram) {
    for (const auto& [id, variable] : diagram.variables) of_model_.insert(variable.name);
  }

  void take_file(const BlockInfo& block, FileSink sink) {
    const std::string ending = file_ending(sink.file);
    if (ending != ".csv" && ending != ".mat")
      refuse(block, "'" + sink.file + "' is not the name of a CSV or MAT file",
             "choose a name that ends in .csv or .mat");
    else if (!files_.insert(fs::path(sink.file).lexically_normal().string()).second)
      refuse(block, "another block writes the file '" + sink.file + "' too", "give each its own file");
    found_.files.push_back(std::move(sink));
  }

  void take_variable(const BlockInfo& block, VariableSink sink) {
    if (!expr::is_name(sink.name))
      refuse(block, "'" + sink.name + "' is not a name",
             "choose a name of letters, digits and _ that begins with a letter");
    else if (of_model_.contains(sink.name))
      refuse(block, "the model has a variable '" + sink.name + "', which would hide what is recorded",
             "choose another name");
    else if (!variables_.insert(sink.name).second)
      refuse(block, "another block records the variable '" + sink.name + "' too", "give each its own name");
    found_.variables.push_back(std::move(sink));
  }

  Result<Sinks> end() {
    if (!problems_.empty()) return problems_;
    return std::move(found_);
  }

 private:
  void refuse(const BlockInfo& block, const std::string& what, const std::string& remedy) {
    problems_.push_back(error(block.path, what, remedy, block.id));
  }

  std::set<std::string> of_model_, files_, variables_;
  Sinks found_;
  Diagnostics problems_;
};

// What arrives at a viewer.
LogVariable signal_of(const Program& program, const Viewer& viewer, const std::string& name) {
  LogVariable variable{name, {}};
  for (const auto& input : viewer.inputs)
    for (int index : input) {
      const LoggedSignal& signal = program.logged[static_cast<std::size_t>(index)];
      for (int k = 0; k < signal.count(); ++k) variable.columns.push_back(signal.first + k);
    }
  return variable;
}

// The same, each of the signals by itself.
std::vector<LogVariable> signals_of(const Program& program, const Viewer& viewer) {
  const std::vector<LogVariable> all = log_variables(program);
  std::vector<LogVariable> signals;
  for (const auto& input : viewer.inputs)
    for (int index : input) signals.push_back(all[static_cast<std::size_t>(index)]);
  return signals;
}

}  // namespace

Result<Sinks> find_sinks(const Diagram& diagram, const BlockLibrary& library, const Program& program) {
  Finder finder(diagram);
  for (std::size_t k = 0; k < program.viewers.size(); ++k) {
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(program.viewers[k].block)];
    const int viewer = static_cast<int>(k);
    if (block.type != to_file_type && block.type != to_variable_type) continue;
    const BlockValues values(diagram, library, block);
    if (block.type == to_file_type)
      finder.take_file(block, {viewer, values[to_file_parameter].text, values.count("Decimation")});
    else
      finder.take_variable(
          block,
          {viewer, values["VariableName"].text, values.count("Decimation"), values.count("MaxDataPoints"),
           static_cast<VariableSink::Format>(static_cast<int>(values["SaveFormat"].number()))});
  }
  auto found = finder.end();
  if (found) found->access = diagram.access;
  return found;
}

// Why the file must stay as it is.
static std::optional<Diagnostic> refuse_to_write(const fs::path& file, const SharedAccess& access) {
  const auto missing = access ? missing_to_write(*access, file) : std::nullopt;
  if (!missing) return std::nullopt;
  if (*missing == AccessKind::Write)
    return error(file.string(), "it lies outside of the model's folder, and the model may not write there",
                 "allow the model to write there, or choose a name below the model's folder");
  return error(file.string(), "there is a file of this name that no run of Fluxion has written",
               "choose another name, move the file away, or trust the model");
}

Diagnostics write_to_files(const ModelRun& run, const std::string& folder) {
  Diagnostics problems;
  const Program& program = run.program();
  std::set<fs::path> written;
  for (const FileSink& sink : run.sinks().files) {
    const Viewer& viewer = program.viewers[static_cast<std::size_t>(sink.viewer)];
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(viewer.block)];
    const fs::path path = fs::path(folder) / sink.file;
    if (const auto refused = refuse_to_write(path, run.sinks().access)) {
      problems.push_back(
          error(block.path, refused->path + ": " + refused->message, refused->remedy, block.id));
      continue;
    }
    if (!written.insert(FileAccess::resolved(path)).second) {  // by another link
      problems.push_back(error(block.path, path.string() + ": another block writes this file too",
                               "give each its own file", block.id));
      continue;
    }
    OutputFile file(path.string());
    const LogRows rows{.step = sink.decimation};
    if (file.problems().empty() && file_ending(sink.file) == ".mat")
      write_mat(file, run.log(), signals_of(program, viewer), rows);
    else if (file.problems().empty())
      write_csv(file, run.log(), signal_of(program, viewer, {}).columns, rows);
    const Diagnostics failures = file.commit();
    if (failures.empty()) remember_written_by_run(path);
    for (const Diagnostic& d : failures)
      problems.push_back(error(block.path, d.path + ": " + d.message, d.remedy, block.id));
  }
  return problems;
}

// A column for each of these of the log, -1 is the time.
static expr::Value matrix_of(const ModelRun& run, const LogRows& rows, const std::vector<int>& columns) {
  std::vector<double> values;
  values.reserve(rows.count() * columns.size());
  for (const int column : columns)
    for (std::size_t row = rows.first; row < rows.end; row += rows.step)
      values.push_back(run.log().value(column, row));
  const Shape shape{static_cast<int>(rows.count()), static_cast<int>(columns.size())};
  return expr::Value::matrix(shape, std::move(values));
}

// The label is the name of the one signal that arrives.
static expr::Value signals_structure(const Program& program, const Viewer& viewer, expr::Value values) {
  std::string label;
  if (viewer.inputs.size() == 1 && viewer.inputs.front().size() == 1)
    label = program.logged[static_cast<std::size_t>(viewer.inputs.front().front())].name;
  const double elements = values.cols();
  return expr::Value::structure(scalar_shape, {{"values", {std::move(values)}},
                                               {"dimensions", {expr::Value::scalar(elements)}},
                                               {"label", {expr::Value::string(std::move(label))}}});
}

static expr::Value variable_of(const ModelRun& run, const VariableSink& sink) {
  using Format = VariableSink::Format;
  const Program& program = run.program();
  const Viewer& viewer = program.viewers[static_cast<std::size_t>(sink.viewer)];
  LogRows rows = LogRows{.step = sink.decimation}.within(run.log());
  if (rows.count() > sink.most_points) rows.first += (rows.count() - sink.most_points) * rows.step;
  std::vector<int> columns = signal_of(program, viewer, sink.name).columns;
  if (sink.format == Format::TimeAndValues) columns.insert(columns.begin(), -1);
  expr::Value values = matrix_of(run, rows, columns);
  if (sink.format == Format::Values || sink.format == Format::TimeAndValues) return values;
  const std::string& path = program.blocks[static_cast<std::size_t>(viewer.block)].path;
  const bool with_time = sink.format == Format::StructureWithTime;
  return expr::Value::structure(scalar_shape,
                                {{"time", {with_time ? matrix_of(run, rows, {-1}) : expr::Value()}},
                                 {"signals", {signals_structure(program, viewer, std::move(values))}},
                                 {"blockName", {expr::Value::string(path)}}});
}

expr::NamedValues recorded_variables(const ModelRun& run) {
  expr::NamedValues variables;
  for (const VariableSink& sink : run.sinks().variables)
    variables.emplace_back(sink.name, variable_of(run, sink));
  return variables;
}

}  // namespace sim
