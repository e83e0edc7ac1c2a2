#include "sim_core/optimization/kept_problem.h"

#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/diagram/json.h"

namespace sim {

namespace {

constexpr std::size_t most_parameters = 1000;

class KeptReader {
 public:
  explicit KeptReader(Diagnostics* problems) : problems_(problems) {}

  OptimizationProblem read(const Json& json) {
    OptimizationProblem problem;
    if (json.kind != Json::Kind::Object) {
      report("it is no object", "write {\"parameters\": [...], \"goals\": [...]}");
      return problem;
    }
    for (const Json& one : items_of(json, "parameters", most_parameters))
      if (auto parameter = read_parameter(one)) problem.parameters.push_back(*std::move(parameter));
    for (const Json& one : items_of(json, "goals", most_goals)) {
      if (one.kind != Json::Kind::Text) {
        report("a goal is no text", "write \"y: overshoot <= 5\"");
        continue;
      }
      auto goal = read_goal(one.text);
      if (goal)
        problem.goals.push_back(*std::move(goal));
      else
        report("goal '" + goal.error().path + "': " + goal.error().message, goal.error().remedy);
    }
    for (const Json& one : items_of(json, "cases", most_parameters))
      if (one.kind == Json::Kind::Text)
        problem.cases.push_back(one.text);
      else
        report("a case is no text", "write \"mass = 1.2; c = 0.5\"");
    return problem;
  }
  void report(std::string message, std::string remedy) {
    if (problems_) problems_->push_back(warning(optimization_member, std::move(message), std::move(remedy)));
  }

 private:
  const std::vector<Json>& items_of(const Json& json, const char* member, std::size_t most) {
    static const std::vector<Json> none;
    const Json* list = json.find(member);
    if (!list) return none;
    if (list->kind == Json::Kind::Array && list->items.size() <= most) return list->items;
    report("'" + std::string(member) + "' is no list, or too long",
           "write at most " + std::to_string(most) + " in [...]");
    return none;
  }
  std::optional<VariedParameter> read_parameter(const Json& json) {
    const Json* name = json.kind == Json::Kind::Object ? json.find("name") : nullptr;
    if (!name || name->kind != Json::Kind::Text || name->text.empty()) {
      report("a parameter has no name", "write {\"name\": \"Kp\"}");
      return std::nullopt;
    }
    VariedParameter parameter;
    parameter.name = name->text;
    bool readable = true;
    const auto number = [&](const char* member) -> std::optional<double> {
      const Json* value = json.find(member);
      if (!value) return std::nullopt;
      const auto read = value->kind == Json::Kind::Number ? parse_number(value->text) : std::nullopt;
      readable = readable && read && std::isfinite(*read);
      return read;
    };
    parameter.start = number("start");
    if (const auto v = number("minimum")) parameter.minimum = *v;
    if (const auto v = number("maximum")) parameter.maximum = *v;
    if (const auto v = number("scale")) parameter.scale = *v;
    if (readable) return parameter;
    report("a value of the parameter '" + parameter.name + "' is no finite number", "write numbers");
    return std::nullopt;
  }

  Diagnostics* problems_;
};

std::string text_of(const VariedParameter& parameter) {
  std::string text = "{\"name\": " + json_string(parameter.name);
  const auto add = [&](const char* member, double value) {
    if (std::isfinite(value)) text += ", " + json_string(member) + ": " + to_text(value);
  };
  if (parameter.start) add("start", *parameter.start);
  add("minimum", parameter.minimum), add("maximum", parameter.maximum);
  if (parameter.scale > 0) add("scale", parameter.scale);
  return text + '}';
}

}  // namespace

OptimizationProblem kept_optimization(const Diagram& diagram, Diagnostics* problems) {
  const auto member = diagram.unknown.find(optimization_member);
  if (member == diagram.unknown.end()) return {};
  KeptReader reader(problems);
  const auto json = parse_json(member->second, {});
  if (json) return reader.read(*json);
  reader.report(json.error().message, json.error().remedy);
  return {};
}

std::optional<std::string> optimization_text(const OptimizationProblem& problem) {
  if (problem == OptimizationProblem{}) return std::nullopt;
  std::vector<std::string> parameters, goals, cases;
  for (const VariedParameter& parameter : problem.parameters) parameters.push_back(text_of(parameter));
  for (const Goal& goal : problem.goals) goals.push_back(json_string(to_text(goal)));
  for (const std::string& one : problem.cases) cases.push_back(json_string(one));
  return as_read("{\"parameters\": [" + join(parameters, ", ") + "], \"goals\": [" + join(goals, ", ") + "]" +
                 (cases.empty() ? "" : ", \"cases\": [" + join(cases, ", ") + "]") + "}");
}

void keep_optimization(Diagram& diagram, const OptimizationProblem& problem) {
  if (const auto text = optimization_text(problem))
    diagram.unknown[optimization_member] = *text;
  else
    diagram.unknown.erase(optimization_member);
}

}  // namespace sim
