#include "sim_core/import/xcos/scilab_expression.h"

#include <cctype>
#include <map>

#include "sim_core/base/trimmed.h"
#include "sim_core/expr/parser.h"

namespace sim::importing::xcos {

namespace {

constexpr int max_calls = 60;  // within one another

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether a quote after this text is a transpose.
bool is_operand(std::string_view before) {
  const char c = before.empty() ? ' ' : before.back();
  return in_name(c) || c == ')' || c == ']' || c == '\'' || c == '.' || c == '$';
}

// Where the string that begins at `at` ends, one past its quote.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (std::size_t k = at + 1; k < text.size(); ++k)
    if (text[k] == '\'' || text[k] == '"') {
      if (k + 1 >= text.size() || text[k + 1] != text[k]) return k + 1;
      ++k;
    }
  return text.size();
}

const std::map<std::string, std::string, std::less<>>& constants() {
  static const std::map<std::string, std::string, std::less<>> words = {
      {"pi", "pi"},  {"e", "e"},    {"i", "i"},     {"inf", "inf"}, {"nan", "nan"}, {"eps", "eps"},
      {"t", "true"}, {"T", "true"}, {"f", "false"}, {"F", "false"}, {"s", "s"},     {"z", "z"}};
  return words;
}

// The words of the language one by one: constants, operators, numbers, comments.
std::string with_words(std::string_view text, std::vector<std::string>& remarks) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) {
    const char c = text[k];
    const std::string_view rest = text.substr(k);
    if ((c == '\'' && !is_operand(out)) || c == '"') {
      const std::size_t end = end_of_string(text, k);
      out += text.substr(k, end - k);
      k = end;
    } else if (rest.starts_with("//")) {
      while (k < text.size() && text[k] != '\n') ++k;
    } else if (c == '%') {
      std::size_t end = k + 1;
      while (end < text.size() && in_name(text[end])) ++end;
      const auto word = constants().find(text.substr(k + 1, end - k - 1));
      if (word == constants().end())
        remarks.push_back("the constant " + std::string(text.substr(k, end - k)) + " has no counterpart");
      out += word == constants().end() ? std::string(text.substr(k + 1, end - k - 1)) : word->second;
      k = end;
    } else if (c == '$') {
      out += "end";
      ++k;
    } else if (rest.starts_with("<>")) {
      out += "~=";
      k += 2;
    } else if (rest.starts_with("**")) {
      out += '^';
      k += 2;
    } else if (is_digit(c) || (c == '.' && k + 1 < text.size() && is_digit(text[k + 1]))) {
      const bool part_of_name = !out.empty() && in_name(out.back());
      while (k < text.size() && (is_digit(text[k]) || text[k] == '.')) {
        const bool operation = text[k] == '.' && k + 1 < text.size() &&
                               std::string_view("*/^\\'").find(text[k + 1]) != std::string_view::npos;
        if (operation) break;
        out += text[k++];
      }
      const bool exponent = !part_of_name && k + 1 < text.size() &&
                            std::string_view("dDeE").find(text[k]) != std::string_view::npos;
      const bool follows =
          exponent && (is_digit(text[k + 1]) || ((text[k + 1] == '-' || text[k + 1] == '+') &&
                                                 k + 2 < text.size() && is_digit(text[k + 2])));
      if (follows) out += 'e', ++k;
    } else {
      out += c;
      ++k;
    }
  }
  return out;
}

struct Call {
  std::vector<std::string> arguments;
  std::size_t end = 0;  // one past the bracket
};

// The arguments between the bracket at `open` and its partner; `end` is 0 where it has none.
Call call_at(std::string_view text, std::size_t open) {
  Call call;
  int depth = 0;
  std::string argument;
  for (std::size_t k = open; k < text.size();) {
    const char c = text[k];
    if ((c == '\'' && !is_operand(text.substr(0, k))) || c == '"') {
      const std::size_t end = end_of_string(text, k);
      argument += text.substr(k, end - k);
      k = end;
      continue;
    }
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth == 0) {
      if (!trimmed(argument).empty() || !call.arguments.empty()) call.arguments.push_back(argument);
      call.end = k + 1;
      return call;
    }
    if (c == ',' && depth == 1) {
      call.arguments.push_back(std::move(argument));
      argument.clear();
    } else if (k != open) {
      argument += c;
    }
    ++k;
  }
  return call;
}

std::string unquoted(const std::string& text) {
  const std::string inside(trimmed(text));
  const bool quoted = inside.size() >= 2 && (inside.front() == '\'' || inside.front() == '"');
  return quoted ? inside.substr(1, inside.size() - 2) : std::string();
}

