#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <set>

#include "sim_core/expr/functions.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/import/builder/system_builder.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim::importing {

namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class FlatFields {
 public:
  explicit FlatFields(Building& all) : all_(all) {}

  void run() {
    for (std::size_t n = 0; n < all_.report.blocks.size(); ++n) rows_[all_.report.blocks[n].block] = n;
    for (auto& [id, block] : all_.diagram.blocks) {
      if (const BlockType* type = all_.library.find(block.type))
        for (const ParameterSpec& spec : type->parameters)
          if (const auto it = block.parameters.find(spec.name);
              it != block.parameters.end() && is_expression(spec.kind))
            flatten(it->second, block.parent, id);
      if (!block.mask) continue;
      for (MaskParameter& p : block.mask->parameters)
        if (p.evaluate) flatten(p.expression, block.parent, id);
      flatten(block.mask->initialization, id, id);
    }
    for (auto& [id, variable] : all_.diagram.variables) flatten(variable.expression, no_id, no_id);
    for (auto& [name, text] : all_.diagram.settings) flatten(text, no_id, no_id);
  }

 private:
  static bool is_expression(ParameterKind kind) {
    return kind == ParameterKind::Real || kind == ParameterKind::Integer ||
           kind == ParameterKind::SampleTime || kind == ParameterKind::Formula ||
           kind == ParameterKind::Script;
  }

  bool is_known(std::string_view name, Id parent) {
    auto& here = seen_[parent];
    if (!here) here.reset(new Seen{workspace_of(all_.diagram, parent)});
    const auto variable = here->scope.find(name);
    return !variable || *variable || expr::find_function(name);
  }

  void flatten(std::string& text, Id parent, Id block) {
    if (text.find('.') == text.npos) return;
    std::string out = text;
    std::set<std::string> names;
    for (const std::string_view name : expr::name_places(text)) {
      const auto begin = static_cast<std::size_t>(name.data() - text.data());
      std::size_t end = begin + name.size();
      while (end + 1 < text.size() && text[end] == '.' &&
             (std::isalpha(static_cast<unsigned char>(text[end + 1])) != 0)) {
        ++end;
        while (end < text.size() && in_name(text[end])) ++end;
      }
      if (end == begin + name.size() || is_known(name, parent)) continue;
      std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin),
                   out.begin() + static_cast<std::ptrdiff_t>(end), '.', '_');
      names.insert(out.substr(begin, end - begin));
    }
    text = std::move(out);
    const auto row = rows_.find(block);
    if (names.empty() || row == rows_.end()) return;
    ImportedBlock& told = all_.report.blocks[row->second];
    if (told.outcome == Outcome::Exact) told.outcome = Outcome::Approximated;
    for (const std::string& name : names) {
      std::string remark =
          "fields of a structure that nothing defines are variables of their own here: define " + name;
      if (std::find(told.remarks.begin(), told.remarks.end(), remark) == told.remarks.end())
        told.remarks.push_back(std::move(remark));
    }
  }

  struct Seen {
    expr::Workspace workspace;
    expr::WorkspaceScope scope{workspace};
  };
  Building& all_;
  std::map<Id, std::unique_ptr<Seen>> seen_;
  std::map<Id, std::size_t> rows_;
};

}  // namespace

void flatten_unknown_fields(Building& all) { FlatFields(all).run(); }

}  // namespace sim::importing
