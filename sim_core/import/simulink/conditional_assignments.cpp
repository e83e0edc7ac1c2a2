#include "sim_core/import/simulink/conditional_assignments.h"

#include <algorithm>
#include <cctype>

#include "sim_core/base/trimmed.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/statement_split.h"

namespace sim::importing::simulink {

namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

constexpr std::size_t max_condition = 10'000;  // characters
constexpr int max_conditions = 200;

// strcmp(a, 'b') -> (a == 'b')
std::string with_comparisons(std::string text) {
  if (text.size() > max_condition) return text;
  constexpr std::string_view call = "strcmp(";
  for (std::size_t at = text.find(call); at != text.npos; at = text.find(call, at + 1)) {
    if (at > 0 && is_word_character(text[at - 1])) continue;
    std::size_t close = at + call.size();
    char quote = 0;
    for (int depth = 1; close < text.size(); ++close) {
      const char c = text[close];
      if (quote ? c == quote : c == '\'' || c == '"') quote = quote ? 0 : c;
      if (quote) continue;
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    const auto pair =
        expr::split_arguments(std::string_view(text).substr(at + call.size(), close - at - call.size()));
    if (close >= text.size() || pair.size() != 2) return text;
    text.replace(at, close + 1 - at, "(" + pair[0] + " == " + pair[1] + ")");
  }
  return text;
}

// "x == 1 a = 2": a condition with the statement behind it, which nothing separates.
std::pair<std::string, std::string> condition_and_rest(const std::string& text) {
  if (text.size() > max_condition) return {text, {}};
  for (std::size_t equals = text.find('='); equals != text.npos; equals = text.find('=', equals + 1)) {
    if (equals + 1 < text.size() && text[equals + 1] == '=') {
      ++equals;
      continue;
    }
    std::size_t end = equals;
    while (end > 0 && text[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && (is_word_character(text[begin - 1]) || text[begin - 1] == '.')) --begin;
    const std::string condition(trimmed(std::string_view(text).substr(0, begin)));
    if (begin < end && !condition.empty() && expr::parse(with_comparisons(condition)))
      return {condition, text.substr(begin)};
  }
  return {text, {}};
}

class Reader {
 public:
  Reader(const std::string& origin, const std::set<std::string>& known) : origin_(origin), known_(known) {}

  Assignments run(const std::string& script) {
    for (const std::string& statement : expr::split_statements(script)) take(statement);
    return std::move(found_);
  }

 private:
  struct Branch {
    std::string subject;  // of a switch
    std::string earlier;  // that none of the branches before was taken; empty: there are none
    std::string taken;    // the name that says whether what follows is executed; empty: before the first case
    std::string outside;  // the same of the branch around
  };

  std::string now() const { return branches_.empty() ? std::string() : branches_.back().taken; }
  void other(const std::string& statement) { found_.others.push_back(collapsed(statement).substr(0, 60)); }
  void define(const std::string& name, const std::string& expression) {
    found_.variables.push_back({name, expression, origin_});
    known_.insert(name);
  }
  std::string condition(const std::string& expression) {
    std::string name;
    do name = "if_" + std::to_string(++conditions_);
    while (known_.contains(name));
    define(name, expression);
    return name;
  }

  void begin_branch(const std::string& expression) {
    Branch& branch = branches_.back();
    if (conditions_ >= max_conditions) {
      if (conditions_++ == max_conditions) other("more than 200 conditions");
      branch.taken = "false";
      return;
    }
    std::string all;
    for (const std::string& part : {branch.outside, branch.earlier, expression})
      if (!part.empty()) all += (all.empty() ? "" : " && ") + part;
    branch.taken = condition(all.empty() ? "true" : all);
    branch.earlier += (branch.earlier.empty() ? "!" : " && !") + branch.taken;
  }

  void take(const std::string& statement);
  void open(const std::string& word, const std::string& rest);
  void next(const std::string& word, const std::string& rest);
  void assign(const std::string& statement);

  const std::string origin_;
  std::set<std::string> known_;
  Assignments found_;
  std::vector<Branch> branches_;
  int conditions_ = 0;
  int skipped_ = 0;  // how deep in what is not followed
};

void Reader::take(const std::string& statement) {
  const std::string word(expr::first_word(statement));
  const std::string rest(trimmed(std::string_view(statement).substr(word.size())));
  const bool loop = word == "for" || word == "while" || word == "try" || word == "parfor";
  const bool opens = loop || word == "if" || word == "switch";
  if (skipped_ > 0) {
    skipped_ += opens ? 1 : word == "end" ? -1 : 0;
  } else if (loop) {
    other(statement);
    skipped_ = 1;
  } else if (opens) {
    open(word, rest);
  } else if (word == "end" && !branches_.empty()) {
    branches_.pop_back();
  } else if ((word == "elseif" || word == "else" || word == "case" || word == "otherwise") &&
             !branches_.empty()) {
    next(word, rest);
  } else {
    assign(statement);
  }
}

void Reader::open(const std::string& word, const std::string& rest) {
  const auto [text, behind] = word == "if" ? condition_and_rest(rest) : std::pair(rest, std::string());
  const std::string expression = with_comparisons(text);
  if (!expr::parse(expression)) {
    other(word + " " + rest);
    skipped_ = 1;
    return;
  }
  branches_.push_back({word == "switch" ? "(" + expression + ")" : "", {}, {}, now()});
  if (word == "if") begin_branch("(" + expression + ")");
  if (!behind.empty()) take(behind);
}

void Reader::next(const std::string& word, const std::string& rest) {
  if (word == "else" || word == "otherwise") {
    begin_branch({});
    if (!rest.empty()) take(rest);
    return;
  }
  const auto [text, behind] = condition_and_rest(rest);
  const std::string& subject = branches_.back().subject;
  std::vector<std::string> cases{with_comparisons(text)};
  const bool list = word == "case" && text.starts_with('{') && text.ends_with('}');
  if (list) cases = expr::split_arguments(std::string_view(text).substr(1, text.size() - 2));
  std::string expression;
  for (const std::string& one : cases)
    expression +=
        (expression.empty() ? "(" : " || ") + (word == "case" ? subject + " == (" + one + ")" : one);
  expression += ")";
  if (cases.empty() || !expr::parse(expression)) {
    // Never taken, so that nothing is assigned that should not be.
    other(word + " " + rest);
    expression = "false";
  }
  begin_branch(expression);
  if (!behind.empty()) take(behind);
}

void Reader::assign(const std::string& statement) {
  if (now() == "false") return;
  Assignments plain = assignments_in(statement, origin_);
  if (plain.variables.empty() || now().empty()) {
    for (SourceVariable& v : plain.variables) define(v.name, with_comparisons(v.expression));
    found_.calls.insert(found_.calls.end(), plain.calls.begin(), plain.calls.end());
    found_.others.insert(found_.others.end(), plain.others.begin(), plain.others.end());
    return;
  }
  const SourceVariable& v = plain.variables.front();
  if (!known_.contains(v.name)) define(v.name, "nan");
  define(v.name, now() + " ? (" + with_comparisons(v.expression) + ") : " + v.name);
}

}  // namespace

Assignments conditional_assignments_in(const std::string& script, const std::string& origin,
                                       const std::set<std::string>& known) {
  return Reader(origin, known).run(script);
}

}  // namespace sim::importing::simulink
