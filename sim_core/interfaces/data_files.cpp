#include "sim_core/interfaces/data_files.h"

#include <deque>
#include <filesystem>
#include <mutex>

#include "sim_core/base/file_cache.h"
#include "sim_core/diagram/data_file_names.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/expr/integers.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/variable_files.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/interfaces/session_variables.h"

namespace sim {

namespace fs = std::filesystem;

namespace {

using FileVariables = std::shared_ptr<const Result<expr::NamedValues>>;
using SharedWorkspace = std::shared_ptr<const expr::Workspace>;

Result<expr::NamedValues> mat_variables(const std::string& path) {
  auto read = read_mat_file(path);
  if (!read) return read.errors();
  expr::NamedValues out;
  for (MatVariable& variable : *read)
    if (expr::is_name(variable.name))
      out.emplace_back(
          variable.name,
          expr::stored(variable.type, {static_cast<int>(variable.rows), static_cast<int>(variable.columns)},
                       std::move(variable.values), std::move(variable.imaginary)));
  return out;
}

Result<expr::NamedValues> read_variables(const std::string& path) {
  const std::string_view ending = data_file_ending(path);
  if (ending == ".mat") return mat_variables(path);
  constexpr std::size_t most_bytes = std::size_t{1} << 26;
  const auto text = read_text_file(path, most_bytes, "check its name; it is looked for in the model's folder",
                                   "keep large tables in MAT files");
  if (!text) return text.errors();
  return ending == ".csv" ? expr::load_variables_csv(*text) : expr::load_variables_json(*text);
}

FileVariables variables_of(const std::string& path) {
  static FileCache<Result<expr::NamedValues>> cache(16);
  return cache.get(path, {}, [&] { return read_variables(path); });
}

// Levels of variables are kept: they are asked for at each look at an expression.
class Chains {
 public:
  SharedWorkspace get(const SharedWorkspace& session, const std::vector<FileVariables>& files) {
    const std::lock_guard lock(mutex_);
    for (const Chain& chain : chains_)
      if (chain.session == session && chain.files == files) return chain.workspace;
    SharedWorkspace workspace = session;
    for (const FileVariables& file : files) {
      expr::Workspace level(workspace);
      for (const auto& [name, value] : **file) level.define(name, value);
      workspace = std::make_shared<const expr::Workspace>(std::move(level));
    }
    chains_.push_back({session, files, workspace});
    constexpr std::size_t most = 16;
    if (chains_.size() > most) chains_.pop_front();
    return workspace;
  }

 private:
  struct Chain {
    SharedWorkspace session;
    std::vector<FileVariables> files;
    SharedWorkspace workspace;
  };
  std::mutex mutex_;
  std::deque<Chain> chains_;
};

Chains& chains() {
  static Chains only;
  return only;
}

// Of the files of a model that can be used; the others are told.
std::vector<FileVariables> usable_files(const Diagram& diagram, Diagnostics* problems) {
  std::vector<FileVariables> usable;
  for (const std::string& name : data_file_names(setting(diagram, data_files_setting))) {
    std::error_code failed;
    const std::string path = fs::absolute(name, failed).lexically_normal().string();
    const auto tell = [&](const std::string& what, const std::string& remedy) {
      if (problems) problems->push_back(error("DataFiles", "the file '" + path + "' " + what, remedy));
    };
    if (!may_read(diagram.access, path)) {
      tell("is not below the model's folder", "allow it when the window asks, or with --allow-read");
      continue;
    }
    FileVariables variables = variables_of(path);
    if (*variables)
      usable.push_back(std::move(variables));
    else
      for (const Diagnostic& d : variables->errors()) tell("cannot be used: " + d.message, d.remedy);
  }
  return usable;
}

}  // namespace

SharedWorkspace outer_variables(const Diagram& diagram) {
  const auto files = usable_files(diagram, nullptr);
  SharedWorkspace session = session_variables();
  return files.empty() ? session : chains().get(session, files);
}

Diagnostics data_file_problems(const Diagram& diagram) {
  Diagnostics problems;
  usable_files(diagram, &problems);
  return problems;
}

}  // namespace sim
