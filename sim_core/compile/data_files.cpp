#include "sim_core/compile/data_files.h"

#include <algorithm>
#include <filesystem>

#include "sim_core/base/data_file.h"
#include "sim_core/base/file_cache.h"
#include "sim_core/base/locale_independent.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/files/data_table.h"

namespace sim::compile_phases {

namespace fs = std::filesystem;

namespace {

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = lower_case(c);
  return ending;
}

Result<DataTable> read_table(const fs::path& path, const std::string& time) {
  const std::string ending = ending_of(path);
  if (ending == ".mat") return mat_table(path.string(), time);
  if (ending != ".csv" && ending != ".txt" && ending != ".tsv")
    return error({}, "it is neither a CSV nor a MAT file", "choose a file that ends in .csv or .mat");
  constexpr std::size_t most_bytes = std::size_t{1} << 29;
  const auto text =
      read_text_file(path.string(), most_bytes, "check its name; it is looked for in the model's folder",
                     "leave out columns or rows");
  if (!text) return text.errors();
  return csv_table(*text);
}

bool is_data_file(const ParameterSpec& spec) {
  return spec.kind == ParameterKind::Text && spec.name == data_file_parameter;
}

// Of a text parameter that the block may have.
std::string text_of(const Instance& instance, const char* parameter) {
  const int index = instance.type->parameter_index(parameter);
  return index < 0 ? std::string() : std::string(instance.parameters[static_cast<std::size_t>(index)].text);
}

using SharedTable = std::shared_ptr<const Result<DataTable>>;

// The variable of the time counts in MAT files only, where it says which others fit it.
SharedTable table_of(const fs::path& path, const std::string& time) {
  static FileCache<Result<DataTable>> cache(8);
  return cache.get(path, ending_of(path) == ".mat" ? time : std::string(),
                   [&] { return read_table(path, time); });
}

}  // namespace

bool reads_data_files(const BlockType& type) {
  return std::any_of(type.parameters.begin(), type.parameters.end(), is_data_file);
}

bool has_column(const Diagram& diagram, const std::string& file, const std::string& name) {
  std::error_code failed;
  const fs::path path = fs::absolute(file, failed).lexically_normal();
  if (!may_read(diagram.access, path)) return false;
  const SharedTable table = table_of(path, "");
  return *table && std::find((*table)->names.begin(), (*table)->names.end(), name) != (*table)->names.end();
}

void read_data_files(const SharedAccess& access, Instance& instance, Report& report) {
  if (instance.type->role == BlockRole::Inport) return;  // those with a table have become From File blocks
  for (std::size_t k = 0; k < instance.parameters.size(); ++k) {
    if (!is_data_file(instance.type->parameters[k])) continue;
    ParameterValue& value = instance.parameters.own()[k];
    if (value.text.empty()) {
      report.fail(instance, "it names no file", "choose a CSV or MAT file");
      continue;
    }
    std::error_code failed;
    const fs::path path = fs::absolute(value.text, failed).lexically_normal();
    if (!may_read(access, path)) {
      report.fail(instance,
                  "the file '" + path.string() +
                      "' lies outside of the model's folder, and the model may not read there",
                  "allow the model to read it, or move the file below the model's folder");
      continue;
    }
    const std::string time = text_of(instance, time_column_parameter);
    const SharedTable table = table_of(path, time);
    auto picked = *table ? picked_columns(**table, time, text_of(instance, data_columns_parameter))
                         : Result<DataTable>(table->errors());
    if (!picked) {
      for (const Diagnostic& d : picked.errors())
        report.fail(instance, "the file '" + path.string() + "' cannot be used: " + d.message, d.remedy);
      continue;
    }
    value.shape = {static_cast<int>(picked->rows), static_cast<int>(picked->columns)};
    value.numbers = std::move(picked->values);
  }
}

std::map<std::string, std::string> data_file_stamps(const Blocks& model) {
  std::map<std::string, std::string> stamps;
  for (const Instance& instance : stoppable(model.instances))
    for (std::size_t k = 0; k < instance.parameters.size() && k < instance.type->parameters.size(); ++k)
      if (is_data_file(instance.type->parameters[k]))
        stamps[instance.parameters[k].text] = file_stamp(instance.parameters[k].text);
  return stamps;
}

}  // namespace sim::compile_phases
