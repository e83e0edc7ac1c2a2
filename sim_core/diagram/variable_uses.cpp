#include "sim_core/diagram/variable_uses.h"

#include <algorithm>
#include <optional>
#include <set>

#include "sim_core/diagram/mask_initialization.h"
#include "sim_core/diagram/mask_texts.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/expr/parser.h"

namespace sim {

namespace {

using In = VariableUse::In;

// The owners whose variables a text sees, from the inside out; the model is the last.
using Sight = std::vector<Id>;

using Names = std::set<std::string, std::less<>>;

void add_names(Names& names, const Mask& mask) {
  for (const MaskParameter& parameter : mask.parameters) names.insert(parameter.name);
  for (const MaskStatement& statement : read_initialization(mask.initialization).statements)
    names.insert(statement.names.begin(), statement.names.end());
}

class Owners {
 public:
  explicit Owners(const Diagram& diagram) : diagram_(diagram) {
    for (const auto& [id, variable] : diagram.variables) names_[no_id].insert(variable.name);
    for (const auto& [id, block] : diagram.blocks)
      if (block.mask) add_names(names_[id], *block.mask);
  }

  const Sight& seen_in(Id level) {
    const auto [known, fresh] = sights_.try_emplace(level);
    if (!fresh) return known->second;
    auto block = diagram_.blocks.find(level);
    for (int depth = 0; block != diagram_.blocks.end() && depth <= max_subsystem_depth; ++depth) {
      if (block->second.mask) known->second.push_back(block->first);
      block = diagram_.blocks.find(block->second.parent);
    }
    known->second.push_back(no_id);
    return known->second;
  }

  bool defines(Id owner, std::string_view name) const {
    const auto names = names_.find(owner);
    return names != names_.end() && names->second.contains(name);
  }

  // The place in `sight` of the owner that defines the name; its size where none does. The first owner knows
  // no more than `known`, if that is given.
  std::size_t definer(const Sight& sight, std::string_view name, const Names* known = nullptr) const {
    const auto first = sight.begin() + (known && !known->contains(name) ? 1 : 0);
    const auto found = std::find_if(first, sight.end(), [&](Id owner) { return defines(owner, name); });
    return static_cast<std::size_t>(found - sight.begin());
  }

