#include "sim_core/expr/name_places.h"

#include <algorithm>

#include "sim_core/expr/failure.h"
#include "sim_core/expr/functions.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/quantity.h"
#include "sim_core/expr/token.h"

namespace sim::expr {

std::vector<std::string_view> name_places(std::string_view text) {
  std::vector<std::string_view> names;
  try {
    for (const Token& token : tokenize(split_quantity(text).expression, Language::Script))
      if (token.kind == TokenKind::Name) names.push_back(token.text);
  } catch (const Failure&) {
    names.clear();
  }
  return names;
}

std::vector<std::string> unknown_names(std::string_view text, const Scope& variables) {
  std::vector<std::string> unknown;
  if (!parse(split_quantity(text).expression)) return unknown;
  for (std::string_view name : name_places(text)) {
    if (name == "end") continue;  // of an index
    const auto variable = variables.find(name);
    const bool known = !variable || *variable || find_function(name);
    if (!known && std::find(unknown.begin(), unknown.end(), name) == unknown.end())
      unknown.emplace_back(name);
  }
  return unknown;
}

std::string with_renamed(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t done = 0;
  for (std::string_view name : name_places(text)) {
    if (name != from) continue;
    const auto at = static_cast<std::size_t>(name.data() - text.data());
    out += text.substr(done, at - done);
    out += to;
    done = at + name.size();
  }
  out += text.substr(done);
  return out;
}

}  // namespace sim::expr
