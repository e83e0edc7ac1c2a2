#include "app/server/parameters.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"

namespace fluxion::server {

using Kind = sim::Json::Kind;

const sim::Json* Parameters::find(const std::string& name) {
  m_known.push_back(name);
  const sim::Json* found = m_json.find(name);
  return found && found->kind != Kind::Null ? found : nullptr;
}

void Parameters::fail(const std::string& name, const std::string& what) {
  if (!m_problem) m_problem = Failure{WrongParameters, name + ": " + what};
}

std::optional<Failure> Parameters::problem() {
  for (const std::string& key : m_json.keys) {
    if (m_problem) break;
    if (std::ranges::find(m_known, key) != m_known.end()) continue;
    const std::string near = sim::did_you_mean(key, m_known);
    fail(key, "the method has no such parameter (" +
                  (!near.empty()     ? near
                   : m_known.empty() ? std::string("it has none")
                                     : "it has " + sim::join(m_known, ", ")) +
                  ')');
  }
  return m_problem;
}

std::optional<std::string> Parameters::text(const std::string& name) {
  const sim::Json* json = find(name);
  if (!json) return {};
  if (json->kind != Kind::Text) fail(name, "this is a string");
  return json->text;
}

std::optional<std::string> Parameters::path(const std::string& name) {
  auto given = text(name);
  if (given && (given->empty() || given->find('\0') != std::string::npos))
    fail(name, "this is the path of a file");
  return given;
}

std::optional<double> Parameters::number(const std::string& name) {
  const sim::Json* json = find(name);
  if (!json) return {};
  const auto value = json->kind == Kind::Number ? sim::parse_number(json->text) : std::nullopt;
  if (!value) fail(name, "this is a number");
  return value;
}

std::int64_t Parameters::whole(const std::string& name, std::int64_t least, std::int64_t most,
                               std::optional<std::int64_t> otherwise) {
  const auto value = number(name);
  if (!value) {
    if (!otherwise) fail(name, "the method needs it");
    return otherwise.value_or(least);
  }
  if (!(*value >= static_cast<double>(least) && *value <= static_cast<double>(most)) ||
      *value != std::floor(*value)) {
    fail(name, "this is a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return least;
  }
  return static_cast<std::int64_t>(*value);
}

bool Parameters::flag(const std::string& name, bool otherwise) {
  const sim::Json* json = find(name);
  if (!json) return otherwise;
  if (json->kind != Kind::Boolean) fail(name, "this is true or false");
  return json->text == "true";
}

std::vector<std::string> Parameters::texts(const std::string& name) {
  const sim::Json* json = find(name);
  std::vector<std::string> all;
  if (!json) return all;
  if (json->kind != Kind::Array) fail(name, "this is an array of strings");
  for (const sim::Json& item : json->items) {
    if (item.kind != Kind::Text) fail(name, "this is an array of strings");
    all.push_back(item.text);
  }
  return all;
}

void Parameters::assignments(const std::string& name, sim::Assignment::Kind kind,
                             std::vector<sim::Assignment>& assignments) {
  const sim::Json* json = find(name);
  if (!json) return;
  const std::string form = R"(this is an object of expressions, such as {"mu": "2*pi"})";
  if (json->kind != Kind::Object) return fail(name, form);
  for (std::size_t k = 0; k < json->keys.size(); ++k) {
    const sim::Json& value = json->items[k];
    if (value.kind != Kind::Text && value.kind != Kind::Number) return fail(name, form);
    assignments.push_back({kind, json->keys[k], value.text});
  }
}

std::vector<Parameters::WrittenEdit> Parameters::edits(const std::string& name) {
  std::vector<WrittenEdit> all;
  const sim::Json* json = find(name);
  const std::string form = R"(this is an array of edits, such as [{"add": "Gain:K"}, {"connect": "A:K"}])";
  if (!json || json->kind != Kind::Array) return fail(name, form), all;
  for (const sim::Json& item : json->items) {
    if (item.kind != Kind::Object || item.items.size() != 1 || item.items.front().kind != Kind::Text)
      return fail(name, form), all;
    all.push_back({item.keys.front(), item.items.front().text});
  }
  return all;
}

}  // namespace fluxion::server
