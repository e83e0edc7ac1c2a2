#include "sim_core/diagram/mask_initialization.h"

#include <algorithm>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/trimmed.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/text_extent.h"

namespace sim {

std::string initialization_place(int line, std::string_view what) {
  return std::string(what) + " line " + std::to_string(line);
}

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

namespace {

// Takes one statement after the other from a text.
class Reader {
 public:
  Reader(std::string_view text, std::string_view what) : text_(text), what_(what) {}

  MaskInitialization read() {
    while (at_ <= text_.size() && take()) {
    }
    return std::move(out_);
  }

 private:
  // False: there is too much of it.
  bool take() {
    line_ += static_cast<int>(std::count(text_.begin() + counted_, text_.begin() + start(), '\n'));
    counted_ = start();
    const std::size_t end = line_end(text_, at_);
    const std::string_view whole = text_.substr(at_, end - at_), content = trimmed(whole);
    if (content.empty() || content.starts_with('%')) {
      at_ = end + 1;
      return true;
    }
    const std::size_t equals = whole.find('=');
    std::vector<std::string_view> names = names_in(trimmed(whole.substr(0, std::min(equals, whole.size()))));
    if (equals == whole.npos || whole.substr(equals).starts_with("==") || names.empty()) {
      tell("this is not a name with a value", "write a name, = and an expression, such as w = 2*pi*f");
      at_ = end + 1;
      return out_.problems.size() < max_mask_problems;
    }
    if (out_.statements.size() == max_mask_statements) {
      tell("there are more than " + std::to_string(max_mask_statements) + " values",
           "gather some of them in vectors");
      return false;
    }
    add(std::move(names), at_ + equals + 1, end);
    return true;
  }

  // The expression from `from` on, in a line that ends at `end`.
  void add(std::vector<std::string_view> names, std::size_t from, std::size_t end) {
    std::string open;
    for (std::size_t next = from;
         end < text_.size() && expr::goes_on(text_.substr(next, end - next), open);) {
      next = end + 1;
      end = line_end(text_, next);
    }
    const std::size_t line_start = at_ == 0 ? 0 : text_.rfind('\n', at_ - 1) + 1;
    const std::string_view before = text_.substr(line_start, from - 1 - line_start);
    const std::string_view rest = text_.substr(from, end - from);
    const std::size_t length = expr::statement_length(rest);
    const std::string_view own = rest.substr(0, length);
    out_.statements.push_back({line_, static_cast<int>(character_count(before)) + 2, std::move(names),
                               own.substr(0, expr::code_length(own))});
    at_ = length < rest.size() ? from + length + 1 : end + 1;
  }

  void tell(std::string message, std::string remedy) {
    out_.problems.push_back(error(initialization_place(line_, what_), std::move(message), std::move(remedy)));
  }
  std::ptrdiff_t start() const { return static_cast<std::ptrdiff_t>(std::min(at_, text_.size())); }

  const std::string_view text_, what_;
  std::size_t at_ = 0;
  std::ptrdiff_t counted_ = 0;  // up to where line ends are counted
  int line_ = 1;
  MaskInitialization out_;
};

}  // namespace

MaskInitialization read_initialization(std::string_view text, std::string_view what) {
  return Reader(text, what).read();
}

}  // namespace sim
