#include "sim_core/diagram/mask_initialization.h"

#include <algorithm>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/trimmed.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/text_extent.h"

namespace sim {

std::string initialization_place(int line) { return "initialization line " + std::to_string(line); }

// The text up to the end of the line that `from` is in.
static std::size_t line_end(std::string_view text, std::size_t from) {
  return std::min(text.find('\n', from), text.size());
}

bool MaskStatement::defines(std::string_view name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string expression_of_name(const MaskStatement& statement, std::size_t k) {
  const std::size_t count = statement.names.size();
  const auto trees = expr::parse_results(statement.expression, count);
  if (!trees) return {};
  if (count == 1) return std::string(statement.expression);
  const expr::Ast& tree = trees->front();
  const auto& call = std::get<expr::Apply>(tree[tree.root()].content);
  const std::string_view from_bracket = statement.expression.substr(statement.expression.find('(') + 1);
  return "nthargout(" + std::to_string(k + 1) + ", " + std::to_string(count) + ", '" +
         std::get<expr::Name>(tree[call.target].content).name + (call.arguments.empty() ? "'" : "', ") +
         std::string(from_bracket);
}

// Of "a" and of "[a, b]". None: these are no names.
static std::vector<std::string_view> names_in(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']') || text.size() < 2)
    return expr::is_name(text) ? std::vector{text} : std::vector<std::string_view>{};
  std::vector<std::string_view> names;
  for (std::string_view rest = text.substr(1, text.size() - 2); !(rest = trimmed(rest)).empty();) {
    const std::string_view name = rest.substr(0, rest.find_first_of(", \t"));
    if (!expr::is_name(name) || std::find(names.begin(), names.end(), name) != names.end()) return {};
    names.push_back(name);
    rest = trimmed(rest.substr(name.size()));
    if (rest.starts_with(',')) rest.remove_prefix(1);
  }
  return names;
}

MaskInitialization read_initialization(std::string_view text) {
  MaskInitialization out;
  int line = 0;
  for (std::size_t at = 0; at <= text.size();) {
    ++line;
    const std::size_t start = at;
    std::size_t end = line_end(text, at);
    at = end + 1;
    const std::string_view whole = text.substr(start, end - start), content = trimmed(whole);
    if (content.empty() || content.starts_with('%')) continue;
    const std::size_t equals = whole.find('=');
    std::vector<std::string_view> names = names_in(trimmed(whole.substr(0, std::min(equals, whole.size()))));
    if (equals == whole.npos || whole.substr(equals).starts_with("==") || names.empty()) {
      out.problems.push_back(error(initialization_place(line), "this is not a name with a value",
                                   "write a name, = and an expression, such as w = 2*pi*f"));
      if (out.problems.size() == max_mask_problems) break;
      continue;
    }
    if (out.statements.size() == max_mask_statements) {
      out.problems.push_back(
          error(initialization_place(line),
                "the initialization has more than " + std::to_string(max_mask_statements) + " values",
                "gather some of them in vectors"));
      break;
    }
    MaskStatement statement{
        line, static_cast<int>(character_count(whole.substr(0, equals))) + 2, std::move(names), {}};
    const std::size_t from = start + equals + 1;
    std::string open;
    for (std::size_t next = from; end < text.size() && expr::goes_on(text.substr(next, end - next), open);) {
      next = end + 1;
      end = line_end(text, next);
      ++line;
    }
    at = end + 1;
    const std::string_view rest = text.substr(from, end - from);
    statement.expression = rest.substr(0, expr::code_length(rest));
    out.statements.push_back(statement);
  }
  return out;
}

}  // namespace sim
