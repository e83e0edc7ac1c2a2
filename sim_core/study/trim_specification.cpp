#include "sim_core/study/trim_specification.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/diagram/json.h"

namespace sim {

static constexpr const char* group_names[trim_group_count] = {"states", "inputs", "outputs"};

const std::vector<std::string>& names_of(const LinearModel& model, TrimGroup group) {
  return group == TrimGroup::States   ? model.states
         : group == TrimGroup::Inputs ? model.inputs
                                      : model.outputs;
}

std::vector<std::string> all_names_of(const LinearModel& model) {
  std::vector<std::string> all = model.states;
  all.insert(all.end(), model.inputs.begin(), model.inputs.end());
  all.insert(all.end(), model.outputs.begin(), model.outputs.end());
  return all;
}

static constexpr TrimGroup all_groups[] = {TrimGroup::States, TrimGroup::Inputs, TrimGroup::Outputs};

void specify(TrimQuestion& question, const LinearModel& model, const TrimSpecification& specification) {
  for (const TrimGroup group : all_groups) {
    auto& specs = group == TrimGroup::States   ? question.states
                  : group == TrimGroup::Inputs ? question.inputs
                                               : question.outputs;
    const auto& names = names_of(model, group);
    for (std::size_t k = 0; k < specs.size() && k < names.size(); ++k) {
      const TrimWish wish = specification.of(group, names[k]);
      specs[k].known = wish.known;
      specs[k].steady = wish.steady;
      specs[k].value = wish.value.value_or(specs[k].value);
      specs[k].minimum = wish.minimum;
      specs[k].maximum = wish.maximum;
    }
  }
}

Result<TrimWish*> wish_of(TrimSpecification& specification, const LinearModel& model,
                          const std::string& name) {
  for (const TrimGroup group : all_groups)
    if (std::ranges::find(names_of(model, group), name) != names_of(model, group).end())
      return &specification[group][name];
  const std::vector<std::string> all = all_names_of(model);
  const std::string near = did_you_mean(name, all);
  return error(name, "there is no state, input or output of this name",
               near.empty() ? "it may be " + join(all, ", ") : near);
}

std::vector<std::string> unknown_names(const LinearModel& model, const TrimSpecification& specification) {
  std::vector<std::string> unknown;
  for (const TrimGroup group : all_groups) {
    const auto& names = names_of(model, group);
    for (const auto& [name, wish] : specification.groups[static_cast<std::size_t>(group)])
      if (std::find(names.begin(), names.end(), name) == names.end()) unknown.push_back(name);
  }
  return unknown;
}

namespace {

class KeptTrimReader {
 public:
  explicit KeptTrimReader(Diagnostics* problems) : problems_(problems) {}

  TrimSpecification read(const Json& json) {
    constexpr std::size_t most = 10'000;
    TrimSpecification specification;
    if (json.kind != Json::Kind::Object) {
      report("it is no object", "write {\"states\": {...}}");
      return specification;
    }
    for (const TrimGroup group : all_groups) {
      const char* name = group_names[static_cast<std::size_t>(group)];
      const Json* wishes = json.find(name);
      if (!wishes) continue;
      if (wishes->kind != Json::Kind::Object || wishes->items.size() > most) {
        report("'" + std::string(name) + "' is no object, or too large", "write {\"NAME\": {...}}");
        continue;
      }
      for (std::size_t k = 0; k < wishes->items.size(); ++k)
        if (const auto one = read_wish(wishes->keys[k], wishes->items[k]))
          specification[group][wishes->keys[k]] = *one;
    }
    return specification;
  }
  void report(std::string message, std::string remedy) {
    if (problems_) problems_->push_back(warning(trim_member, std::move(message), std::move(remedy)));
  }

 private:
  std::optional<TrimWish> read_wish(const std::string& name, const Json& json) {
    TrimWish wish;
    bool readable = json.kind == Json::Kind::Object;
    const auto number = [&](const char* member) -> std::optional<double> {
      const Json* value = readable ? json.find(member) : nullptr;
      if (!value) return std::nullopt;
      const auto read = value->kind == Json::Kind::Number ? parse_number(value->text) : std::nullopt;
      readable = read && std::isfinite(*read);
      return read;
    };
    const auto flag = [&](const char* member, bool otherwise) {
      const Json* value = readable ? json.find(member) : nullptr;
      if (!value) return otherwise;
      readable = value->kind == Json::Kind::Boolean;
      return readable ? value->text == "true" : otherwise;
    };
    wish.value = number("value");
    if (const auto v = number("minimum")) wish.minimum = *v;
    if (const auto v = number("maximum")) wish.maximum = *v;
    wish.known = flag("known", false);
    wish.steady = flag("steady", true);
    if (readable && wish.minimum <= wish.maximum) return wish;
    report("what is asked of '" + name + "' cannot be read", "write {\"known\": true, \"value\": 3}");
    return std::nullopt;
  }

  Diagnostics* problems_;
};

std::string text_of(const TrimWish& wish) {
  std::vector<std::string> parts;
  const auto add = [&](const char* member, double value) {
    if (std::isfinite(value)) parts.push_back(json_string(member) + ": " + to_text(value));
  };
  if (wish.known) parts.push_back("\"known\": true");
  if (!wish.steady) parts.push_back("\"steady\": false");
  if (wish.value) add("value", *wish.value);
  add("minimum", wish.minimum), add("maximum", wish.maximum);
  return "{" + join(parts, ", ") + "}";
}

}  // namespace

TrimSpecification kept_trim(const Diagram& diagram, Diagnostics* problems) {
  const auto member = diagram.unknown.find(trim_member);
  if (member == diagram.unknown.end()) return {};
  KeptTrimReader reader(problems);
  const auto json = parse_json(member->second, {});
  if (json) return reader.read(*json);
  reader.report(json.error().message, json.error().remedy);
  return {};
}

std::optional<std::string> trim_text(const TrimSpecification& specification) {
  std::vector<std::string> groups;
  for (const TrimGroup group : all_groups) {
    std::vector<std::string> wishes;
    for (const auto& [name, wish] : specification.groups[static_cast<std::size_t>(group)])
      if (wish != TrimWish{}) wishes.push_back(json_string(name) + ": " + text_of(wish));
    if (!wishes.empty())
      groups.push_back(json_string(group_names[static_cast<std::size_t>(group)]) + ": {" +
                       join(wishes, ", ") + "}");
  }
  if (groups.empty()) return std::nullopt;
  return as_read("{" + join(groups, ", ") + "}");
}

void keep_trim(Diagram& diagram, const TrimSpecification& specification) {
  if (const auto text = trim_text(specification))
    diagram.unknown[trim_member] = *text;
  else
    diagram.unknown.erase(trim_member);
}

}  // namespace sim
