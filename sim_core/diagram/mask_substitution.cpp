#include "sim_core/diagram/mask_substitution.h"

#include <algorithm>
#include <functional>
#include <set>

#include "sim_core/diagram/mask_initialization.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/text_extent.h"

namespace sim {

namespace {

struct Definition {
  std::string text;                   // means outside what the name means inside
  std::optional<Diagnostic> problem;  // why there is no such text
};
using Definitions = std::map<std::string, Definition, std::less<>>;

bool is_plain(std::string_view text) {
  return text.find_first_not_of("0123456789.") == text.npos || expr::is_name(text) ||
         (text.starts_with('\'') && text.find('\'', 1) == text.size() - 1);
}

// The text with definitions in place of the names that `wanted` gives one for.
std::string substituted(std::string_view text,
                        const std::function<const Definition*(std::string_view)>& wanted) {
  std::string out;
  std::size_t done = 0;
  for (std::string_view name : expr::name_places(text)) {
    const Definition* definition = wanted(name);
    if (!definition) continue;
    const auto at = static_cast<std::size_t>(name.data() - text.data());
    out += text.substr(done, at - done);
    done = at + name.size();
    const bool alone = at == 0 && done == text.size();
    const bool indexed = done < text.size() && (text[done] == '(' || text[done] == '[');
    const bool bare = alone || (is_plain(definition->text) && !indexed);
    out += bare ? definition->text : "(" + definition->text + ")";
  }
  out += text.substr(done);
  return out;
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

Definition definition_of(const std::string& name, std::string_view expression) {
  std::string_view code = expression.substr(0, expr::code_length(expression));
  code.remove_prefix(std::min(code.find_first_not_of(" \t\r\n"), code.size()));
  if (auto tree = expr::parse(code); !tree)
    return {{}, error({}, "the value of '" + name + "' is no expression", "correct it in the mask first")};
  if (code.size() > max_substituted_length)
    return {{}, error({}, "what '" + name + "' stands for is too long to be written out", "keep the mask")};
  return {std::string(code), {}};
}

// What the names of a mask mean, in terms of the names outside.
Definitions definitions_of(const Mask& mask) {
  Definitions all;
  for (const MaskParameter& parameter : mask.parameters)
    all[parameter.name] = parameter.evaluate ? definition_of(parameter.name, parameter.expression)
                                             : Definition{quoted(parameter.expression), {}};
  for (const MaskStatement& statement : read_initialization(mask.initialization).statements) {
    Definitions defined;  // those of the line do not see one another
    for (std::size_t k = 0; k < statement.names.size(); ++k) {
      const std::string name(statement.names[k]);
      std::optional<Diagnostic> problem;
      const std::string text =
          substituted(expression_of_name(statement, k), [&](std::string_view used) -> const Definition* {
            const auto found = all.find(used);
            if (found == all.end()) return nullptr;
            if (found->second.problem) problem = found->second.problem;
            return &found->second;
          });
      defined[name] = problem ? Definition{{}, problem} : definition_of(name, text);
    }
    for (auto& [name, definition] : defined) all[name] = std::move(definition);
  }
  return all;
}

class Substitution {
 public:
  Substitution(const Diagram& diagram, Id masked, const IsVariableName& is_variable_name)
      : d_(diagram),
        masked_(masked),
        is_variable_name_(is_variable_name),
        definitions_(definitions_of(*diagram.blocks.at(masked).mask)) {}

  Result<std::map<Id, Block>> run() {
    std::map<Id, Block> changed;
    for (const auto& [id, block] : d_.blocks) {
      if (!is_inside(block.parent)) continue;
      Block written = block;
      write_out(id, written);
      if (problem_) return *problem_;
      if (!(written == block)) changed.emplace(id, std::move(written));
    }
    return changed;
  }

 private:
  // A text, where its names are looked up, and what else the place says about a name.
  struct Site {
    Id element, level;
    std::function<bool(std::string_view)> is_variable;          // empty: every name is one
    const std::set<std::string, std::less<>>* known = nullptr;  // names of the mask around it that it sees
  };

  bool is_inside(Id level) {
    if (level == masked_) return true;
    const auto block = d_.blocks.find(level);
    if (block == d_.blocks.end()) return false;
    const auto [known, fresh] = inside_.try_emplace(level, false);
    if (fresh) known->second = is_inside(block->second.parent);
    return known->second;
  }

  static std::set<std::string, std::less<>> names_of(const Mask& mask) {
    std::set<std::string, std::less<>> names;
    for (const MaskParameter& parameter : mask.parameters) names.insert(parameter.name);
    return names;
  }

  // The masked subsystem between the site and the mask that gives the name another meaning.
  Id hidden_by(const Site& site, std::string_view name) {
    if (site.known && site.known->contains(name)) return site.element;
    for (Id level = site.level; level != masked_;) {
      const Block& block = d_.blocks.at(level);
      if (block.mask) {
        const auto [known, fresh] = all_names_.try_emplace(level);
        if (fresh) {
          known->second = names_of(*block.mask);
          for (const MaskStatement& s : read_initialization(block.mask->initialization).statements)
            known->second.insert(s.names.begin(), s.names.end());
        }
        if (known->second.contains(name)) return level;
      }
      level = block.parent;
    }
    return no_id;
  }

  void fail(const Site& site, const std::string& message, const std::string& remedy) {
    if (!problem_) problem_ = error(block_path(d_, site.element), message, remedy, site.element);
  }

  void check(const Site& site, std::string_view name, const Definition& definition) {
    if (definition.problem) return fail(site, definition.problem->message, definition.problem->remedy);
    for (std::string_view used : expr::name_places(definition.text)) {
      const std::string what =
          "'" + std::string(name) + "' stands for '" + definition.text + "', but here '" + std::string(used);
      if (site.is_variable && !site.is_variable(used))
        fail(site, what + "' is an input of the formula", "give the variable another name first");
      else if (const Id by = hidden_by(site, used); by != no_id)
        fail(site, what + "' is a name of the mask of " + block_path(d_, by),
             "rename it in one of the two masks first");
    }
  }

  std::string written_out(const std::string& text, const Site& site) {
    std::string out = substituted(text, [&](std::string_view name) -> const Definition* {
      if (site.is_variable && !site.is_variable(name)) return nullptr;
      const auto found = definitions_.find(name);
      if (found == definitions_.end() || hidden_by(site, name) != no_id) return nullptr;
      check(site, name, found->second);
      return &found->second;
    });
    if (out != text && expr::parse(text) && !expr::parse(out))
      fail(site, "'" + text + "' would be nested too deeply", "keep the mask");
    return out;
  }

  void write_out(Id id, Block& block) {
    for (auto& [key, text] : block.parameters) {
      const std::string& parameter = key;
      const Site site{id, block.parent, [&](std::string_view name) {
                        return !is_variable_name_ || is_variable_name_(d_.blocks.at(id), parameter, name);
                      }};
      text = written_out(text, site);
    }
    if (!block.mask) return;
    for (MaskParameter& parameter : block.mask->parameters)
      if (parameter.evaluate)
        parameter.expression = written_out(parameter.expression, {id, block.parent, {}});
    block.mask->initialization = initialization_written_out(id, *block.mask);
    const Site inner{id, id, {}};
    for (MaskParameter& parameter : block.mask->parameters)
      for (std::string* text : {&parameter.visible, &parameter.enabled}) *text = written_out(*text, inner);
    block.mask->icon.x = written_out(block.mask->icon.x, inner);
    block.mask->icon.y = written_out(block.mask->icon.y, inner);
    if (block.mask->icon.kind == MaskIconKind::Plot)
      block.mask->icon.content = written_out(block.mask->icon.content, inner);
  }

  std::string initialization_written_out(Id id, const Mask& mask) {
    const std::string& text = mask.initialization;
    auto known = names_of(mask);
    std::string out;
    std::size_t done = 0;
    for (const MaskStatement& statement : read_initialization(text).statements) {
      const Site site{id, d_.blocks.at(id).parent, {}, &known};
      const auto at = static_cast<std::size_t>(statement.expression.data() - text.data());
      const std::size_t blanks = statement.expression.find_first_not_of(" \t");
      const std::size_t lead = std::min(blanks, statement.expression.size());
      out += text.substr(done, at + lead - done);
      out += written_out(std::string(statement.expression.substr(lead)), site);
      done = at + statement.expression.size();
      known.insert(statement.names.begin(), statement.names.end());
    }
    return out + text.substr(done);
  }

  const Diagram& d_;
  Id masked_;
  const IsVariableName& is_variable_name_;
  Definitions definitions_;
  std::optional<Diagnostic> problem_;
  std::map<Id, bool> inside_;
  std::map<Id, std::set<std::string, std::less<>>> all_names_;
};

}  // namespace

Result<std::map<Id, Block>> blocks_without_mask(const Diagram& diagram, Id masked,
                                                const IsVariableName& is_variable_name) {
  const auto block = diagram.blocks.find(masked);
  if (block == diagram.blocks.end() || !block->second.mask)
    return error({}, "this has no mask", "select a masked subsystem", masked);
  return Substitution(diagram, masked, is_variable_name).run();
}

Result<Edit> remove_mask(const Diagram& diagram, Id masked, const IsVariableName& is_variable_name) {
  auto changed = blocks_without_mask(diagram, masked, is_variable_name);
  if (!changed) return changed.errors();
  Edit edit{"Remove the Mask of " + diagram.blocks.at(masked).name, {}};
  for (auto& [id, block] : *changed) edit.set(id, std::move(block));
  Block bare = diagram.blocks.at(masked);
  bare.mask.reset();
  edit.set(masked, std::move(bare));
  return edit;
}

}  // namespace sim