std::string joined(const std::vector<std::string>& arguments) {
  std::string out;
  for (const std::string& a : arguments) out += (out.empty() ? "" : ",") + a;
  return out;
}

// A call in the words of this program.
std::string said(const std::string& name, const std::vector<std::string>& a) {
  static const std::map<std::string, std::string> renamed = {{"modulo", "rem"},   {"pmodulo", "mod"},
                                                             {"int", "fix"},      {"spec", "eig"},
                                                             {"length", "numel"}, {"phasemag", "angle"}};
  const bool one = a.size() == 1;
  if (one && (name == "zeros" || name == "ones" || name == "eye"))
    return name + "(size(" + a[0] + ",1),size(" + a[0] + ",2))";
  if (one && (name == "sum" || name == "prod" || name == "max" || name == "min" || name == "mean"))
    return name + "(reshape(" + a[0] + ",numel(" + a[0] + "),1))";
  if (name == "size" && a.size() == 2) {
    const std::string which = unquoted(a[1]);
    if (which == "*") return "numel(" + a[0] + ")";
    if (which == "r") return "size(" + a[0] + ",1)";
    if (which == "c") return "size(" + a[0] + ",2)";
  }
  if (name == "atan" && a.size() == 2) return "atan2(" + joined(a) + ")";
  if (one && (name == "bool2s" || name == "double" || name == "evstr")) return "(" + a[0] + "+0)";
  const auto it = renamed.find(name);
  return (it == renamed.end() ? name : it->second) + "(" + joined(a) + ")";
}

std::string with_calls(std::string_view text, int depth) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) {
    const char c = text[k];
    if ((c == '\'' && !is_operand(out)) || c == '"') {
      const std::size_t end = end_of_string(text, k);
      out += text.substr(k, end - k);
      k = end;
      continue;
    }
    if (!starts_name(c) || (!out.empty() && in_name(out.back()))) {
      out += c;
      ++k;
      continue;
    }
    std::size_t end = k;
    while (end < text.size() && in_name(text[end])) ++end;
    const std::string name(text.substr(k, end - k));
    k = end;
    const Call call =
        end < text.size() && text[end] == '(' && depth < max_calls ? call_at(text, end) : Call{};
    if (call.end == 0) {
      out += name;
      continue;
    }
    std::vector<std::string> arguments;
    for (const std::string& argument : call.arguments) arguments.push_back(with_calls(argument, depth + 1));
    out += said(name, arguments);
    k = call.end;
  }
  return out;
}

// Statements end at ; , and line ends outside of brackets and strings.
std::vector<std::string> statements(std::string_view text) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (std::size_t k = 0; k < text.size();) {
    const char c = text[k];
    if ((c == '\'' && !is_operand(out.back())) || c == '"') {
      const std::size_t end = end_of_string(text, k);
      out.back() += text.substr(k, end - k);
      k = end;
      continue;
    }
    if (text.substr(k).starts_with("//")) {
      while (k < text.size() && text[k] != '\n') ++k;
      continue;
    }
    if (text.substr(k).starts_with("..")) {  // the statement goes on in the next line
      while (k < text.size() && text[k] != '\n') ++k;
      if (k < text.size()) ++k;
      continue;
    }
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && depth > 0) --depth;
    if (depth == 0 && (c == ';' || c == ',' || c == '\n'))
      out.emplace_back();
    else
      out.back() += c == '\n' ? ';' : c;
    ++k;
  }
  return out;
}

}  // namespace

TranslatedText translate_scilab(std::string_view text) {
  TranslatedText out;
  constexpr std::size_t longest = 100'000;
  if (text.size() > longest) return {std::string(text), {}};
  out.text = std::string(trimmed(with_calls(with_words(text, out.remarks), 0)));
  if (out.text.size() > 8 * longest) out.text = std::string(text);
  // Dialogs take "0;0;0" for a matrix.
  if (std::string list = '[' + out.text + ']'; !expr::parse(out.text) && expr::parse(list))
    out.text = std::move(list);
  return out;
}

ScilabContext read_context(std::span<const std::string> lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  ScilabContext context;
  for (const std::string& statement : statements(text)) {
    const std::string_view line = trimmed(statement);
    if (line.empty()) continue;
    const std::size_t equals = line.find('=');
    const std::string_view name = trimmed(line.substr(0, equals));
    bool plain = equals != line.npos && equals + 1 < line.size() && line[equals + 1] != '=' &&
                 !name.empty() && starts_name(name.front());
    for (const char c : name) plain = plain && in_name(c);
    if (plain)
      context.assignments.push_back({std::string(name), std::string(trimmed(line.substr(equals + 1)))});
    else
      context.others.emplace_back(line);
  }
  return context;
}

}  // namespace sim::importing::xcos
