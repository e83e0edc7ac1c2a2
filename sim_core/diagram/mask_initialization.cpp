#include "sim_core/diagram/mask_initialization.h"

#include <algorithm>

#include "sim_core/base/trimmed.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/text_extent.h"

namespace sim {

static int characters(std::string_view utf8) {
  return static_cast<int>(std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string initialization_place(int line) { return "initialisation line " + std::to_string(line); }

// The text up to the end of the line that `from` is in.
static std::size_t line_end(std::string_view text, std::size_t from) {
  return std::min(text.find('\n', from), text.size());
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
    const std::string_view name = trimmed(whole.substr(0, std::min(equals, whole.size())));
    if (equals == whole.npos || whole.substr(equals).starts_with("==") || !expr::is_name(name)) {
      out.problems.push_back(error(initialization_place(line), "this is not a name with a value",
                                   "write a name, = and an expression, such as w = 2*pi*f"));
      if (out.problems.size() == max_mask_problems) break;
      continue;
    }
    if (out.statements.size() == max_mask_statements) {
      out.problems.push_back(
          error(initialization_place(line),
                "the initialisation has more than " + std::to_string(max_mask_statements) + " values",
                "gather some of them in vectors"));
      break;
    }
    MaskStatement statement{line, characters(whole.substr(0, equals)) + 2, name, {}};
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