 private:
  const Diagram& diagram_;
  std::map<Id, Names> names_;
  std::map<Id, Sight> sights_;
};

// A text that may use variables.
struct Site {
  VariableUse place;
  std::string_view text;
  Id level;  // its names are looked up as inside of this subsystem
  const Block* block = nullptr;
  const Names* known = nullptr;  // in an initialization: what the mask has defined above this line
};

// The lines of a mask's initialization, each with the names it sees of the mask.
template <class F>
void for_each_statement(Id id, const Mask& mask, F&& visit) {
  Names known;
  for (const MaskParameter& parameter : mask.parameters) known.insert(parameter.name);
  for (const MaskStatement& statement : read_initialization(mask.initialization).statements) {
    const std::string name(statement.names.front());
    visit(statement, Site{{In::MaskInitialization, id, name}, statement.expression, id, nullptr, &known});
    known.insert(statement.names.begin(), statement.names.end());
  }
}

template <class F>
void for_each_site(const Diagram& d, F&& visit) {
  for (const auto& [id, block] : d.blocks) {
    for (const auto& [name, text] : block.parameters)
      visit(Site{{In::Parameter, id, name}, text, block.parent, &block});
    if (!block.mask) continue;
    for (const MaskParameter& parameter : block.mask->parameters)
      if (parameter.evaluate)
        visit(Site{{In::MaskParameter, id, parameter.name}, parameter.expression, block.parent, nullptr});
    for_each_statement(id, *block.mask, [&](const MaskStatement&, const Site& site) { visit(site); });
    const auto look = [&, id = id](std::string_view text) {
      visit(Site{{In::MaskLooks, id, {}}, text, id, nullptr});
    };
    for_each_mask_text(*block.mask, look);
    for (std::string_view name : names_in_icon(block.mask->icon)) look(name);
  }
  for (const auto& [id, variable] : d.variables)
    visit(Site{{In::Variable, id, variable.name}, variable.expression, no_id, nullptr});
  for (const auto& [name, text] : d.settings) {
    const SettingSpec* spec = find_setting(name);
    if (spec && names_variables(*spec)) visit(Site{{In::Setting, no_id, name}, text, no_id, nullptr});
  }
}

bool looked_up(const Site& site, std::string_view name, const IsVariableName& is_variable_name) {
  if (site.block) return is_variable_name(*site.block, site.place.key, name);
  // In its own definition a variable's name means another.
  return site.place.where != In::Variable || name != site.place.key;
}

std::string spoken(const Diagram& d, const VariableUse& use) {
  switch (use.where) {
    case In::MaskLooks:
      return "the mask of " + block_path(d, use.element);
    case In::Variable:
      return "variable '" + use.key + "'";
    case In::Setting:
      return "setting " + use.key;
    case In::Parameter:
    case In::MaskParameter:
    case In::MaskInitialization:
      break;
  }
  return "'" + use.key + "' of " + block_path(d, use.element);
}

// Why the name `to` cannot stand at a site for the variable of `owner` that is called `from` now.
std::optional<Diagnostic> why_not(const Diagram& d, Owners& owners, const Site& site, Id owner,
                                  const std::string& from, const std::string& to,
                                  const IsVariableName& is_variable_name) {
  const Sight& sight = owners.seen_in(site.level);
  const auto at = static_cast<std::size_t>(std::find(sight.begin(), sight.end(), owner) - sight.begin());
  if (at == sight.size()) return std::nullopt;
  bool uses = false, says_to = false;
  for (std::string_view name : expr::name_places(site.text)) {
    if (name == from && looked_up(site, name, is_variable_name))
      uses |= owners.definer(sight, from, site.known) == at;
    if (name == to && looked_up(site, name, is_variable_name)) says_to = true;
  }
  const std::size_t now = owners.definer(sight, to, site.known);
  const Id element = site.place.element;
  if (uses && site.block && !looked_up(site, to, is_variable_name))
    return error({}, "in " + spoken(d, site.place) + " '" + to + "' means an input of the formula",
                 "choose another name", element);
  if (uses && now < at)
    return error({},
                 "in " + spoken(d, site.place) + " '" + to + "' would mean the mask parameter of " +
                     block_path(d, sight[now]),
                 "choose another name", element);
  // A name that means nothing yet may as well mean this.
  const bool meant = now < sight.size() || expr::unknown_names(to, expr::ValueScope()).empty();
  if (says_to && now > at && meant)
    return error({}, "'" + to + "' means something else already in " + spoken(d, site.place),
                 "choose another name", element);
  return std::nullopt;
}

}  // namespace

const std::vector<VariableUse>& VariableUses::of(Id owner, const std::string& name) const {
  static const std::vector<VariableUse> none;
  const auto found = by_variable.find({owner, name});
  return found == by_variable.end() ? none : found->second;
}

VariableUses find_variable_uses(const Diagram& d, const IsVariableName& is_variable_name) {
  VariableUses uses;
  Owners owners(d);
  for_each_site(d, [&](const Site& site) {
    const Sight& sight = owners.seen_in(site.level);
    for (std::string_view name : expr::name_places(site.text)) {
      const std::size_t at = owners.definer(sight, name, site.known);
      if (at == sight.size() || !looked_up(site, name, is_variable_name)) continue;
      auto& list = uses.by_variable[{sight[at], std::string(name)}];
      if (list.empty() || !(list.back() == site.place)) list.push_back(site.place);
    }
  });
  return uses;
}

// The initialization with a name renamed, where it is the one of `owner`.
static std::string renamed_initialization(Owners& owners, Id id, const Mask& mask, Id owner,
                                          const std::string& from, const std::string& to) {
  const std::string& text = mask.initialization;
  const Sight& sight = owners.seen_in(id);
  std::string out;
  std::size_t done = 0;
  const auto put = [&](std::string_view piece, const std::string& instead) {
    const auto at = static_cast<std::size_t>(piece.data() - text.data());
    out += text.substr(done, at - done) + instead;
    done = at + piece.size();
  };
  for_each_statement(id, mask, [&](const MaskStatement& statement, const Site& site) {
    for (std::string_view name : statement.names)
      if (owner == id && name == from) put(name, to);
    const std::size_t definer = owners.definer(sight, from, site.known);
    if (definer < sight.size() && sight[definer] == owner)
      put(statement.expression, expr::with_renamed(statement.expression, from, to));
  });
  return out + text.substr(done);
}

Result<Edit> rename_variable(const Diagram& d, Id owner, const std::string& from, const std::string& to,
                             const IsVariableName& is_variable_name) {
  Edit edit{"Rename " + from + " to " + to, {}};
  Owners owners(d);
  if (!owners.defines(owner, from))
    return error({}, "there is no variable '" + from + "'", "choose one of those there are", owner);
  if (from == to) return edit;
  if (!expr::is_name(to))
    return error({}, "'" + to + "' is no name", "use letters, digits and _, and begin with no digit", owner);
  if (owners.defines(owner, to))
    return error({}, "the name '" + to + "' is taken", "choose another name", owner);

  std::optional<Diagnostic> problem;
  for_each_site(d, [&](const Site& site) {
    if (!problem) problem = why_not(d, owners, site, owner, from, to, is_variable_name);
  });
  if (problem) return *problem;

  const VariableUses all = find_variable_uses(d, is_variable_name);
  const auto renamed = [&](const std::string& text) { return expr::with_renamed(text, from, to); };
  std::map<Id, Block> blocks;
  std::map<Id, Variable> variables;
  std::set<Id> initialized;  // masks whose initialization changes
  const auto block = [&](Id id) -> Block& { return blocks.try_emplace(id, d.blocks.at(id)).first->second; };
  const auto variable = [&](Id id) -> Variable& {
    return variables.try_emplace(id, d.variables.at(id)).first->second;
  };
  for (const VariableUse& use : all.of(owner, from)) {
    if (use.where == In::Parameter) {
      std::string& text = block(use.element).parameters.at(use.key);
      text = renamed(text);
    } else if (use.where == In::MaskParameter) {
      for (MaskParameter& parameter : block(use.element).mask->parameters)
        if (parameter.name == use.key) parameter.expression = renamed(parameter.expression);
    } else if (use.where == In::MaskInitialization) {
      initialized.insert(use.element);
    } else if (use.where == In::MaskLooks) {
      Mask& mask = *block(use.element).mask;
      for_each_mask_text(mask, [&](std::string& text) { text = renamed(text); });
      rename_in_icon(mask.icon, from, to);
    } else if (use.where == In::Variable) {
      variable(use.element).expression = renamed(variable(use.element).expression);
    } else {
      edit.set_setting(use.key, renamed(d.settings.at(use.key)));
    }
  }
  if (owner == no_id) {
    for (const auto& [id, named] : d.variables)
      if (named.name == from) variable(id).name = to;
  } else {
    for (MaskParameter& parameter : block(owner).mask->parameters)
      if (parameter.name == from) parameter.name = to;
    initialized.insert(owner);
  }
  for (Id id : initialized)
    block(id).mask->initialization =
        renamed_initialization(owners, id, *d.blocks.at(id).mask, owner, from, to);
  for (auto& [id, changed] : blocks) edit.set(id, std::move(changed));
  for (auto& [id, changed] : variables) edit.set(id, std::move(changed));
  return edit;
}

}  // namespace sim
