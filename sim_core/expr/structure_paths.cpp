#include "sim_core/expr/structure_paths.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim_core/base/text.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/quantity.h"
#include "sim_core/expr/token.h"

namespace sim::expr {

static std::optional<std::string> element_text(double index) {
  if (!(index >= 1) || index != std::floor(index) || index > 1e9) return std::nullopt;
  return "(" + std::to_string(static_cast<long>(index)) + ")";
}

// Behind the name at `at`: its fields, and elements that fields follow.
static std::string path_from(const std::vector<Token>& tokens, std::size_t at) {
  std::string path(tokens[at].text);
  for (std::size_t k = at + 1; k < tokens.size();) {
    if (tokens[k].kind == TokenKind::Field) {
      path += "." + std::string(tokens[k++].text);
      continue;
    }
    const bool element = k + 3 < tokens.size() && tokens[k].kind == TokenKind::Open &&
                         tokens[k + 1].kind == TokenKind::Number && tokens[k + 2].kind == TokenKind::Close &&
                         tokens[k + 3].kind == TokenKind::Field;
    const auto index = element ? element_text(tokens[k + 1].number) : std::nullopt;
    if (!index) break;
    path += *index;
    k += 3;
  }
  return path;
}

std::vector<std::string> variable_paths(std::string_view text) {
  std::vector<std::string> paths;
  try {
    const std::vector<Token> tokens = tokenize(split_quantity(text).expression, Language::Script);
    for (std::size_t k = 0; k < tokens.size(); ++k)
      if (tokens[k].kind == TokenKind::Name)
        if (std::string path = path_from(tokens, k);
            std::find(paths.begin(), paths.end(), path) == paths.end())
          paths.push_back(std::move(path));
  } catch (const Failure&) {
    paths.clear();
  }
  return paths;
}

// The element of the field that the rest of a path leads to.
static const Value* value_at(const Value& whole, std::string_view rest) {
  const Value* value = &whole;
  std::size_t element = 0;
  bool chosen = whole.size() == 1;
  while (!rest.empty()) {
    if (!value->is_structure()) return nullptr;
    if (rest.front() == '(') {
      const std::size_t close = rest.find(')');
      const auto index = parse_number(rest.substr(1, close - 1));
      if (!index || !(*index <= value->size())) return nullptr;
      element = static_cast<std::size_t>(*index) - 1;
      chosen = true;
      rest.remove_prefix(close + 1);
      continue;
    }
    const std::size_t end = std::min(rest.find_first_of(".(", 1), rest.size());
    const Field* field = value->field(rest.substr(1, end - 1));
    if (!field || (!chosen && field->values.size() != 1) || element >= field->values.size()) return nullptr;
    value = &field->values[element];
    element = 0;
    chosen = value->size() == 1 || !value->is_structure();
    rest.remove_prefix(end);
  }
  return value;
}

Result<const Value*> find_path(const Scope& scope, std::string_view path) {
  const std::size_t end = std::min(path.find_first_of(".("), path.size());
  const Result<const Value*> variable = scope.find(path.substr(0, end));
  if (!variable || !*variable || end == path.size()) return variable;
  return value_at(**variable, path.substr(end));
}

}  // namespace sim::expr
