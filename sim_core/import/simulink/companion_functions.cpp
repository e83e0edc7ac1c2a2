#include "sim_core/import/simulink/companion_functions.h"

#include <filesystem>
#include <map>
#include <set>

#include "sim_core/diagram/text_file.h"
#include "sim_core/import/simulink/encoding.h"
#include "sim_core/import/simulink/mapping/function_code.h"

namespace sim::importing::simulink {

namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;

class Companions {
 public:
  explicit Companions(const fs::path& folder) : folder_(folder) {}

  // `seen`: the variables there, which are indexed with the same parentheses.
  void look_at(SourceSystem& system, const SourceModel& model, const Names& seen) {
    for (SourceBlock& block : system.blocks) {
      const SourceModel& from = block.origin ? *block.origin : model;
      if (const std::string program = program_of(block, from); !program.empty())
        complete(block, program, seen, from);
      if (block.contents.empty()) continue;
      Names inside = seen;
      if (block.mask) {
        for (const SourceMaskParameter& p : block.mask->parameters) inside.insert(p.name);
        for (const SourceVariable& v : block.mask->initialization) inside.insert(v.name);
      }
      for (SourceSystem& contents : block.contents) look_at(contents, from, inside);
    }
  }

 private:
  static std::string program_of(const SourceBlock& block, const SourceModel& model) {
    if (!block.code.empty() || block.type != "MATLABFcn") return block.code;
    std::string text = "sin";
    if (const auto defaults = model.defaults.find(block.type); defaults != model.defaults.end())
      if (const auto it = defaults->second.find("MATLABFcn"); it != defaults->second.end()) text = it->second;
    if (const auto it = block.parameters.find("MATLABFcn"); it != block.parameters.end()) text = it->second;
    return program_of_expression(text);
  }

  void complete(SourceBlock& block, const std::string& program, const Names& seen, const SourceModel& model) {
    constexpr std::size_t max_length = std::size_t{1} << 20;
    block.functions.clear();
    block.missing_functions.clear();
    Names looked_for;
    for (bool more = true; more;) {
      more = false;
      for (const std::string& name : foreign_functions(program + '\n' + block.functions)) {
        if (seen.contains(name) || model.program_parameters.contains(name) || !looked_for.insert(name).second)
          continue;
        const std::string& text = text_of(name);
        if (text.empty() || block.functions.size() + text.size() > max_length) {
          block.missing_functions.push_back(name);
        } else {
          block.functions += text;
          if (!text.ends_with('\n')) block.functions += '\n';
          more = true;
        }
      }
    }
  }

  // Of the file of this name; empty: there is none, or it holds no function.
  const std::string& text_of(const std::string& name) {
    const auto [it, is_new] = texts_.try_emplace(name);
    if (!is_new) return it->second;
    const fs::path file = folder_ / (name + ".m");
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) return it->second;
    const auto text = read_text_file(file.string(), std::size_t{1} << 20, "", "");
    if (!text) return it->second;
    std::string plain;
    for (const char c : to_utf8(*text, {}))
      if (c != '\r') plain += c;
    if (begins_a_function(plain)) it->second = std::move(plain);
    return it->second;
  }

  // Behind comments and empty lines.
  static bool begins_a_function(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::size_t first = text.find_first_not_of(" \t", at);
      if (first < end && text[first] != '%') return text.compare(first, 8, "function") == 0;
      at = end + 1;
    }
    return false;
  }

  fs::path folder_;
  std::map<std::string, std::string> texts_;
};

}  // namespace

void find_functions(SourceModel& model, const std::string& path) {
  Names seen;
  for (const SourceVariable& variable : model.variables) seen.insert(variable.name);
  Companions(fs::path(path).parent_path()).look_at(model.root, model, seen);
}

}  // namespace sim::importing::simulink
